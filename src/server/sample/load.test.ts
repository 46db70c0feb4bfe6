import { asc, eq, sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { isLongRun } from '../../../test/support/long-run.ts'
import { useTestApp } from '../../../test/support/test-app.ts'
import { authApi } from '../../shared/auth.ts'
import { kindOf } from '../../shared/reminders.ts'
import { causes } from '../../shared/routines.ts'
import { outcomes } from '../../shared/task-kinds.ts'
import { type Status, shownStatus } from '../../shared/task-status.ts'
import { tasksApi } from '../../shared/tasks.ts'
import { boundsOf, startOfDay, weekOf } from '../../shared/time/time.ts'
import { needsReview } from '../../shared/worked-time.ts'
import { contextFor, inTransaction } from '../core/context.ts'
import { missedCause } from '../core/counts/missed-cause.ts'
import { absenceShifts, absences } from '../db/tables/absences.ts'
import { auditLogs } from '../db/tables/audit-log.ts'
import { clockSessions } from '../db/tables/clock.ts'
import { departments } from '../db/tables/departments.ts'
import { notifications } from '../db/tables/notifications.ts'
import { reminders } from '../db/tables/reminders.ts'
import { plannedShifts, shiftExchanges, shiftTemplates } from '../db/tables/roster.ts'
import { routines } from '../db/tables/routines.ts'
import { tasks } from '../db/tables/tasks.ts'
import { users } from '../db/tables/users.ts'
import { readBriefing } from '../features/briefing/read.ts'
import { listPeriodHours } from '../features/hours/list.ts'
import { acceptExchange } from '../features/roster/exchange-accept.ts'
import { listMissing } from '../features/roster/missing.ts'
import { readOwnRoster } from '../features/roster/own.ts'
import { loadSampleHotel, SAMPLE_ACCOUNTS } from './load.ts'
import { SAMPLE_PASSWORD } from './staff.ts'

const ZONE = 'Europe/Berlin'
const HOUR = 3_600_000
const muster = useTestApp({ TIME_ZONE: ZONE })

const timeOf = (iso: string | null) => (iso === null ? Number.NaN : Date.parse(iso))

/** Empties the database and loads the sample hotel as of a time. */
async function loadAt(now: Date) {
  const { orm } = muster.services.database
  await orm.execute(sql`truncate departments, sign_in_tries restart identity cascade`)
  await inTransaction(contextFor(muster.services, null, now), loadSampleHotel)
  return {
    tasks: await orm.select().from(tasks).orderBy(asc(tasks.id)),
    audit: await orm.select().from(auditLogs).orderBy(asc(auditLogs.id)),
    notifications: await orm.select().from(notifications),
    clock: await orm.select().from(clockSessions).orderBy(asc(clockSessions.userId), asc(clockSessions.startTime)),
    reminders: await orm.select().from(reminders),
  }
}

/** A person of the hotel, by the e-mail address. */
async function viewerOf(email: string) {
  const [person] = await muster.services.database.orm
    .select({ user: users, department: { id: departments.id, name: departments.name } })
    .from(users)
    .innerJoin(departments, eq(departments.id, users.departmentId))
    .where(eq(users.email, email))
  if (!person) throw new Error(`${email} is missing`)
  return { ...person.user, department: person.department }
}

/** The titles of the tasks, by the time at which the hotel was loaded. */
const titlesAt = new Map<string, string[]>()
const NOON = '2026-11-20T11:00:00.000Z'
const EVENING = '2026-11-20T22:30:00.000Z'
const NEXT_WEEK = '2026-11-22T23:00:00.000Z'

/** The hardest first: little of the day is left. */
const loads = [
  ['late in the evening', EVENING],
  ['at noon', NOON],
  ['at midnight', NEXT_WEEK],
  ['in the night when the clocks go back', '2026-10-25T01:30:00.000Z'],
] as const

describe.each(isLongRun ? loads : loads.slice(0, 1))('the sample hotel loaded %s', (_, iso) => {
  const now = Date.parse(iso)
  let hotel: Awaited<ReturnType<typeof loadAt>>
  beforeAll(async () => {
    hotel = await loadAt(new Date(now))
    const planned = hotel.tasks.filter(({ kind }) => kind === 'task')
    titlesAt.set(iso, planned.map(({ title }) => title).sort())
  })

  test('has nothing in the future, and everything in order', () => {
    for (const { title, kind, createdAt, updatedAt, completedAt, dueDate } of hotel.tasks) {
      expect(timeOf(createdAt), title).toBeLessThan(now)
      expect(timeOf(updatedAt), title).toBeLessThanOrEqual(now)
      expect(timeOf(completedAt) <= timeOf(createdAt), title).toBe(false)
      // Occurrences of the outage were recorded after it.
      if (kind !== 'routine') expect(timeOf(dueDate) <= timeOf(createdAt), title).toBe(false)
    }
    const times = hotel.audit.map((entry) => timeOf(entry.createdAt))
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    expect(times.at(-1)).toBeLessThanOrEqual(now)
  })

  test('has tasks in every column', () => {
    const planned = hotel.tasks.filter(({ kind }) => kind === 'task')
    const shown = (status: Status) => planned.filter((task) => shownStatus(task, now) === status).length
    expect(shown('overdue')).toBe(12)
    expect(shown('in_progress')).toBeGreaterThan(10)
    expect(shown('pending')).toBeGreaterThan(40)
    const completedToday = planned.filter((task) => timeOf(task.completedAt) >= startOfDay(now, ZONE))
    expect(completedToday).toHaveLength(11)
  })

  test('has nothing that falls due within two hours', () => {
    const soon = hotel.tasks.filter(
      ({ dueDate, kind }) => kind === 'task' && timeOf(dueDate) >= now && timeOf(dueDate) < now + 2 * HOUR,
    )
    expect(soon).toEqual([])
  })

  test('has nine weeks of hours, people on the clock, and one person who forgot to clock out', () => {
    const running = hotel.clock.filter(({ endTime }) => endTime === null)
    expect(running.length).toBeGreaterThanOrEqual(4)
    expect(running.length).toBeLessThan(20)
    // Somebody else has stated a break.
    expect(hotel.clock.filter((session) => needsReview(session, now))).toHaveLength(2)
    // Four corrections, and hours that were added.
    expect(hotel.clock.filter(({ correctionReason }) => correctionReason)).toHaveLength(5)
    expect(hotel.clock.length).toBeGreaterThan(500)
    hotel.clock.forEach(({ userId, startTime, endTime }, index) => {
      expect(timeOf(startTime)).toBeLessThan(now)
      expect(timeOf(endTime) > now).toBe(false)
      const next = hotel.clock[index + 1]
      if (next?.userId === userId) expect(timeOf(endTime)).toBeLessThanOrEqual(timeOf(next.startTime))
    })
  })

  test('has a contract for everybody who clocks in, breaks, and holidays that lie in the past and ahead', async () => {
    const { pool } = muster.services.database
    const { rows: without } = await pool.query(`select first_name from users where role <> 'guest' and not exists
      (select from work_contracts where user_id = users.id and from_date <= current_date)`)
    expect(without).toEqual([])
    const { rows: later } = await pool.query('select user_id from work_contracts group by user_id having count(*) > 1')
    expect(later).toHaveLength(2)
    const { rows: taken } = await pool.query('select count(*)::int as breaks from breaks')
    expect(taken[0].breaks).toBeGreaterThan(200)
    const { rows: days } = await pool.query<{ date: string }>('select date::text from holidays')
    const today = new Date(now).toISOString().slice(0, 10)
    expect(days.filter(({ date }) => date < today).length).toBeGreaterThan(8)
    expect(days.filter(({ date }) => date > today).length).toBeGreaterThan(8)
    // Easter Monday of 2026.
    expect(days.map(({ date }) => date)).toContain('2026-04-06')
  })

  test('has approved hours of last month, and an objection and people to look at in this month', async () => {
    const ctx = contextFor(muster.services, await viewerOf('god@muster.example'), new Date(now))
    const hoursIn = async (period: string) =>
      (await listPeriodHours(ctx, { params: {}, query: { period }, body: undefined })).people
    const day = (time: number) => new Date(time).toISOString().slice(0, 10)
    const last = await hoursIn(day(now - 30 * 24 * HOUR))
    // Payroll has received the hours of last month, of everybody.
    expect(last.filter(({ status }) => status === 'exported').length).toBeGreaterThan(15)
    expect(last.filter(({ total, status }) => total > 0 && status !== 'exported')).toEqual([])
    const { rows: runs } = await muster.services.database.pool.query('select people, lines from payroll_runs')
    expect(runs).toEqual([{ people: expect.any(Number), lines: expect.any(Number) }])
    expect(runs[0].lines).toBeGreaterThan(300)
    const current = await hoursIn(day(now))
    expect(current.filter(({ objection }) => objection)).toHaveLength(1)
    expect(hotel.clock.filter(({ startedOffline }) => startedOffline)).toHaveLength(1)
    const strange = current.filter(
      ({ objection, toReview, warnings }) => objection || toReview > 0 || warnings.length > 0,
    )
    expect(strange.length).toBeGreaterThanOrEqual(6)
    expect(strange.length).toBeLessThan(15)
  })

  test('has twelve reminders of all kinds, and none fires within two hours', () => {
    expect(hotel.reminders).toHaveLength(12)
    expect(hotel.reminders.filter(({ cronRule }) => cronRule)).toHaveLength(6)
    const kinds = hotel.reminders.map(kindOf)
    expect(new Set(kinds)).toEqual(new Set(['personal', 'department', 'general']))
    const fired = hotel.reminders.filter(({ lastTriggered }) => lastTriggered)
    expect(fired).toHaveLength(6)
    for (const { title, isActive, nextRun } of hotel.reminders) {
      if (isActive) expect(timeOf(nextRun), title).toBeGreaterThanOrEqual(now + 2 * HOUR)
    }
    const delivered = hotel.notifications.filter(({ kind }) => kind === 'reminder')
    expect(new Set(delivered.map(({ subjectId }) => subjectId))).toEqual(new Set(fired.map(({ id }) => String(id))))
  })

  test('has comments on about a third of the tasks of a week, and some that the sample accounts have not read', async () => {
    const { pool } = muster.services.database
    const { rows: written } = await pool.query('select distinct task_id from comments')
    expect(written.length).toBeGreaterThan(35)
    const { rows: unread } = await pool.query(
      'select distinct email from unread_comments join users on users.id = user_id',
    )
    expect(unread.map(({ email }) => email)).toEqual(
      expect.arrayContaining(['manager@muster.example', 'user@muster.example']),
    )
  })

  test('has two weeks of handovers, most of them received, with questions, and messages, one of them urgent', async () => {
    const { pool } = muster.services.database
    const { rows: items } = await pool.query(
      'select *, (select array_agg(asked_at) from handover_questions where item_id = handover_items.id) as asked from handover_items',
    )
    const received = items.filter(({ received_at: at }) => at !== null)
    expect(items.length).toBeGreaterThan(30)
    expect(received.length).toBeGreaterThan(items.length / 2)
    expect(received.length).toBeLessThan(items.length - 4)
    expect(items.filter(({ asked }) => asked).length).toBeGreaterThan(2)
    for (const { created_at: created, received_at: at, giver_id: giver, received_by: by, text } of items) {
      expect(timeOf(created), text).toBeLessThan(now)
      if (at) expect(timeOf(at), text).toBeGreaterThan(timeOf(created))
      if (at) expect(timeOf(at), text).toBeLessThan(now)
      expect(by === giver, text).toBe(false)
    }
    const { rows: sent } = await pool.query('select reason, recipients from messages')
    expect(sent.filter(({ reason }) => reason !== null).length).toBeGreaterThan(1)
    expect(sent.length).toBeGreaterThan(5)
  })

  test('has a briefing worth reading for each account that does shifts', async () => {
    for (const email of SAMPLE_ACCOUNTS.filter((account) => !account.startsWith('guest'))) {
      const ctx = contextFor(muster.services, await viewerOf(email), new Date(now))
      const { sections } = (await readBriefing(ctx, { params: {}, query: {}, body: undefined })).read()
      expect([email, sections.map(({ kind }) => kind)]).toEqual([
        email,
        expect.arrayContaining(['handed_over', 'held']),
      ])
    }
  })

  test('has five weeks of occurrences with every outcome and each cause of a missed one, and some that are open', async () => {
    const { orm } = muster.services.database
    const missed = await orm.select({ cause: missedCause }).from(tasks).where(eq(tasks.outcome, 'missed'))
    expect(new Set(missed.map(({ cause }) => cause))).toEqual(new Set(causes))
    const occurrences = hotel.tasks.filter(({ kind }) => kind === 'routine')
    expect(occurrences.length).toBeGreaterThan(400)
    expect(new Set(occurrences.map(({ outcome }) => outcome))).toEqual(new Set([...outcomes, null]))
    for (const { title, occurrenceAt, closesAt, closedAt, status } of occurrences) {
      expect(timeOf(occurrenceAt), title).toBeLessThan(now)
      const isOver = timeOf(closesAt) <= now
      expect(isOver && closedAt === null && status !== 'completed', title).toBe(false)
    }
    const next = await orm.select({ next: routines.nextOccurrence }).from(routines)
    expect(next.every((each) => timeOf(each.next) > now)).toBe(true)
    expect(next).toHaveLength(21)
  })

  test('has problems that wait, that somebody has and that are solved', () => {
    const problems = hotel.tasks.filter(({ kind }) => kind === 'problem')
    const states = problems.map(({ assigneeId, status }) =>
      status === 'completed' ? 'solved' : assigneeId ? 'taken' : 'waits',
    )
    expect(new Set(states)).toEqual(new Set(['solved', 'taken', 'waits']))
  })

  test('has a roster of five weeks: as people worked, published ahead, and the last week a draft', async () => {
    const { orm } = muster.services.database
    const shifts = await orm.select().from(plannedShifts).orderBy(asc(plannedShifts.startTime))
    const weeks = [-2, -1, 0, 1, 2].map((week) => boundsOf(weekOf(now, ZONE, week)))
    const perWeek = weeks.map(({ from, to }) =>
      shifts.filter(({ startTime }) => timeOf(startTime) >= from && timeOf(startTime) < to),
    )
    expect(perWeek.flat()).toHaveLength(shifts.length)
    expect(Math.min(...perWeek.map((each) => each.length))).toBeGreaterThan(60)
    for (const [week, each] of perWeek.entries())
      expect(new Set(each.map(({ publishedVersion }) => publishedVersion !== null))).toEqual(new Set([week < 4]))
    const published = shifts.filter(({ publishedUserId }) => publishedUserId !== null)
    const byPerson = published.toSorted(
      (a, b) =>
        String(a.publishedUserId).localeCompare(String(b.publishedUserId)) ||
        timeOf(a.publishedStartTime) - timeOf(b.publishedStartTime),
    )
    byPerson.forEach((shift, index) => {
      const next = byPerson[index + 1]
      if (next?.publishedUserId === shift.publishedUserId)
        expect(timeOf(shift.publishedEndTime)).toBeLessThanOrEqual(timeOf(next.publishedStartTime))
    })
    expect(await orm.select().from(shiftTemplates)).toHaveLength(24)
    expect(shifts.filter(({ offeredAt }) => offeredAt !== null)).toHaveLength(1)
    // One late change waits for a yes, another was accepted, and two shifts have changed hands.
    expect(shifts.filter(({ askedAt }) => askedAt !== null)).toHaveLength(1)
    expect(shifts.filter((each) => each.publishedVersion === 2 && each.publishedUserId !== null)).toHaveLength(3)
  })

  test('has somebody who is ill, whose shifts are open, a vacation, and one that waits for a decision', async () => {
    const { orm } = muster.services.database
    const found = await orm.select().from(absences)
    expect(found.map(({ kind, state }) => `${kind} ${state}`).sort()).toEqual([
      'sick approved',
      'vacation approved',
      'vacation requested',
    ])
    const opened = await orm
      .select({ person: plannedShifts.publishedUserId })
      .from(absenceShifts)
      .innerJoin(plannedShifts, eq(plannedShifts.id, absenceShifts.shiftId))
    expect(opened.length).toBeGreaterThan(0)
    expect(opened.every(({ person }) => person === null)).toBe(true)
  })

  test('has an exchange that is done, and one that the user may still agree to', async () => {
    const { orm } = muster.services.database
    const states = async () => (await orm.select().from(shiftExchanges)).map(({ state }) => state).sort()
    expect(await states()).toEqual(['asked', 'done'])
    const user = await viewerOf('user@muster.example')
    await inTransaction(contextFor(muster.services, user, new Date(now)), async (ctx) => {
      const own = await readOwnRoster(ctx, { params: {}, query: {}, body: undefined })
      const [waiting] = own.exchanges ?? []
      expect(waiting?.to.id).toBe(user.id)
      const params = { id: waiting?.id ?? 0 }
      expect(await acceptExchange(ctx, { params, query: undefined, body: undefined })).toMatchObject({ state: 'done' })
    })
  })

  test('has planned what most people worked, and nobody is missing without being told', async () => {
    const ctx = contextFor(muster.services, null, new Date(now))
    const ids = await muster.services.database.orm.select({ id: departments.id }).from(departments)
    const missing = await Promise.all(ids.map(({ id }) => listMissing(ctx, id, 10)))
    expect(missing.flat()).toEqual([])
  })

  test('has a next shift and an open one for each account that does shifts', async () => {
    for (const email of SAMPLE_ACCOUNTS.filter((account) => !account.startsWith('guest'))) {
      const ctx = contextFor(muster.services, await viewerOf(email), new Date(now))
      const weeks = [0, 1].map((week) => weekOf(now, ZONE, week)[0]?.date ?? '')
      const [mine, ...later] = await Promise.all(
        weeks.map((week) => readOwnRoster(ctx, { params: {}, query: { week }, body: undefined })),
      )
      expect([email, mine?.next !== null]).toEqual([email, true])
      const open = [mine, ...later].flatMap((each) => each?.openShifts ?? [])
      expect([email, open.some(({ offeredBy }) => offeredBy === null)]).toEqual([email, true])
    }
  })

  test('leaves only notifications of the last days unread', () => {
    const unread = hotel.notifications.filter(({ isRead }) => !isRead)
    expect(unread).not.toEqual([])
    expect(unread.filter(({ createdAt }) => timeOf(createdAt) < now - 72 * HOUR)).toEqual([])
  })
})

test('the same day gives the same hotel, another day another', { tags: 'long' }, () => {
  expect(titlesAt.get(NOON)?.length).toBeGreaterThan(100)
  expect(titlesAt.get(EVENING)).toEqual(titlesAt.get(NOON))
  expect(titlesAt.get(NEXT_WEEK)).not.toEqual(titlesAt.get(NOON))
})

test('the named accounts sign in and see tasks', async () => {
  for (const email of SAMPLE_ACCOUNTS) {
    const browser = muster.stranger()
    const viewer = await browser.call(authApi.login, { body: { email, password: SAMPLE_PASSWORD } })
    expect(`${viewer.role}@muster.example`).toBe(email)
    const { total } = await browser.call(tasksApi.list, { query: { limit: 1 } })
    expect(total).toBeGreaterThan(30)
  }
})
