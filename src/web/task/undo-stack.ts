import { onPersonGone } from '../store.ts'

/** Changes of tasks that this page can undo, the latest last. A page that is opened anew has none. */

/** A change that can be undone. */
export interface Undoable {
  /** The id of the person who made it. Nobody undoes another person's change on the same page. */
  by: string
  /** Undoes it, and says in a toast how that went. Returns false if it may be tried again. */
  undo: () => Promise<boolean>
}

const MAX_UNDOABLE = 10

let changes: readonly Undoable[] = []
onPersonGone(() => {
  changes = []
})

/** In which order the changes were made. */
const order = new WeakMap<Undoable, number>()
let count = 0

/** Adds a change. The oldest of more than ten is forgotten. */
export function addUndoable(change: Undoable) {
  count += 1
  order.set(change, count)
  keep(change)
  return change
}

function keep(change: Undoable) {
  const placeOf = (each: Undoable) => order.get(each) ?? 0
  changes = [...changes, change].sort((a, b) => placeOf(a) - placeOf(b)).slice(-MAX_UNDOABLE)
}

/** Forgets a change: it has failed, or is undone. Returns false if it was forgotten before. */
export function forgetUndoable(change: Undoable) {
  const isKnown = changes.includes(change)
  changes = changes.filter((other) => other !== change)
  return isKnown
}

/** Undoes one change. It does nothing if that was done before. One that may be tried again is back at its place. */
export async function undoNow(change: Undoable) {
  if (forgetUndoable(change) && !(await change.undo())) keep(change)
}

/** Undoes this person's latest change. Returns false if there is none. */
export function undoLatest(person: string) {
  changes = changes.filter(({ by }) => by === person)
  const latest = changes.at(-1)
  if (latest) void undoNow(latest)
  return latest !== undefined
}
