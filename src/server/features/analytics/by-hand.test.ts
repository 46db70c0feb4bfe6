import { afterAll, expect, test } from 'vitest'
import { diceOf } from '../../../../sample/story.ts'
import { DAY, dayAfter, dayIn, daysIn, HOUR, nights, timeOf } from '../../../../test/support/days-by-hand.ts'
import { isLongRun } from '../../../../test/support/long-run.ts'
import { departmentNames, type PersonName } from '../../../../test/support/people.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { type Period, periods, type TrendMetric, trendMetrics } from '../../../shared/analytics.ts'
import { sumUpTaskSums } from '../../core/counts/task-sums.ts'
import { listOverdue } from './overdue.ts'
import { readPerformance } from './performance.ts'
import { readSummary } from './summary.ts'
import { readTrends } from './trends.ts'
import { readWorkload } from './workload.ts'

/**
 * Computes every figure a second way, in plain TypeScript over all rows, with days as `Intl` tells them and without
 * `shared/time/time.ts`, for random data in many zones around the nights on which their clocks change.
 */

const muster = useTestApp()
const ROUNDS = isLongRun ? 200 : 20

interface TaskRow {
  id: number
  title: string
  department: number | null
  assignee: string | null
  status: string
  due: number | null
  created: number
  completed: number | null
  isDeleted: boolean
}
interface SessionRow {
  person: string
  department: number | null
  start: number
  end: number | null
}
interface Dataset {
  now: number
  zone: string
  tasks: TaskRow[]
  sessions: SessionRow[]
}

const people: (PersonName | null)[] = [null, 'marta', 'uli', 'lea', 'una', 'milan', 'nora', 'adam', 'gita', 'gus']
const idOf = (name: PersonName) => muster.fixtures.people[name].id

function randomDataset(seed: number): Dataset {
  const { roll, oneOf, between } = diceOf(seed)
  const [zone, night] = nights[seed % nights.length] as (typeof nights)[number]
  // Often at a full quarter of an hour, and so sometimes exactly at midnight.
  const time = (from: number, to: number) => {
    const drawn = between(from, to)
    return Math.floor(roll() < 0.5 ? drawn : drawn - (drawn % (HOUR / 4)))
  }
  const now = time(Date.parse(night) - 3 * DAY, Date.parse(night) + 33 * DAY)
  const places = [null, ...Object.values(muster.fixtures.departments)]
  const tasks = Array.from({ length: 10 + Math.floor(roll() * 50) }, (_, at): TaskRow => {
    const created = time(now - oneOf([1, 8, 33, 90]) * DAY, now)
    const status = oneOf(['pending', 'in_progress', 'completed', 'completed', 'completed', 'overdue'])
    const person = oneOf(people)
    return {
      id: 0,
      title: `Task ${at}`,
      department: oneOf(places),
      assignee: person && idOf(person),
      status,
      due: roll() < 0.15 ? null : time(now - oneOf([2, 35]) * DAY, now + 5 * DAY),
      created,
      // Now and then before it was created, as if the clock was put back in between.
      completed: status === 'completed' ? time(roll() < 0.05 ? created - HOUR : created, now) : null,
      isDeleted: roll() < 0.1,
    }
  })
  const sessions = Array.from({ length: 15 }, (_, at): SessionRow => {
    const start = time(now - oneOf([1, 9, 40]) * DAY, now)
    const end = Math.min(now, start + time(0, oneOf([9, 200]) * HOUR))
    const person = people[1 + (at % 9)] as PersonName
    return { person: idOf(person), department: oneOf(places), start, end: at < 4 ? null : Math.max(start, end) }
  })
  return { now, zone, tasks, sessions }
}

const asJson = (tasks: TaskRow[]) =>
  JSON.stringify(
    tasks.map(({ due, created, completed, isDeleted, ...task }) => ({
      ...task,
      ...{ due: timeOf(due), created: timeOf(created), completed: timeOf(completed), gone: isDeleted },
    })),
  )

