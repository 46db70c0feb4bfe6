/**
 * The changes of tasks that this page can undo, the latest last. It keeps no change for good: a page that is opened anew has none.
 */

/** A change that can be undone. */
export interface Undoable {
  /** The id of the person who made it. Nobody undoes what another person did on the same page. */
  by: string
  /** Undoes it, and says in a toast how that went. Returns false if it may be tried again. */
  undo: () => Promise<boolean>
}

const MAX_UNDOABLE = 10

let changes: readonly Undoable[] = []

/** Adds a change. The oldest of more than ten is forgotten. */
export function addUndoable(change: Undoable) {
  changes = [...changes, change].slice(-MAX_UNDOABLE)
  return change
}

/** Forgets a change: it has failed, or is undone. Returns false if it was forgotten before. */
export function forgetUndoable(change: Undoable) {
  const isKnown = changes.includes(change)
  changes = changes.filter((other) => other !== change)
  return isKnown
}

/** Undoes one change. It does nothing if that was done before. */
export async function undoNow(change: Undoable) {
  if (forgetUndoable(change) && !(await change.undo())) addUndoable(change)
}

/** Undoes this person's latest change. Returns false if there is none. */
export function undoLatest(person: string) {
  changes = changes.filter(({ by }) => by === person)
  const latest = changes.at(-1)
  if (latest) void undoNow(latest)
  return latest !== undefined
}
