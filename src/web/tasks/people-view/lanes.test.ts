import { expect, test } from 'vitest'
import type { Lane } from '../../../shared/people-view.ts'
import type { Task } from '../../../shared/tasks.ts'
import type { Move } from '../../task/moves.ts'
import { withPending } from './lanes.ts'

const NOW = Date.parse('2026-11-20T12:00:00.000Z')
const task = (id: number, fields: Partial<Task> = {}) =>
  ({ id, status: 'pending', priority: 'medium', dueDate: null, assigneeId: null, ...fields }) as Task
const laneOf = (person: string | null, tasks: Task[], total = tasks.length): Lane => ({
  person: person === null ? null : ({ id: person } as Lane['person']),
  ...{ onDutySince: null, onDutyUntil: null, due: 0, later: 0, total, tasks },
})
const shown = (lane: Lane, assigned: Task[], { moves = [] as Move[], elsewhere = [] as number[] } = {}) => {
  const byId = new Map(assigned.map((each) => [each.id, each]))
  const { tasks, total } = withPending(
    lane,
    byId,
    new Map(moves.map((move) => [move.task.id, move])),
    new Set(elsewhere),
    NOW,
  )
  return [tasks.map(({ id }) => id), total]
}

test('an assigned task leaves its lane at once, and stands where it belongs in the other', () => {
  const moved = task(5, { assigneeId: 'ana', dueDate: '2026-11-22T00:00:00.000Z' })
  expect(shown(laneOf(null, [task(5), task(6)], 9), [moved])).toEqual([[6], 8])
  const late = task(1, { dueDate: '2026-11-19T00:00:00.000Z' })
  const [soon, undated] = [task(2, { dueDate: '2026-11-21T00:00:00.000Z' }), task(3)]
  expect(shown(laneOf('ana', [late, soon, undated]), [moved], { elsewhere: [5] })).toEqual([[1, 2, 5, 3], 4])
  const urgent = task(6, { assigneeId: 'ana', priority: 'high' })
  expect(shown(laneOf('ana', [late, soon, undated]), [urgent], { elsewhere: [6] })).toEqual([[1, 2, 6, 3], 4])
  const marked = task(7, { assigneeId: 'ana', status: 'overdue' })
  expect(shown(laneOf('ana', [late, soon, undated]), [marked], { elsewhere: [7] })).toEqual([[1, 7, 2, 3], 4])
})

test('a reply that contains the assignment already is not changed twice', () => {
  const moved = task(5, { assigneeId: 'ana' })
  expect(shown(laneOf('ana', [moved], 8), [moved])).toEqual([[5], 8])
  expect(shown(laneOf(null, [task(6)], 8), [moved])).toEqual([[6], 8])
})

test('a completed or deleted task goes, one with another status stays', () => {
  const move = (to: Move['to']): Move => ({
    task: task(5, { status: to ?? 'pending' }),
    ...{ from: 'pending', to, counted: false },
  })
  expect(shown(laneOf(null, [task(5)]), [], { moves: [move('completed')] })).toEqual([[], 0])
  expect(shown(laneOf(null, [task(5)]), [], { moves: [move(null)] })).toEqual([[], 0])
  expect(shown(laneOf(null, [task(5)]), [], { moves: [move('in_progress')] })).toEqual([[5], 1])
})