/** In every second round tasks are first written as the next ones, and partly summed up before they change. */
async function seedDataset({ now, tasks, sessions }: Dataset, round: number) {
  const isChanged = round % 2 === 1
  const other = ({ department, status, created, completed, isDeleted }: TaskRow) => ({
    ...{ department, status, created, completed, isDeleted },
  })
  const first = isChanged ? tasks.map((task, at) => ({ ...task, ...other(tasks.at(at - 1) as TaskRow) })) : tasks
  const { pool } = muster.services.database
  await pool.query('delete from tasks; delete from task_counts; delete from task_sums; delete from task_sum_changes')
  await pool.query('delete from clock_sessions')
  const { rows } = await pool.query<{ id: number }>(
    `insert into tasks (title, folded_title, search_text, creator_id, department_id, assignee_id, status, due_date, created_at,
      completed_at, deleted_at)
    select title, title, title, $2, department, assignee, status, due, created, completed, case when gone then created end
    from json_to_recordset($1) as row (title text, department int, assignee uuid, status text, due timestamptz,
      created timestamptz, completed timestamptz, gone boolean)
    returning id`,
    [asJson(first), idOf('gita')],
  )
  for (const [at, { id }] of rows.entries()) Object.assign(tasks[at] as TaskRow, { id })
  if (isChanged) {
    await muster.services.database.transaction((db) => sumUpTaskSums({ db, now: new Date(now) }))
    await pool.query(
      `update tasks set department_id = department, status = row.status, created_at = created, completed_at = completed,
        deleted_at = case when gone then created end
      from json_to_recordset($1) as row (id int, department int, status text, created timestamptz, completed timestamptz, gone boolean)
      where tasks.id = row.id`,
      [asJson(tasks)],
    )
  }
  await pool.query(
    `insert into clock_sessions (user_id, department_id, start_time, end_time, status)
    select person, department, start, "end", case when "end" is null then 'active' else 'completed' end
    from json_to_recordset($1) as row (person uuid, department int, start timestamptz, "end" timestamptz)`,
    [JSON.stringify(sessions.map((row) => ({ ...row, start: timeOf(row.start), end: timeOf(row.end) })))],
  )
}

const mean = (tasks: TaskRow[]) =>
  tasks.length === 0
    ? 0
    : tasks.reduce((sum, { created, completed }) => sum + Math.max(0, (completed ?? 0) - created) / HOUR, 0) /
      tasks.length

/** Every figure of the data, counted by hand. */
function countByHand(dataset: Dataset, period: Period, department: number | undefined) {
  const { now, zone } = dataset
  // Finding a time's day takes long, so that it is done once for each.
  const known = new Map<number, string>()
  const day = (time: number) => {
    const date = known.get(time) ?? dayIn(zone, time)
    known.set(time, date)
    return date
  }
  const today = day(now)
  const [first, last] = daysIn(period, today)
  const isWithin = (time: number | null) => time !== null && day(time) >= first && day(time) <= last
  const tasks = dataset.tasks.filter(
    (task) => !task.isDeleted && (department === undefined || task.department === department),
  )
  const summaryOf = (from: string, to: string) => {
    const isThere = (time: number | null) => time !== null && day(time) >= from && day(time) <= to
    const done = tasks.filter((task) => isThere(task.completed))
    return {
      totalCompleted: done.length,
      totalCreated: tasks.filter(({ created }) => isThere(created)).length,
      avgCompletionTime: mean(done),
    }
  }
  const completed = tasks.filter((task) => isWithin(task.completed))
  const open = tasks.filter(({ status }) => status !== 'completed')
  const overdue = open.filter(({ status, due }) => status === 'overdue' || (due !== null && due < now))
  const inDepartment = <T extends { department: number | null }>(rows: T[], place: number | null) =>
    rows.filter((row) => row.department === place)

  /** The instant at which a day begins: found by halving, as the first that shows that day or a later one. */
  const edge = (date: string) => {
    let [low, high] = [Date.parse(date) - 2 * DAY, Date.parse(date) + 2 * DAY]
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2)
      if (day(middle) >= date) high = middle
      else low = middle
    }
    return high
  }
  const [begin, end] = [edge(first), Math.min(now, edge(dayAfter(last, 1)))]
  const worked = (session: SessionRow) =>
    Math.max(0, Math.min(session.end ?? now, end) - Math.max(session.start, begin)) / HOUR

  const month = Array.from({ length: 30 }, (_, at) => dayAfter(today, at - 29))
  const trends: Record<TrendMetric, (date: string) => number> = {
    tasks: (date) => tasks.filter(({ completed }) => completed !== null && day(completed) === date).length,
    duration: (date) => mean(tasks.filter(({ completed }) => completed !== null && day(completed) === date)),
    overdue: (date) =>
      date === today
        ? overdue.length
        : tasks.filter(
            ({ due, created, completed }) =>
              due !== null &&
              day(due) <= date &&
              day(created) <= date &&
              (completed === null || (day(completed) > date && due < completed)),
          ).length,
  }
  const names = new Map(Object.values(muster.fixtures.people).map((person) => [person.id, person]))
  const doers = [...names.keys()].map((id) => ({ id, done: completed.filter(({ assignee }) => assignee === id) }))
  const places = [...Object.entries(muster.fixtures.departments), ['No department', null] as const]
  return {
    summary: { ...summaryOf(first, last), totalOverdue: overdue.length },
    // 36 days that lie further back than sums are kept, and those before.
    earlier: { ...summaryOf(dayAfter(today, -75), dayAfter(today, -40)), totalOverdue: overdue.length },
    beforeEarlier: summaryOf(dayAfter(today, -111), dayAfter(today, -76)),
    trends: Object.fromEntries(
      trendMetrics.map((metric) => [metric, month.map((date) => ({ date, value: trends[metric](date) }))]),
    ),
    workload: places
      .filter(([, place]) => department === undefined || place === department)
      .map(([departmentName, place]) => ({
        departmentId: place,
        departmentName,
        active: inDepartment(open, place).length,
        completed: inDepartment(completed, place).length,
        overdue: inDepartment(overdue, place).length,
        hoursWorked: inDepartment(dataset.sessions, place).reduce((sum, session) => sum + worked(session), 0),
      }))
      .filter((row) => row.departmentId !== null || row.active + row.completed + row.hoursWorked > 0.005),
    performance: doers
      .filter(({ done }) => done.length > 0)
      .map(({ id, done }) => ({ ...nameOf(names.get(id)), tasksCompleted: done.length, avgDurationHours: mean(done) }))
      .sort((a, b) => b.tasksCompleted - a.tasksCompleted || a.avgDurationHours - b.avgDurationHours)
      .slice(0, 10),
    overdue: overdue
      .sort((a, b) => (a.due ?? Number.POSITIVE_INFINITY) - (b.due ?? Number.POSITIVE_INFINITY) || a.id - b.id)
      .map(({ id, title, department: place, assignee, due }) => ({
        id,
        title,
        departmentName: places.find(([name, each]) => each === place && name !== 'No department')?.[0] ?? null,
        assigneeName: assignee && nameOf(names.get(assignee)).userName,
        dueDate: timeOf(due),
        daysOverdue: due === null ? 0 : Math.max(0, (Date.parse(today) - Date.parse(day(due))) / DAY),
      })),
  }
}

