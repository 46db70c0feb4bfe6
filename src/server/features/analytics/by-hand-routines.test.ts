import { afterAll, beforeAll, expect, test } from 'vitest'
import { diceOf } from '../../../../sample/story.ts'
import { DAY, dayIn, daysIn, HOUR, hourIn, nights, timeOf } from '../../../../test/support/days-by-hand.ts'
import { isLongRun } from '../../../../test/support/long-run.ts'
import { departmentNames, type PersonName } from '../../../../test/support/people.ts'
import { useTestApp } from '../../../../test/support/test-app.ts'
import { type Period, periods } from '../../../shared/analytics.ts'
import { problemLists } from '../../../shared/analytics-routines.ts'
import { causes } from '../../../shared/routines.ts'
import { outcomes } from '../../../shared/task-kinds.ts'
import { listTasks } from '../tasks/list.ts'
import { listMissedOccurrences } from './missed.ts'
import { listProblems, readProblems } from './problems.ts'
import { readRoutines } from './routines.ts'

/**
 * Counts every figure of routines and problems a second way, in plain TypeScript over all rows and with days and hours
 * as `Intl` tells them, for random data around the nights on which clocks change. It follows every figure to its list,
 * too.
 */

const muster = useTestApp()
/** Four for each night, so that it comes with each period. */
const ROUNDS = isLongRun ? 4 * nights.length : nights.length
const MINUTE = 60_000
const QUARTER = 15 * MINUTE

interface TaskRow {
  id: number
  kind: 'task' | 'routine' | 'problem'
  department: number | null
  assignee: string | null
  routine: number | null
  status: string
  outcome: string | null
  created: number
  occurrence: number | null
  closed: number | null
  taken: number | null
  completed: number | null
  steps: number
  place: string | null
  gone: boolean
}
interface SessionRow {
  person: string
  start: number
  end: number | null
}
interface Dataset {
  now: number
  zone: string
  tasks: TaskRow[]
  sessions: SessionRow[]
}

const names: PersonName[] = ['marta', 'uli', 'lea', 'una', 'milan', 'nora', 'adam', 'gus']
const idOf = (name: PersonName) => muster.fixtures.people[name].id

/** The routines of all rounds: the last one has been deleted. */
const routineIds: number[] = []
beforeAll(async () => {
  for (const [at, name] of ['Air the rooms', 'Check the pool', 'Count the linen', 'Old rounds'].entries()) {
    const { rows } = await muster.services.database.pool.query<{ id: number }>(
      `insert into routines (title, department_id, days, opens_at, due_after_minutes, creator_id, deleted_at)
      values ($1, $2, '* * *', '06:00', 60, $3, case when $4 then now() end) returning id`,
      [name, muster.fixtures.departments.Housekeeping, idOf('gita'), at === 3],
    )
    routineIds.push(rows[0]?.id ?? 0)
  }
})

