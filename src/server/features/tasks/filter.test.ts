import { beforeAll, expect, test } from 'vitest'
import { isLongRun } from '../../../../test/support/long-run.ts'
import { type PersonName, personNames } from '../../../../test/support/people.ts'
import { putProject } from '../../../../test/support/tasks.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { diceOf } from '../../../../test/support/writers.ts'
import { may } from '../../../shared/permissions.ts'
import { matches, statusesOf } from '../../../shared/task-filter.ts'
import { closedOutcomes, outcomes, taskKinds } from '../../../shared/task-kinds.ts'
import { type BoardFilter, dueFilters } from '../../../shared/task-query.ts'
import { priorities, shownStatus, statuses } from '../../../shared/task-status.ts'
import type { Task } from '../../../shared/tasks.ts'
import { routines } from '../../db/tables/routines.ts'
import { tasks } from '../../db/tables/tasks.ts'
import { listTasks, readBoard } from './list.ts'

/** Pages use `matches` and `shownStatus` for their lists and counts: they must agree with the server's SQL. */

const muster = useTestApp()
const TASKS = 300
const FILTERS = isLongRun ? 400 : 60
const AT_ONCE = 20
const dice = diceOf(20)
const pick = <T>(list: readonly T[]) => list[Math.floor(dice() * list.length)] as T
const perhaps = <T>(chance: number, value: () => T) => (dice() < chance ? value() : undefined)

/** Around midnight in the zone of the deployment, also where the clocks change. */
const midnights = [
  '2026-03-28T23:00Z',
  '2026-03-29T22:00Z',
  '2026-06-14T22:00Z',
  '2026-10-24T22:00Z',
  '2026-10-25T23:00Z',
]
const days = ['2026-03-28', '2026-03-29', '2026-06-14', '2026-06-15', '2026-10-24', '2026-10-25', '2026-10-26']
const time = () =>
  new Date(Date.parse(pick(midnights)) + pick([-3_600_000, -1_000, -1, 0, 1, 999, 3_600_000])).toISOString()

const words = ['pool', 'VIP', 'linen', 'ärgerlich', 'with "quotes"']

const all: Task[] = []
const projects: number[] = []
const routineIds: number[] = []
beforeAll(async () => {
  for (const name of ['Roof', 'Garden']) projects.push((await putProject(muster, name)).id)
  const { people, departments } = muster.fixtures
  for (const title of ['Check the pool', 'Count the linen']) {
    const fields = {
      title,
      departmentId: departments.Housekeeping,
      days: '* * *',
      opensAt: '06:00',
      dueAfterMinutes: 60,
    }
    const [routine] = await muster.services.database.orm
      .insert(routines)
      .values({ ...fields, creatorId: people.gita.id })
      .returning({ id: routines.id })
    routineIds.push(routine?.id ?? 0)
  }
  const someone = () => people[pick(personNames)].id
  // Each occurrence of a routine has a time of its own.
  const opened = new Set<string | null>()
  const opening = () => {
    for (;;) {
      const at = new Date(Date.parse(time()) + Math.floor(dice() * 3_000)).toISOString()
      if (!opened.has(at)) return opened.add(at) && at
    }
  }
  const values = Array.from({ length: TASKS }, () => {
    const status = pick(statuses)
    const kind = pick(taskKinds)
    const outcome = kind === 'routine' ? pick([...outcomes, null]) : null
    const isClosed = outcome !== null && closedOutcomes.includes(outcome)
    return {
      ...{ kind, outcome, closedAt: isClosed ? time() : null },
      // A routine that is gone has left its occurrences behind.
      routineId: kind === 'routine' ? pick([...routineIds, ...routineIds, null]) : null,
      occurrenceAt: kind === 'routine' ? opening() : null,
      ...{ title: 'Air the rooms', foldedTitle: 'air the rooms', searchText: 'air the rooms', status },
      priority: pick(priorities),
      departmentId: pick([...Object.values(departments), null]),
      assigneeId: pick([someone(), someone(), null]),
      creatorId: someone(),
      projectId: pick([...projects, null]),
      dueDate: pick([time(), time(), null]),
      completedAt: status === 'completed' ? time() : null,
      createdAt: time(),
      deletedAt: perhaps(0.1, time) ?? null,
      tags: words.filter(() => dice() < 0.4),
      place: pick(['Room 1', 'Room 2', null]),
    }
  })
  const rows = await muster.services.database.orm.insert(tasks).values(values).returning({ id: tasks.id })
  all.push(...rows.map(({ id }, at) => ({ ...values[at], id }) as Task))
})

