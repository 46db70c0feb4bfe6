import { useRef } from 'react'
import type * as z from 'zod/mini'
import type { ManyShifts, NewShift, Roster, RosterShift } from '../../shared/roster/shapes.ts'
import { rosterApi } from '../../shared/roster.ts'
import { messageOf } from '../api/call-endpoint.ts'
import { useCall } from '../api/queries.ts'
import { useI18n } from '../language.ts'
import { toast, toastError } from '../ui/toast.tsx'
import { EditLine } from './edit-line.ts'

/** Changes of the plan that can be taken back, as long as the page is open. */

type Edit = z.output<typeof rosterApi.many.body>
const MAX_UNDOABLE = 20

/** The draft of a shift, to make it anew. */
export const asNew = (shift: RosterShift): NewShift => {
  const { departmentId, userId, date, start, end, breakMinutes, title, note, templateId } = shift
  return {
    ...{ departmentId, userId, date, start, end, breakMinutes, title, note, templateId },
    isPinned: shift.plan?.isPinned ?? false,
  }
}

/** The edit that takes another back: created shifts go, and the others get their former values. */
export function undoOf(edit: Edit, befores: readonly RosterShift[], saved: readonly RosterShift[]): ManyShifts {
  const created = saved.slice(0, edit.create?.length ?? 0)
  const updated = new Set((edit.update ?? []).map(({ id }) => id))
  const removed = new Set((edit.remove ?? []).map(({ id }) => id))
  const restored = befores.filter(({ id, plan }) => updated.has(id) || (removed.has(id) && plan?.published !== null))
  const gone = befores.filter(({ id, plan }) => removed.has(id) && plan?.published === null)
  return {
    create: gone.map(asNew),
    update: restored.map((shift) => {
      const { departmentId: _, ...values } = asNew(shift)
      return { id: shift.id, ...values }
    }),
    remove: created.map(({ id }) => ({ id })),
  }
}

/** A roster with the saved shifts in place of their earlier versions. Removed ones go with the next reply. */
export function withSaved(roster: Roster, saved: readonly RosterShift[]): Roster {
  const byId = new Map(saved.map((shift) => [shift.id, shift]))
  const shifts = roster.shifts.map((shift) => {
    const found = byId.get(shift.id)
    byId.delete(shift.id)
    return found ? { ...shift, ...found } : shift
  })
  return { ...roster, shifts: [...shifts, ...byId.values()] }
}

/**
 * The versions that the page has saved. Somebody who edits a shift again before the page has read it anew edits their
 * own version, which is no conflict. Other people's versions stay as they are.
 */
export class OwnVersions {
  /** The last saved shifts by their id. */
  private readonly saved = new Map<number, RosterShift>()
  /** The version that took the place of another one, by id and version. */
  private readonly next = new Map<string, string>()

  /** Notes that a shift was saved in place of another version. */
  note(before: RosterShift | undefined, after: RosterShift) {
    this.saved.set(after.id, after)
    const [old, version] = [before?.plan?.updatedAt, after.plan?.updatedAt]
    if (old && version && old !== version) this.next.set(`${after.id} ${old}`, version)
  }

  /** A shift as the page has saved it last, if that is newer. */
  newest(shift: RosterShift): RosterShift {
    const own = this.saved.get(shift.id)
    return own && (own.plan?.updatedAt ?? '') > (shift.plan?.updatedAt ?? '') ? own : shift
  }

  /** A roster with the shifts as the page has saved them last: a reply that is on its way may be older. */
  over(roster: Roster): Roster {
    if (this.saved.size === 0) return roster
    const shifts = roster.shifts.map((shift) => this.newest(shift))
    // A reply that knows them makes them needless.
    for (const [at, shift] of roster.shifts.entries()) if (shifts[at] === shift) this.saved.delete(shift.id)
    return { ...roster, shifts }
  }

  /** An edit with own versions in place of those that they have replaced. */
  follow({ create, update, remove }: ManyShifts): ManyShifts {
    const versionOf = (id: number, version: string | undefined): string | undefined => {
      const next = version && this.next.get(`${id} ${version}`)
      return next ? versionOf(id, next) : version
    }
    const followed = <C extends { id: number; updatedAt?: string | undefined }>(changes: C[] | undefined) =>
      changes?.map((change) => ({ ...change, updatedAt: versionOf(change.id, change.updatedAt) }))
    return { create, update: followed(update), remove: followed(remove) }
  }
}

/**
 * Edits the plan, and takes the last edits back. Edits are saved in their order (`edit-line.ts`).
 *
 * @param shifts those on the screen
 * @param show shows saved shifts before the roster is read anew
 */
export function usePlanEdits(shifts: readonly RosterShift[], show: (saved: readonly RosterShift[]) => void) {
  const i18n = useI18n()
  const undoable = useRef<ManyShifts[]>([])
  const own = useRef(new OwnVersions()).current
  const { mutateAsync: send, isPending } = useCall(rosterApi.many)
  const latest = useRef({ shifts, show, send })
  latest.current = { shifts, show, send }

  const sendNow = async (edit: ManyShifts) => {
    const befores = latest.current.shifts.map((shift) => own.newest(shift))
    const { shifts: saved } = await latest.current.send({ body: own.follow(edit) })
    for (const shift of saved)
      own.note(
        befores.find(({ id }) => id === shift.id),
        shift,
      )
    latest.current.show(saved)
    return { saved, befores }
  }
  const line = useRef<EditLine>(undefined)
  line.current ??= new EditLine(sendNow)
  const { current: edits } = line

  /** Saves an edit. Throws if it is refused. */
  const save = async (edit: ManyShifts) => {
    const { saved, befores } = await edits.save(edit)
    undoable.current = [...undoable.current, undoOf(edit, befores, saved)].slice(-MAX_UNDOABLE)
    return saved
  }
  const shown = async <T>(work: Promise<T>) => {
    try {
      return await work
    } catch (error) {
      toastError(messageOf(error, i18n.t('The plan could not be saved')))
      return undefined
    }
  }
  return {
    isPending,
    over: (roster: Roster) => own.over(roster),
    save,
    /** Saves an edit, and says if it is refused. Returns the saved shifts, or undefined. */
    edit: (edit: ManyShifts) => shown(save(edit)),
    async undo() {
      // The last edit may still be on its way.
      await edits.settle()
      const edit = undoable.current.pop()
      if (edit && (await shown(edits.save(edit)))) toast({ title: i18n.t('Taken back'), short: i18n.t('Taken back') })
    },
  }
}