function randomDataset(seed: number): Dataset {
  const { roll, oneOf, between } = diceOf(seed)
  const [zone, night] = nights[seed % nights.length] as (typeof nights)[number]
  const time = (from: number, to: number) => {
    const drawn = between(from, to)
    return Math.floor(roll() < 0.6 ? drawn - (drawn % QUARTER) : drawn)
  }
  const now = time(Date.parse(night) - 2 * DAY, Date.parse(night) + 20 * DAY)
  const places = [null, ...Object.values(muster.fixtures.departments)]
  const person = () => (roll() < 0.5 ? idOf(oneOf(names)) : null)
  const used = new Set<string>()
  const occurrence = (): TaskRow => {
    const routine = roll() < 0.1 ? null : oneOf(routineIds)
    let opened = time(now - oneOf([1, 6, 6, 33]) * DAY, now)
    while (used.has(`${routine} ${opened}`)) opened += MINUTE
    used.add(`${routine} ${opened}`)
    const outcome = oneOf(['done', 'done', 'late', 'missed', 'missed', 'missed', 'skipped', null])
    const isClosed = outcome === 'missed' || outcome === 'skipped'
    const closed = isClosed ? opened + Math.floor(between(0.2, 20) * HOUR) : null
    const isDone = outcome === 'done' || outcome === 'late'
    return {
      ...{
        id: 0,
        kind: 'routine',
        department: oneOf(places),
        assignee: person(),
        routine,
        outcome,
        occurrence: opened,
      },
      status: isDone ? 'completed' : oneOf(['pending', 'pending', 'overdue', 'in_progress']),
      // After an outage it is recorded when its window is over.
      created: closed !== null && roll() < 0.15 ? closed : opened,
      taken: roll() < 0.2 ? opened + MINUTE : null,
      completed: isDone ? opened + HOUR : null,
      steps: roll() < 0.1 ? 1 : 0,
      closed,
      place: null,
      gone: roll() < 0.08,
    }
  }
  const problem = (): TaskRow => {
    const created = time(now - oneOf([1, 6, 33]) * DAY, now)
    const isDone = roll() < 0.5
    const taken = roll() < 0.6 ? created + Math.floor(between(-2, 40)) * MINUTE : null
    return {
      ...{
        id: 0,
        kind: roll() < 0.9 ? 'problem' : 'task',
        department: oneOf(places),
        assignee: person(),
        routine: null,
      },
      ...{ outcome: null, occurrence: null, closed: null, steps: 0, place: oneOf([null, 'bar', 'BAR', 'pool']) },
      status: isDone ? 'completed' : oneOf(['pending', 'in_progress', 'overdue']),
      created,
      taken,
      // Sometimes somebody is assigned after it was done.
      completed: isDone ? (roll() < 0.2 ? created : (taken ?? created)) + Math.floor(between(0, 3 * HOUR)) : null,
      gone: roll() < 0.1,
    }
  }
  const sessions = Array.from({ length: 14 }, (_, at): SessionRow => {
    const start = time(now - oneOf([1, 8, 30]) * DAY, now)
    const end = start + time(0, oneOf([9, 40]) * HOUR)
    return { person: idOf(names[at % names.length] as PersonName), start, end: at < 3 || end > now ? null : end }
  })
  // One running session for each person.
  const running = new Set<string>()
  for (const session of sessions) {
    if (session.end !== null) continue
    if (running.has(session.person)) session.end = session.start
    running.add(session.person)
  }
  return {
    ...{ now, zone, sessions },
    tasks: [
      ...Array.from({ length: 20 + Math.floor(roll() * 30) }, occurrence),
      ...Array.from({ length: 5 + Math.floor(roll() * 20) }, problem),
    ],
  }
}

async function seedDataset({ tasks, sessions }: Dataset) {
  const { pool } = muster.services.database
  await pool.query('delete from tasks; delete from task_counts; delete from clock_sessions')
  const { rows } = await pool.query<{ id: number }>(
    `insert into tasks (title, folded_title, search_text, creator_id, kind, department_id, assignee_id, routine_id, status, outcome,
      created_at, occurrence_at, closes_at, closed_at, taken_at, completed_at, steps_done, place, deleted_at)
    select 'It', 'it', 'it', $2, kind, department, assignee, routine, status, outcome, created, occurrence, closed, closed, taken,
      completed, steps, place, case when gone then created end
    from json_to_recordset($1) as row (kind text, department int, assignee uuid, routine int, status text, outcome text,
      created timestamptz, occurrence timestamptz, closed timestamptz, taken timestamptz, completed timestamptz, steps int,
      place text, gone boolean)
    returning id`,
    [
      JSON.stringify(
        tasks.map(({ created, occurrence, closed, taken, completed, ...task }) => ({
          ...task,
          ...{ created: timeOf(created), occurrence: timeOf(occurrence), closed: timeOf(closed) },
          ...{ taken: timeOf(taken), completed: timeOf(completed) },
        })),
      ),
      idOf('gita'),
    ],
  )
  for (const [at, { id }] of rows.entries()) Object.assign(tasks[at] as TaskRow, { id })
  await pool.query(
    `insert into clock_sessions (user_id, start_time, end_time, status)
    select person, start, "end", case when "end" is null then 'active' else 'completed' end
    from json_to_recordset($1) as row (person uuid, start timestamptz, "end" timestamptz)`,
    [JSON.stringify(sessions.map((row) => ({ ...row, start: timeOf(row.start), end: timeOf(row.end) })))],
  )
}

