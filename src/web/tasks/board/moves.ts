import { useMemo } from 'react'
import type { Status, Task } from '../../../shared/tasks.ts'
import { type QueuedWrite, useOfflineQueue } from '../../api/offline-queue.ts'
import { createStore } from '../../store.ts'
import { positionIn } from './pages.ts'

/** What has been done to a task here and is not yet in what the server gave: shown at once, taken back when refused. */
export interface Move {
  /** As it is now. */
  task: Task
  from: Status
  /** Null: deleted. */
  to: Status | null
  /** Whether the server's totals already know of it. */
  counted: boolean
}

const moves = createStore<ReadonlyMap<number, Move>>(new Map())

/** The moves under way, and those that wait for the network. */
export function useMoves() {
  const underWay = moves.use()
  const queued = useOfflineQueue()
  return useMemo(() => withQueued(underWay, queued), [underWay, queued])
}

/** A status that waits was set after whatever is under way; only what has been deleted since stays deleted. */
export function withQueued(
  underWay: ReadonlyMap<number, Move>,
  queued: readonly QueuedWrite[],
): ReadonlyMap<number, Move> {
  const all = new Map(underWay)
  for (const { shows, refusal } of queued) {
    if (refusal !== null || !('task' in shows)) continue
    const { task, from, to } = shows
    const earlier = all.get(task.id)
    if (earlier?.to === null) continue
    const known = earlier ? (earlier.counted ? earlier.to : earlier.from) : from
    all.set(task.id, { task, from: known, to, counted: false })
  }
  return all
}

const put = (move: Move) => moves.set(new Map(moves.get()).set(move.task.id, move))

/** Begins a move. One that follows another, still unsettled, began where that one did, as far as the server knows. */
export function begin(move: Move) {
  const earlier = moves.get().get(move.task.id)
  put(earlier && !earlier.counted ? { ...move, from: earlier.from } : move)
}

/** From now on the server's totals know of this move. */
export function count(move: Move) {
  const current = moves.get().get(move.task.id)
  if (!current) return
  if (current.task === move.task) put({ ...current, counted: true })
  else if (move.to) put({ ...current, from: move.to })
}

/** Forgets a move, unless the same task has been moved again since. */
export function drop({ task }: Move) {
  if (moves.get().get(task.id)?.task !== task) return
  const rest = new Map(moves.get())
  rest.delete(task.id)
  moves.set(rest)
}

/** A column with the moves that are under way; `whole` when its tasks reach down to its end. */
export function withMoves(
  status: Status,
  column: { tasks: Task[]; total: number; whole: boolean },
  all: ReadonlyMap<number, Move>,
) {
  let { tasks, total } = column
  for (const { task, from, to, counted } of all.values()) {
    if (!counted && from !== to) total += to === status ? 1 : from === status ? -1 : 0
    const index = tasks.findIndex(({ id }) => id === task.id)
    if (index !== -1) tasks = to === status ? tasks.with(index, task) : tasks.toSpliced(index, 1)
    else if (to === status) {
      const place = positionIn(tasks, task)
      if (place < tasks.length || column.whole) tasks = tasks.toSpliced(place, 0, task)
    }
  }
  return { tasks, total }
}
