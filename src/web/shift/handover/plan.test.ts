import { expect, test } from 'vitest'
import { NewHandover } from '../../../shared/handovers.ts'
import { type Choice, type HandoverDraft, NO_DETAILS } from './draft.ts'
import { defaultChoice, faultsOf, handoverOf, isEmptyPlan, keyOfItem, planOf } from './plan.ts'

const tasks = [
  { id: 1, kind: 'task' as const },
  { id: 2, kind: 'problem' as const },
  { id: 3, kind: 'task' as const },
]
const details = { ...NO_DETAILS, next: ' Dry towels ' }
const draft = (changes: Partial<HandoverDraft> = {}): HandoverDraft => ({ note: '', tasks: {}, own: [], ...changes })
const planned = (given: HandoverDraft) =>
  planOf(given, tasks, (task): Choice => given.tasks[task.id]?.choice ?? defaultChoice(task, true))

test('a problem that somebody has taken goes back, everything else stays', () => {
  const plan = planned(draft())
  expect(plan).toMatchObject({ done: [], back: [{ id: 2 }], over: [], own: [] })
  expect(isEmptyPlan(plan)).toBe(false)
  expect(handoverOf(plan)).toBeNull()
  expect(defaultChoice({ kind: 'problem' }, false)).toBe('keep')
})

test('what is handed over, with a note, is one call; texts come without space around them', () => {
  const plan = planned(
    draft({
      note: ' All rooms are ready ',
      tasks: { 1: { ...details, choice: 'over', ifThen: ' ' }, 3: { ...details, choice: 'done' } },
      own: [{ ...details, key: 'a', text: 'Guest of 512 ', severity: 'watch', ifThen: 'If late, then call' }],
    }),
  )
  const body = handoverOf(plan)
  expect(body).toEqual({
    note: 'All rooms are ready',
    items: [
      { taskId: 1, severity: 'act', next: 'Dry towels' },
      { text: 'Guest of 512', severity: 'watch', next: 'Dry towels', ifThen: 'If late, then call' },
    ],
  })
  expect(NewHandover.safeParse(body).success).toBe(true)
  expect(plan.done).toEqual([tasks[2]])
  expect([keyOfItem(plan, 0), keyOfItem(plan, 1)]).toEqual(['1', 'a'])
})

test('each thing needs its next step, and one without a task says what it is about', () => {
  const plan = planned(
    draft({
      tasks: { 1: { ...NO_DETAILS, choice: 'over' }, 3: { ...details, choice: 'over' } },
      own: [{ ...NO_DETAILS, key: 'a', text: ' ' }],
    }),
  )
  expect(faultsOf(plan, { next: 'next?', text: 'text?' })).toEqual({
    1: { next: 'next?' },
    a: { text: 'text?', next: 'next?' },
  })
})