/** Why an occurrence was missed, by hand. */
function causeOf({ sessions }: Dataset, task: TaskRow) {
  const [from, to] = [task.occurrence ?? 0, task.closed ?? 0]
  if (to <= task.created) return 'muster_was_down'
  if (task.taken !== null || task.status === 'in_progress' || task.steps > 0) return 'taken_not_finished'
  const ofDepartment = names.filter(
    (name) => task.department !== null && muster.fixtures.people[name].departmentId === task.department,
  )
  const expected = task.assignee === null ? ofDepartment.map(idOf) : [task.assignee]
  const wasThere = sessions.some(({ person, start, end }) => {
    const until = Math.min(end ?? Number.POSITIVE_INFINITY, start + 14 * HOUR)
    return expected.includes(person) && start < to && until > from
  })
  return wasThere ? 'on_duty_not_taken' : 'nobody_on_duty'
}

const countBy = <T>(rows: T[], keyOf: (row: T) => string | number | null) => {
  const groups = new Map<string | number | null, T[]>()
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row])
  return [...groups]
}
const place = (id: number | null) =>
  Object.entries(muster.fixtures.departments).find(([, each]) => each === id)?.[0] ?? 'No department'
const last = (id: number | null) => id ?? Number.POSITIVE_INFINITY

/** The rows that the figures are of. */
function rowsOf({ now, zone, tasks }: Dataset, period: Period, department: number | undefined) {
  const [first, end] = daysIn(period, dayIn(zone, now))
  const isWithin = (time: number | null) => time !== null && dayIn(zone, time) >= first && dayIn(zone, time) <= end
  const there = tasks.filter((task) => !task.gone && (department === undefined || task.department === department))
  const problems = there.filter(({ kind }) => kind === 'problem')
  return {
    days: { from: first, to: end },
    occurrences: there.filter(({ occurrence }) => isWithin(occurrence)),
    reported: problems.filter(({ created }) => isWithin(created)),
    open: problems.filter(({ status }) => status !== 'completed').sort((a, b) => a.created - b.created || a.id - b.id),
  }
}

const outcomesOf = (rows: TaskRow[]) => {
  const count = (outcome: string | null) => rows.filter((row) => row.outcome === outcome).length
  return {
    ...{
      done: count('done'),
      late: count('late'),
      missed: count('missed'),
      skipped: count('skipped'),
      open: count(null),
    },
  }
}

function routinesByHand(dataset: Dataset, occurrences: TaskRow[]) {
  const hourOf = ({ occurrence }: TaskRow) => hourIn(dataset.zone, occurrence ?? 0)
  const missed = occurrences.filter(({ outcome }) => outcome === 'missed')
  const titles = ['Air the rooms', 'Check the pool', 'Count the linen', 'Old rounds']
  return {
    hasRoutines: true,
    total: outcomesOf(occurrences),
    departments: countBy(occurrences, ({ department }) => department)
      .map(([id, rows]) => ({
        departmentId: id as number | null,
        departmentName: place(id as number | null),
        ...outcomesOf(rows),
      }))
      .sort((a, b) => last(a.departmentId) - last(b.departmentId)),
    routines: countBy(occurrences, ({ routine }) => routine)
      .map(([id, rows]) => ({
        routineId: id as number | null,
        title: titles[routineIds.indexOf(Number(id))] ?? 'Deleted routines',
        isDeleted: id === null || id === routineIds[3],
        ...outcomesOf(rows),
        cause: mostFrequentCause(dataset, rows),
      }))
      .sort((a, b) => b.missed - a.missed || b.late - a.late || last(a.routineId) - last(b.routineId)),
    routineCount: countBy(occurrences, ({ routine }) => routine).length,
    hours: countBy(occurrences, (row) => hourOf(row).weekday * 24 + hourOf(row).hour)
      .sort(([a], [b]) => Number(a) - Number(b))
      .map(([, rows]) => ({ ...hourOf(rows[0] as TaskRow), missed: outcomesOf(rows).missed, opened: rows.length })),
    causes: Object.fromEntries(
      causes.map((cause) => [cause, missed.filter((row) => causeOf(dataset, row) === cause).length]),
    ),
  }
}