const filter = (name: PersonName): BoardFilter => {
  const { role, departmentId } = muster.fixtures.people[name]
  const isManager = may({ id: '', role, departmentId }, 'task:read', {})
  const departments = isManager ? Object.values(muster.fixtures.departments) : [departmentId ?? 0]
  const chosen = {
    departmentId: isManager || departmentId ? perhaps(0.3, () => pick(departments)) : undefined,
    priority: perhaps(0.3, () => pick(priorities)),
    assigneeId: perhaps(0.2, () => pick(['none', muster.fixtures.people[pick(personNames)].id] as const)),
    projectId: perhaps(0.3, () => pick([...projects, 'none'] as const)),
    tags: perhaps(0.2, () => words.filter(() => dice() < 0.3)),
    due: perhaps(0.4, () => pick(dueFilters)),
    open: perhaps(0.2, () => 'true' as const),
    dueFrom: perhaps(0.2, () => pick(days)),
    dueTo: perhaps(0.2, () => pick(days)),
    status: perhaps(0.4, () => pick(statuses)),
    completedFrom: perhaps(0.2, () => pick(days)),
    completedTo: perhaps(0.2, () => pick(days)),
    createdFrom: perhaps(0.2, () => pick(days)),
    createdTo: perhaps(0.2, () => pick(days)),
    kind: perhaps(0.2, () => pick(taskKinds)),
    place: perhaps(0.2, () => pick(['room 1', 'ROOM 2'])),
    routineId: perhaps(0.15, () => pick(routineIds)),
    outcome: perhaps(0.2, () => pick(outcomes)),
    occurredFrom: perhaps(0.15, () => pick(days)),
    occurredTo: perhaps(0.15, () => pick(days)),
  }
  return Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== undefined))
}

test('the predicate that pages share with the server finds the same tasks, and counts the same', async () => {
  const { timeZone } = muster.services.config
  let found = 0
  const tryOne = async () => {
    const name = pick(personNames)
    const viewer = muster.fixtures.people[name]
    const query = filter(name)
    const now = new Date(time())
    const label = `${name} at ${now.toISOString()}: ${JSON.stringify(query)}`
    const matching = all.filter(
      (task) =>
        task.deletedAt === null &&
        // Those that are closed stand only in lists that ask for their outcome.
        (task.closedAt === null || query.outcome !== undefined) &&
        may(viewer, 'task:read', task) &&
        matches(query, task, { now: now.getTime(), timeZone }),
    )
    const ofStatus = (status: string) => matching.filter((task) => shownStatus(task, now.getTime()) === status)
    const input = { params: {}, query, body: undefined }
    const ctx = muster.contextOf(name, now)
    const replies = await Promise.all([readBoard(ctx, input), listTasks(ctx, input)])
    const [board, list] = [replies[0].read(), replies[1].read()]
    const wanted = statusesOf(query)
    for (const status of statuses) {
      const expected = wanted.includes(status) ? ofStatus(status).length : 0
      expect(board[status].total, `${label}, ${status}`).toBe(expected)
    }
    const expected = wanted.flatMap((status) => ofStatus(status).map(({ id }) => id))
    expect(list.tasks.map(({ id }) => id).sort(), label).toEqual(expected.sort())
    expect(list.total, label).toBe(expected.length)
    found += expected.length
  }
  // Not all at once: those that wait for a connection give up after some seconds.
  for (let tried = 0; tried < FILTERS; tried += AT_ONCE) await Promise.all(Array.from({ length: AT_ONCE }, tryOne))
  expect(found).toBeGreaterThan(FILTERS)
})
