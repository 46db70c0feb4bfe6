import { MAX_SHIFTS_PER_CALL, type ManyShifts, type RosterShift } from '../../shared/roster/shapes.ts'
import { isRefused } from '../api/call-endpoint.ts'

/** A saved edit. */
export interface SavedEdit {
  /** The shifts on the screen before it. */
  befores: readonly RosterShift[]
  /** Those that it has created and changed, in its order. */
  saved: readonly RosterShift[]
}

interface WaitingEdit {
  edit: ManyShifts
  resolve(saved: SavedEdit): void
  reject(error: unknown): void
}

const partsOf = ({ create = [], update = [], remove = [] }: ManyShifts) => ({ create, update, remove })
const idsOf = ({ update = [], remove = [] }: ManyShifts) => [...update, ...remove].map(({ id }) => id)
const sizeOf = (edit: ManyShifts) => Object.values(partsOf(edit)).reduce((sum, list) => sum + list.length, 0)

/** How many of the first edits fit into one call, which names each shift once. At least the first does. */
export function countTogether(edits: readonly ManyShifts[]): number {
  const named = new Set<number>()
  let size = 0
  const at = edits.findIndex((edit, index) => {
    const ids = idsOf(edit)
    size += sizeOf(edit)
    if (index > 0 && (size > MAX_SHIFTS_PER_CALL || ids.some((id) => named.has(id)))) return true
    for (const id of ids) named.add(id)
    return false
  })
  return at === -1 ? edits.length : at
}

/** One edit that does what these do. */
function joined(edits: readonly ManyShifts[]): ManyShifts {
  const parts = edits.map(partsOf)
  return {
    create: parts.flatMap(({ create }) => create),
    update: parts.flatMap(({ update }) => update),
    remove: parts.flatMap(({ remove }) => remove),
  }
}

/** The saved shifts of each edit, of a reply that has all created ones first, and then all changed ones. */
function sharedOut(edits: readonly ManyShifts[], saved: readonly RosterShift[]): RosterShift[][] {
  const parts = edits.map(partsOf)
  let created = 0
  let updated = parts.reduce((sum, { create }) => sum + create.length, 0)
  return parts.map(({ create, update }) => {
    const own = [...saved.slice(created, created + create.length), ...saved.slice(updated, updated + update.length)]
    created += create.length
    updated += update.length
    return own
  })
}

/**
 * Saves edits in their order, one call after another. Edits that wait during a call are saved together by the next one:
 * somebody who types fast does not wait for a call for each key. If that call is refused, each edit is saved by itself,
 * so that nothing but the refused one is lost.
 */
export class EditLine {
  private readonly send: (edit: ManyShifts) => Promise<SavedEdit>
  private readonly waiting: WaitingEdit[] = []
  private sending: Promise<void> | undefined

  constructor(send: (edit: ManyShifts) => Promise<SavedEdit>) {
    this.send = send
  }

  /** Saves an edit when its turn has come. Throws if it is refused, or does not reach the server. */
  save(edit: ManyShifts): Promise<SavedEdit> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ edit, resolve, reject })
      this.sending ??= this.sendAll()
    })
  }

  /** Waits until nothing waits any more. */
  async settle() {
    await this.sending
  }

  private async sendAll() {
    // Edits of the same moment go together, too.
    await null
    while (this.waiting.length > 0) {
      const together = this.waiting.splice(0, countTogether(this.waiting.map(({ edit }) => edit)))
      await this.sendTogether(together)
    }
    this.sending = undefined
  }

  private async sendTogether(together: readonly WaitingEdit[]) {
    const edits = together.map(({ edit }) => edit)
    try {
      const { befores, saved } = await this.send(joined(edits))
      const shares = sharedOut(edits, saved)
      for (const [at, { resolve }] of together.entries()) resolve({ befores, saved: shares[at] ?? [] })
    } catch (error) {
      if (together.length > 1 && isRefused(error)) for (const one of together) await this.sendTogether([one])
      else for (const { reject } of together) reject(error)
    }
  }
}