/** The cause for which most of these were missed; of several, the first in the list of causes. */
function mostFrequentCause(dataset: Dataset, rows: TaskRow[]) {
  const missed = rows.filter(({ outcome }) => outcome === 'missed').map((row) => causeOf(dataset, row))
  const counts = causes.map((cause) => missed.filter((each) => each === cause).length)
  return missed.length === 0 ? null : causes[counts.indexOf(Math.max(...counts))]
}

const median = (values: number[]) => {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  const [low, high] = [sorted[Math.floor(middle)], sorted[Math.ceil(middle)]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}

const listedBy = {
  reported: () => true,
  taken: ({ taken }: TaskRow) => taken !== null,
  done: ({ completed }: TaskRow) => completed !== null,
  not_taken: ({ taken, completed, created }: TaskRow, now: number) =>
    Math.min(taken ?? completed ?? now, completed ?? taken ?? now) > created + 10 * MINUTE,
}

function waitsOf(rows: TaskRow[], now: number) {
  const waits = (field: 'taken' | 'completed') =>
    rows.flatMap((row) => (row[field] === null ? [] : [Math.max(0, (row[field] ?? 0) - row.created)]))
  const minutes = (field: 'taken' | 'completed') => {
    const wait = median(waits(field))
    return wait === null ? null : Math.round(wait / MINUTE)
  }
  const count = (list: keyof typeof listedBy) => rows.filter((row) => listedBy[list](row, now)).length
  return {
    ...{ reported: rows.length, taken: count('taken'), done: count('done'), notTaken: count('not_taken') },
    ...{ minutesToTaken: minutes('taken'), minutesToDone: minutes('completed') },
  }
}

function problemsByHand({ now, zone }: Dataset, reported: TaskRow[], open: TaskRow[]) {
  return {
    total: waitsOf(reported, now),
    departments: countBy(reported, ({ department }) => department)
      .map(([id, rows]) => ({
        departmentId: id as number | null,
        departmentName: place(id as number | null),
        ...waitsOf(rows, now),
      }))
      .sort((a, b) => last(a.departmentId) - last(b.departmentId)),
    hours: countBy(reported, ({ created }) => hourIn(zone, created).hour)
      .sort(([a], [b]) => Number(a) - Number(b))
      .map(([hour, rows]) => ({ hour, ...waitsOf(rows, now) })),
    places: countBy(reported, ({ place: where }) => where?.toLowerCase() ?? null)
      .filter(([key]) => key !== null)
      .map(([key, rows]) => ({
        place: rows.map(({ place: where }) => where).sort()[0],
        code: null,
        key,
        ...waitsOf(rows, now),
      }))
      .sort((a, b) => b.reported - a.reported || String(a.key).localeCompare(String(b.key)))
      .map(({ key: _, ...row }) => row),
    kinds: reported.length === 0 ? [] : [{ title: 'It', ...waitsOf(reported, now) }],
    open: open.length,
  }
}

const input = <Q>(query: Q) => ({ params: {}, query, body: undefined })

/** All rows of a list, page by page. */
async function allPages<Row>(read: (after: string | undefined) => Promise<{ rows: Row[]; next: string | null }>) {
  const rows: Row[] = []
  let after: string | undefined
  for (;;) {
    const page = await read(after)
    rows.push(...page.rows)
    if (page.next === null) return rows
    after = page.next
  }
}

const seen = { missed: 0, late: 0, causes: 0, taken: 0, done: 0, open: 0 }

test(`every figure of ${ROUNDS} random sets of data, and its list, is the one counted by hand`, {
  timeout: 120_000,
}, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const dataset = randomDataset(round)
    const { now, zone } = dataset
    await seedDataset(dataset)
    const period = periods[round % periods.length] as Period
    const departmentId =
      round % 4 === 3 ? muster.fixtures.departments[departmentNames[round % 3] ?? 'Housekeeping'] : undefined
    const when = `round ${round}: ${period} at ${timeOf(now)} in ${zone}, department ${departmentId}`
    const { days, occurrences, reported, open } = rowsOf(dataset, period, departmentId)
    const ctx = muster.contextOf('marta', new Date(now))
    const there = { ...ctx, services: { ...ctx.services, config: { ...ctx.services.config, timeZone: zone } } }
    const query = { period, departmentId }

    const routines = await readRoutines(there, input(query))
    expect(routines, when).toEqual(routinesByHand(dataset, occurrences))
    const { oldest, ...problems } = await readProblems(there, input(query))
    expect(problems, when).toEqual(problemsByHand(dataset, reported, open))
    expect(
      oldest.map(({ id }) => id),
      when,
    ).toEqual(open.slice(0, 10).map(({ id }) => id))

    // The lists of tasks that figures link to.
    for (const outcome of outcomes) {
      const filter = { departmentId, outcome, occurredFrom: days.from, occurredTo: days.to }
      const list = (await listTasks(there, input(filter))).read()
      expect(list.total, `${when}, ${outcome}`).toBe(routines.total[outcome])
      const [worst] = routines.routines
      if (!worst?.routineId) continue
      const own = (await listTasks(there, input({ ...filter, routineId: worst.routineId }))).read()
      expect(own.total, `${when}, ${outcome} of ${worst.title}`).toBe(worst[outcome])
    }
    const filter = { departmentId, kind: 'problem', createdFrom: days.from, createdTo: days.to } as const
    expect((await listTasks(there, input(filter))).read().total, when).toBe(problems.total.reported)

    // The lists of their own.
    const missed = occurrences
      .filter(({ outcome }) => outcome === 'missed')
      .sort((a, b) => (b.occurrence ?? 0) - (a.occurrence ?? 0) || b.id - a.id)
    const hourOf = (row: TaskRow) => hourIn(zone, row.occurrence ?? 0)
    const [some] = missed
    const { weekday, hour } = some ? hourOf(some) : { weekday: 1, hour: 3 }
    const narrowed = [
      [{}, missed],
      ...causes.map((cause) => [{ cause }, missed.filter((row) => causeOf(dataset, row) === cause)] as const),
      [{ weekday, hour }, missed.filter((row) => hourOf(row).weekday === weekday && hourOf(row).hour === hour)],
      [{ routineId: routineIds[0] }, missed.filter(({ routine }) => routine === routineIds[0])],
    ] as const
    for (const [by, expected] of narrowed) {
      const rows = await allPages(async (after) => {
        const { occurrences: rows, next } = await listMissedOccurrences(
          there,
          input({ ...query, ...by, after, limit: 3 }),
        )
        return { rows, next }
      })
      const wanted = expected.map((row) => [row.id, causeOf(dataset, row)])
      expect(
        rows.map(({ taskId, cause }) => [taskId, cause]),
        `${when}, ${JSON.stringify(by)}`,
      ).toEqual(wanted)
    }
    for (const list of problemLists) {
      const expected =
        list === 'open'
          ? open
          : reported.filter((row) => listedBy[list](row, now)).sort((a, b) => b.created - a.created || b.id - a.id)
      const rows = await allPages(async (after) => {
        const { problems: rows, next } = await listProblems(there, input({ ...query, list, after, limit: 3 }))
        return { rows, next }
      })
      expect(
        rows.map(({ id }) => id),
        `${when}, ${list}`,
      ).toEqual(expected.map(({ id }) => id))
    }
    seen.missed += routines.total.missed
    seen.late += routines.total.late
    seen.causes += Object.values(routines.causes).filter((count) => count > 0).length
    seen.taken += problems.total.taken
    seen.done += problems.total.done
    seen.open += problems.open
  }
})

afterAll(() => {
  // The data had something to count.
  for (const sum of Object.values(seen)) expect(sum).toBeGreaterThan(ROUNDS)
})
