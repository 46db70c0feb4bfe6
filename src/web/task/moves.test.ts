import { expect, test } from 'vitest'
import type { Task } from '../../shared/tasks.ts'
import { type Move, withMoves } from './moves.ts'

const task = (id: number) => ({ id, createdAt: `2026-11-01T00:00:0${id}.000Z` }) as Task
const columnOf = (ids: number[], whole = true) => ({ tasks: ids.map(task), total: ids.length, whole })
const moving = (move: Partial<Move>) =>
  new Map([[2, { task: task(2), from: 'pending', to: 'completed', counted: false, ...move } satisfies Move]])
const shown = ({ tasks, total }: { tasks: Task[]; total: number }) => ({ ids: tasks.map(({ id }) => id), total })

test('a card moves at once to its position by age, and the totals change with it', () => {
  expect(shown(withMoves('pending', columnOf([3, 2, 1]), moving({})))).toEqual({ ids: [3, 1], total: 2 })
  expect(shown(withMoves('completed', columnOf([4, 1]), moving({})))).toEqual({ ids: [4, 2, 1], total: 3 })
})

test('totals that contain the move already are not changed twice', () => {
  const moves = moving({ counted: true })
  expect(shown(withMoves('pending', columnOf([3, 2, 1]), moves)).total).toBe(3)
  expect(shown(withMoves('completed', columnOf([4, 2]), moves))).toEqual({ ids: [4, 2], total: 2 })
})

test('a deleted card leaves its column, and joins no other', () => {
  const moves = moving({ to: null })
  expect(shown(withMoves('pending', columnOf([3, 2]), moves))).toEqual({ ids: [3], total: 1 })
  expect(shown(withMoves('completed', columnOf([4]), moves))).toEqual({ ids: [4], total: 1 })
})

test('a card that stays in its column shows its new status', () => {
  const moved = { ...task(2), status: 'in_progress' } as Task
  const { tasks, total } = withMoves('overdue', columnOf([2]), moving({ task: moved, from: 'overdue', to: 'overdue' }))
  expect([tasks[0]?.status, total]).toEqual(['in_progress', 1])
})

test('a card older than the loaded ones is counted, not shown', () => {
  expect(shown(withMoves('completed', columnOf([5, 4], false), moving({})))).toEqual({ ids: [5, 4], total: 3 })
})