const nameOf = (person: { id: string; firstName: string; lastName: string } | undefined) => ({
  userId: person?.id,
  userName: `${person?.firstName} ${person?.lastName}`,
  firstName: person?.firstName,
  lastName: person?.lastName,
})

/** Hours are rounded to a hundredth. */
const HUNDREDTHS = new Set(['avgCompletionTime', 'avgDurationHours', 'hoursWorked', 'value'])
const near = (metrics: unknown) =>
  JSON.parse(JSON.stringify(metrics), (key, value) =>
    HUNDREDTHS.has(key) && !Number.isInteger(value) ? expect.closeTo(value, 1.9) : value,
  )

async function readFigures({ now, zone }: Dataset, period: Period, departmentId: number | undefined) {
  const ctx = muster.contextOf('marta', new Date(now))
  const there = { ...ctx, services: { ...ctx.services, config: { ...ctx.services.config, timeZone: zone } } }
  const input = <Q>(query: Q) => ({ params: {}, query, body: undefined })
  const ofPeriod = input({ period, departmentId })
  const today = dayIn(zone, now)
  const chosen = input({ from: dayAfter(today, -75), to: dayAfter(today, -40), departmentId })
  const [{ before: _, yearBefore: __, ...summary }, past, workload, performance, overdue, ...trends] =
    await Promise.all([
      readSummary(there, ofPeriod),
      readSummary(there, chosen),
      readWorkload(there, ofPeriod),
      readPerformance(there, ofPeriod),
      listOverdue(there, input({ departmentId })),
      ...trendMetrics.map((metric) => readTrends(there, input({ metric, departmentId }))),
    ])
  const { before: beforeEarlier, yearBefore: ___, ...earlier } = past
  return {
    ...{ summary, earlier, beforeEarlier },
    trends: Object.fromEntries(trendMetrics.map((metric, at) => [metric, trends[at]])),
    workload,
    performance,
    overdue,
  }
}

const seen = { completed: 0, overdue: 0, hours: 0, late: 0, earlier: 0 }

test(`every figure of ${ROUNDS} random sets of data is the one counted by hand`, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const dataset = randomDataset(round)
    await seedDataset(dataset, round)
    const period = periods[round % periods.length] as Period
    const departmentId =
      round % 4 === 3 ? muster.fixtures.departments[departmentNames[round % 3] ?? 'Housekeeping'] : undefined
    const metrics = await readFigures(dataset, period, departmentId)
    const when = `round ${round}: ${period} at ${timeOf(dataset.now)} in ${dataset.zone}, department ${departmentId}`
    expect(metrics, when).toEqual(near(countByHand(dataset, period, departmentId)))
    seen.completed += metrics.summary.totalCompleted
    seen.overdue += metrics.overdue.length
    seen.earlier += metrics.earlier.totalCreated
    seen.hours += metrics.workload.reduce((sum, { hoursWorked }) => sum + hoursWorked, 0)
    seen.late += metrics.trends.overdue?.reduce((sum, { value }) => sum + value, 0) ?? 0
  }
})

afterAll(() => {
  // The data had something to count.
  for (const sum of Object.values(seen)) expect(sum).toBeGreaterThan(ROUNDS)
})
