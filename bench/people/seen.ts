import { type AllWaits, addError, addWait } from './waits.ts'

/** A colleague is a person in the same department. */
interface Colleague {
  departmentId: number
}

interface Change {
  sentAt: number
  departmentId: number
  arrivals: number
  /** Whether a page of a colleague was open. */
  isExpected: boolean
}

/** After so many milliseconds a change that no colleague's page has received is an error. */
const SEEN_WITHIN = 30_000

/**
 * When changes are on the pages of colleagues. A message may be there before the reply to the person who made the
 * change, so arrivals without a sender wait for it. `arrived` knows a change by its key: `comments 7`, or `tasks 7` and
 * the time of its row.
 */
export class SeenChanges {
  private readonly waits: AllWaits
  private readonly changes = new Map<string, Change>()
  private readonly early = new Map<string, { at: number; departmentId: number }[]>()
  /** Open pages of each department. */
  private readonly pages = new Map<number, number>()

  constructor(waits: AllWaits) {
    this.waits = waits
  }

  /** Notes that so many more pages of a department are open. */
  open(departmentId: number, more: number) {
    this.pages.set(departmentId, (this.pages.get(departmentId) ?? 0) + more)
  }

  /** The change with this key was sent at this time, and is made. */
  sent(key: string, { departmentId }: Colleague, sentAt: number) {
    const isExpected = (this.pages.get(departmentId) ?? 0) > 1
    const change = { sentAt, departmentId, arrivals: 0, isExpected }
    this.changes.set(key, change)
    for (const { at, departmentId } of this.early.get(key) ?? []) this.count(change, departmentId, at)
    this.early.delete(key)
  }

  /** A page of this colleague has received the change. */
  arrived(key: string, { departmentId }: Colleague, at: number) {
    const change = this.changes.get(key)
    if (change) return this.count(change, departmentId, at)
    const others = this.early.get(key)
    if (others) others.push({ at, departmentId })
    else this.early.set(key, [{ at, departmentId }])
  }

  /**
   * Counts as errors changes that no colleague has seen, neither themselves nor a later version, and forgets old ones.
   */
  sweep(now: number) {
    for (const [key, { sentAt, arrivals, isExpected }] of this.changes) {
      if (now - sentAt < SEEN_WITHIN) continue
      this.changes.delete(key)
      if (arrivals === 0 && isExpected && !this.hasLater(key, sentAt))
        addError(this.waits.seen, 'No open page of the department received a change')
    }
    for (const [key, arrivals] of this.early) if (now - (arrivals[0]?.at ?? 0) > SEEN_WITHIN) this.early.delete(key)
  }

  /** Whether pages have a later version of the row: of two changes in a moment they get only the second. */
  private hasLater(key: string, sentAt: number) {
    const [resource, id, version] = key.split(' ')
    if (!version) return false
    const isLater = ([other, change]: [string, Change]) =>
      other.startsWith(`${resource} ${id} `) && change.sentAt > sentAt && change.arrivals > 0
    return [...this.changes].some(isLater)
  }

  private count(change: Change, departmentId: number, at: number) {
    if (departmentId !== change.departmentId) return
    change.arrivals += 1
    addWait(this.waits.seen, at - change.sentAt)
  }
}
