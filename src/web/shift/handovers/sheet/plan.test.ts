import { expect, test } from 'vitest'
import { NewHandover } from '../../../../shared/handovers.ts'
import {
  type HandoverChoice,
  type HandoverDraft,
  NO_DETAILS,
  readKept,
  type TaskDraft,
  withHandover,
  withoutTask,
} from './draft.ts'
import { defaultChoice, handoverOf, isEmptyPlan, keyOfItem, planFaultsOf, planOf, withoutSent } from './plan.ts'

const tasks = [
  { id: 1, kind: 'task' as const },
  { id: 2, kind: 'problem' as const },
  { id: 3, kind: 'task' as const },
]
const details = { ...NO_DETAILS, next: ' Dry towels ' }
const entry = (id: number, changes: Partial<TaskDraft> = {}): TaskDraft => ({
  ...{ ...details, choice: 'over', task: { id, title: `Task ${id}`, place: null, departmentId: 1 } },
  ...changes,
})
const draft = (changes: Partial<HandoverDraft> = {}): HandoverDraft => ({ note: '', tasks: {}, own: [], ...changes })
const planned = (given: HandoverDraft) =>
  planOf(given, tasks, (task): HandoverChoice => given.tasks[task.id]?.choice ?? defaultChoice(task, true))

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
      tasks: { 1: entry(1, { ifThen: ' ' }), 3: entry(3, { choice: 'done' }) },
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
      tasks: { 1: entry(1, { next: '' }), 3: entry(3) },
      own: [{ ...NO_DETAILS, key: 'a', text: ' ' }],
    }),
  )
  expect(planFaultsOf(plan, { next: 'next?', text: 'text?' })).toEqual({
    1: { next: 'next?' },
    a: { text: 'text?', next: 'next?' },
  })
})

test('what was typed for a task that is not among the tasks is handed over too, if that was chosen', () => {
  const plan = planned(draft({ tasks: { 1: entry(1), 8: entry(8), 9: entry(9, { choice: 'keep' }) } }))
  expect(handoverOf(plan)?.items.map(({ taskId }) => taskId)).toEqual([1, 8])
})

test('only what was sent leaves the draft, and only as it was sent', () => {
  const before = draft({
    note: ' Quiet ',
    tasks: { 1: entry(1), 2: entry(2), 3: entry(3, { choice: 'done' }), 7: entry(7, { choice: 'keep' }) },
    own: [
      { ...details, key: 'a', text: 'One' },
      { ...details, key: 'b', text: 'Two' },
    ],
  })
  const plan = planned(before)
  expect(withoutSent(before, before, plan, {}, true)).toEqual(draft())
  // Without the lists nobody has seen the other choices.
  expect(
    Object.keys(
      withoutSent(
        before,
        before,
        planOf(before, [], () => 'keep'),
        {},
        false,
      ).tasks,
    ),
  ).toEqual(['3', '7'])
  const since = {
    note: ' Quiet so far',
    tasks: { ...before.tasks, 1: entry(1, { next: 'Dry towels, then a mop' }) },
    own: before.own.map((each) => (each.key === 'b' ? { ...each, next: 'Wet towels' } : each)),
  }
  const left = withoutSent(since, before, plan, { 3: { general: 'Steps are open' } }, true)
  expect(left.note).toBe(' Quiet so far')
  expect(Object.keys(left.tasks)).toEqual(['1', '3'])
  expect(left.own.map(({ key }) => key)).toEqual(['b'])
})

test('what is more than one handover takes stays for the next', () => {
  const own = Array.from({ length: 52 }, (_, at) => ({ ...details, key: `${at}`, text: 'Thing' }))
  const before = draft({ tasks: { 1: entry(1) }, own })
  const plan = planned(before)
  expect(handoverOf(plan)?.items).toHaveLength(50)
  expect(withoutSent(before, before, plan, {}, true).own.map(({ key }) => key)).toEqual(['49', '50', '51'])
})

test('a handover that was refused joins what was typed since', () => {
  const sent = draft({
    note: 'Before',
    tasks: { 1: entry(1, { toUserId: 'u', ifThen: 'If wet, then mop' }), 3: entry(3) },
    own: [{ ...details, key: 'a', text: 'Guest of 512', severity: 'urgent' }],
  })
  const body = handoverOf(planned(sent))
  const drafted = Object.values(sent.tasks).map(({ task }) => task)
  if (!body) throw new Error('Something is to be handed over.')
  const since = draft({ note: 'Since', tasks: { 3: entry(3, { next: 'Newer' }) } })
  const { note, tasks: merged, own } = withHandover(since, body, drafted)
  expect(note).toBe('Before\n\nSince')
  expect(merged).toEqual({
    1: entry(1, { next: 'Dry towels', toUserId: 'u', ifThen: 'If wet, then mop' }),
    3: entry(3, { next: 'Newer' }),
  })
  expect(own.map(({ text, next, severity }) => [text, next, severity])).toEqual([
    ['Task 3', 'Dry towels', 'act'],
    ['Guest of 512', 'Dry towels', 'urgent'],
  ])
})

test('what was typed for a task that is there no longer becomes a thing without one', () => {
  expect(withoutTask(draft({ tasks: { 1: entry(1), 3: entry(3) } }), 1, 'k')).toEqual(
    draft({ tasks: { 3: entry(3) }, own: [{ ...details, key: 'k', text: 'Task 1' }] }),
  )
})

test('a draft that an earlier build has kept is handed over all the same', () => {
  const { task: _, ...earlier } = entry(8)
  const kept = readKept(JSON.stringify({ by: 'me', draft: { note: '', tasks: { 8: earlier }, own: [] } }))
  expect(handoverOf(planned(kept.draft))).toMatchObject({ items: [{ taskId: 8, next: 'Dry towels' }] })
  expect(withHandover(draft(), { items: [{ taskId: 8, severity: 'act', next: 'Dry towels' }] }, undefined).own).toEqual(
    [expect.objectContaining({ next: 'Dry towels', text: '' })],
  )
})
