import { useMemo } from 'react'
import type { BoardSort } from '../../shared/task-query.ts'
import type { Status } from '../../shared/task-status.ts'
import type { Task } from '../../shared/tasks.ts'
import { type QueuedWrite, useOfflineQueue } from '../offline/queued-writes.ts'
import { createPersonalStore } from '../store.ts'
import { positionIn } from './board-pages.ts'

/** A change of a task that the server's replies do not have yet. Shown at once, and removed on refusal. */
export interface Move {
  /** The task after the change. */
  task: Task
  /** The status with which the server's totals hold it; null for none. */
  from: Status | null
  /** Null: the task is deleted. */
  to: Status | null
  /** Whether the server's totals contain the change already. */
  counted: boolean
}

const moves = createPersonalStore<ReadonlyMap<number, Move>>(new Map())

/** The moves under way, and those that are queued until the network returns. By the task's id. */
export function useMoves() {
  const underWay = moves.use()
  const queued = useOfflineQueue()
  return useMemo(() => withQueued(underWay, queued), [underWay, queued])
}

/** A queued status was set after the moves under way, and replaces them. A deleted task stays deleted. */
function withQueued(underWay: ReadonlyMap<number, Move>, queued: readonly QueuedWrite[]): ReadonlyMap<number, Move> {
  const all = new Map(underWay)
  for (const { shows, refusal } of queued) {
    if (refusal !== null || !('task' in shows)) continue
    const { task, from, to } = shows
    const earlier = all.get(task.id)
    if (earlier?.to === null) continue
    const serverStatus = earlier ? (earlier.counted ? earlier.to : earlier.from) : from
    all.set(task.id, { task, from: serverStatus, to, counted: false })
  }
  return all
}

const store = (move: Move) => moves.set(new Map(moves.get()).set(move.task.id, move))

/** Starts a move. If the last move is not in the server's totals yet, the new one starts where that one did. */
export function startMove(move: Move) {
  const earlier = moves.get().get(move.task.id)
  store(earlier && !earlier.counted ? { ...move, from: earlier.from } : move)
}

/** From now on the server's totals contain this move. */
export function markCounted(move: Move) {
  const current = moves.get().get(move.task.id)
  if (!current) return
  if (current.task === move.task) store({ ...current, counted: true })
  else if (current.from === move.from) store({ ...current, from: move.to })
}

/** The server's totals now hold the task with this status, even if a move is still under way. */
export function markCountedAs(id: number, status: Status | null) {
  const current = moves.get().get(id)
  if (current && !current.counted) store({ ...current, from: status })
}

/** Removes a move, unless the same task has been moved again since. */
export function endMove({ task }: Move) {
  if (moves.get().get(task.id)?.task !== task) return
  const rest = new Map(moves.get())
  rest.delete(task.id)
  moves.set(rest)
}

/** A column after the given moves. `whole`: `tasks` holds all its tasks. The newest stand first, or `sort` says. */
export function withMoves(
  status: Status,
  column: { tasks: Task[]; total: number; whole: boolean; sort?: BoardSort },
  all: ReadonlyMap<number, Move>,
) {
  let { tasks, total } = column
  for (const { task, from, to, counted } of all.values()) {
    if (!counted && from !== to) total += to === status ? 1 : from === status ? -1 : 0
    const index = tasks.findIndex(({ id }) => id === task.id)
    if (index !== -1) tasks = to === status ? tasks.with(index, task) : tasks.toSpliced(index, 1)
    else if (to === status) {
      const position = positionIn(tasks, task, column.sort)
      if (position < tasks.length || column.whole) tasks = tasks.toSpliced(position, 0, task)
    }
  }
  return { tasks, total }
}
