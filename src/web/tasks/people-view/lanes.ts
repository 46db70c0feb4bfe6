import type { Lane } from '../../../shared/people-view.ts'
import type { Task } from '../../../shared/tasks.ts'
import type { Move } from '../../task/moves.ts'

/** The key of a lane: its person's id, or this for the tasks without an assignee. */
export const UNASSIGNED = 'unassigned'
export const keyOfLane = ({ person }: Pick<Lane, 'person'>) => person?.id ?? UNASSIGNED
/** The lane in which a task stands. */
export const laneOf = ({ assigneeId }: Pick<Task, 'assigneeId'>) => assigneeId ?? UNASSIGNED

const weights = { high: 3, medium: 2, low: 1 }

/** The order in a lane: overdue first, then by due date, then by priority. `now` is in milliseconds. */
function standsBefore(task: Task, other: Task, now: number) {
  const dueOf = ({ dueDate }: Task) => (dueDate === null ? Number.POSITIVE_INFINITY : Date.parse(dueDate))
  const rank = (each: Task) => Number(each.status !== 'overdue' && dueOf(each) >= now)
  const [a, b] = [task, other].map((each) => [rank(each), dueOf(each), -weights[each.priority], each.id])
  for (const [at, value] of (a ?? []).entries()) {
    const difference = value - (b?.[at] ?? 0)
    if (difference !== 0 && !Number.isNaN(difference)) return difference < 0
  }
  return false
}

/**
 * A lane with the changes that the server's reply may not contain yet: the assignments under way, and the changes of
 * statuses. All are by the task's id.
 */
export function withPending(
  lane: Lane,
  assigned: ReadonlyMap<number, Task>,
  moves: ReadonlyMap<number, Move>,
  /** The ids of the tasks that other lanes of the reply hold. */
  elsewhere: ReadonlySet<number>,
  now: number,
): Lane {
  const key = keyOfLane(lane)
  let { tasks, total } = lane
  for (const { task, to } of moves.values()) {
    const index = tasks.findIndex(({ id }) => id === task.id)
    if (index === -1) continue
    const isGone = to === null || to === 'completed'
    const known = tasks[index] as Task
    tasks = isGone ? tasks.toSpliced(index, 1) : tasks.with(index, { ...known, status: task.status })
    if (isGone) total -= 1
  }
  for (const task of assigned.values()) {
    const index = tasks.findIndex(({ id }) => id === task.id)
    if (laneOf(task) !== key) {
      if (index === -1) continue
      tasks = tasks.toSpliced(index, 1)
      total -= 1
    } else if (index !== -1) tasks = tasks.with(index, task)
    else {
      const place = tasks.findIndex((other) => standsBefore(task, other, now))
      tasks = tasks.toSpliced(place === -1 ? tasks.length : place, 0, task)
      if (elsewhere.has(task.id)) total += 1
    }
  }
  return tasks === lane.tasks && total === lane.total ? lane : { ...lane, tasks, total: Math.max(total, tasks.length) }
}
