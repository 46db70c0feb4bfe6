import { diceOf } from '../../sample/story.ts'
import { uuidv7 } from '../../src/server/base/uuid.ts'
import { contextFor, inTransaction, type Services } from '../../src/server/core/context.ts'
import { foldedName } from '../../src/server/core/people/folded-name.ts'
import { insert } from '../../src/server/core/write/write.ts'
import { departments } from '../../src/server/db/tables/departments.ts'
import { users } from '../../src/server/db/tables/users.ts'
import { readOwnWeek } from '../../src/server/features/clock/history.ts'
import { readRecord } from '../../src/server/features/clock/record.ts'
import { readTeamHours } from '../../src/server/features/clock/team.ts'
import { fold } from '../../src/shared/words/fold.ts'
import { paidByDate } from './hours-by-hand.ts'
import { HOUR, Life, type Viewer } from './hours-life.ts'
import { MonthEnds } from './hours-payroll.ts'
import { emptyReport, type HoursReport, judge } from './hours-report.ts'
import { type ZoneByHand, zoneByHand } from './zone-by-hand.ts'

/** A day of a person has its hours within so many days. */
const RECORD_DAYS = 366
const AT_ONCE = 4
/** On this day of the next month a month is closed: it leaves time for hours that come late. */
const CLOSING_DAY = '-04'

export interface HoursOptions {
  timeZone: string
  people: number
  /** The first day ("2026-03-01") and the number of days. */
  from: string
  days: number
  seed: number
}

/**
 * Lets people clock in and out, take breaks, send both late, forget to clock out and be corrected, by the functions
 * that requests use; managers and people type times as on the screens. Each month is approved and goes to payroll.
 * Then compares the minutes of each day, as people read them in their week, their team's week and their record, and as
 * all runs together have them, with an independent calculation. Nobody else may work in this database.
 */
export async function simulateHours(given: Services, options: HoursOptions): Promise<HoursReport> {
  const { timeZone, seed, from, days } = options
  const services = { ...given, config: { ...given.config, timeZone } }
  const begun = performance.now()
  const zone = zoneByHand(timeZone)
  const { manager, admin, people } = await putHouse(services, options.people)
  const report = emptyReport({ timeZone, people: people.length, days })
  const last = zone.dateAfter(from, days)
  const end = zone.beginOf(last) + 12 * HOUR
  const lives = people.map(({ personnelNumber, ...person }, at) => {
    const dice = diceOf(seed * 1_000 + at)
    return new Life(services, zone, { person, personnelNumber, manager, admin, dice, report })
  })
  const ends = new MonthEnds(services, { lives, manager, admin, dice: diceOf(seed * 1_000 - 1), report })
  await ends.putWageTypes(zone.beginOf(from))
  let dates: string[] = []
  for (const date of datesFrom(from, zone.dateAfter(last, -1), zone)) {
    if (date.endsWith(CLOSING_DAY) && dates.length > 3) {
      const lived = dates
      dates = []
      await eachOf(lives, (life) => life.live(lived))
      const period = `${zone.dateAfter(date, -4).slice(0, 8)}01`
      await ends.close(period, zone.beginOf(date))
    }
    dates.push(date)
  }
  await eachOf(lives, (life) => life.live(dates))
  for (const life of lives) await life.mayStayAtWork(zone.beginOf(last) + 6 * HOUR)
  await compare(services, zone, { lives, manager, end, options, report })
  return { ...report, seconds: Math.round((performance.now() - begun) / 1000) }
}

/** A department with a manager and people of its own. */
async function putHouse(services: Services, count: number) {
  return inTransaction(contextFor(services, null, new Date()), async (ctx) => {
    const name = `House ${uuidv7(new Date()).slice(-12)}`
    const { id: departmentId } = await insert(ctx, departments, { name, foldedName: fold(name) })
    const put = async (lastName: string, role: 'admin' | 'manager' | 'user') => {
      const named = { firstName: 'Person', lastName }
      const id = uuidv7(new Date())
      const email = `${id}@hotel.example`
      const personnelNumber = id.slice(-12)
      const values = { id, email, passwordHash: null, ...named, foldedName: foldedName(named), role, departmentId }
      const { isActive, profileImageUrl, createdAt } = await insert(ctx, users, { ...values, personnelNumber })
      const viewer: Viewer = {
        ...{ id, email, username: null, ...named, role, departmentId, department: { id: departmentId, name } },
        ...{ isActive, profileImageUrl, createdAt, language: null, startScreen: null, notify: null },
      }
      return { ...viewer, personnelNumber }
    }
    const people: Awaited<ReturnType<typeof put>>[] = []
    for (let at = 0; at < count; at += 1) people.push(await put(`No. ${at}`, 'user'))
    return { manager: await put('Manager', 'manager'), admin: await put('Admin', 'admin'), people }
  })
}

/** Runs some at once. */
async function eachOf<T>(items: readonly T[], run: (item: T) => Promise<void>) {
  const rest = items.values()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const item of rest) await run(item)
    }),
  )
}

function datesFrom(first: string, last: string, { dateAfter }: ZoneByHand) {
  const dates = [first]
  for (let date = first; date < last; date = dateAfter(date)) dates.push(dateAfter(date))
  return dates
}

/** Compares each person's days as their week, their team's week and their record say them. */
async function compare(
  services: Services,
  zone: ZoneByHand,
  {
    lives,
    manager,
    end,
    options,
    report,
  }: { lives: Life[]; manager: Viewer; end: number; options: HoursOptions; report: HoursReport },
) {
  const now = new Date(end)
  const last = zone.wallAt(end).date
  const lastWeek = zone.dateAfter(last, 6)
  const expected = new Map(lives.map(({ person, work }) => [person.id, paidByDate(work, zone, end)]))
  const judgeDay = (where: string, person: Viewer, date: string, minutes: number) =>
    judge(report, `${person.lastName}, ${date} in the ${where}`, minutes, expected.get(person.id)?.get(date) ?? 0)
  const months = [...new Set(datesFrom(options.from, last, zone).map((date) => `${date.slice(0, 8)}01`))]
  await eachOf(lives, async (life) => {
    const { person, work } = life
    const ctx = contextFor(services, person, now)
    await life.judgeMonths(months, end)
    for (let date = options.from; date <= lastWeek; date = zone.dateAfter(date, 7)) {
      const week = await readOwnWeek(ctx, { params: {}, query: { week: date }, body: undefined })
      for (const day of week.days) judgeDay('week', person, day.date, day.minutes)
      report.compared += week.days.length
    }
    for (let from = options.from; from <= last; from = zone.dateAfter(from, RECORD_DAYS)) {
      const to = [zone.dateAfter(from, RECORD_DAYS - 1), last].sort()[0] ?? last
      const record = await readRecord(ctx, { query: { from, to } })
      for (const day of record.days) judgeDay('record', person, day.date, day.minutes)
    }
    report.sessions += work.length
    for (const minutes of expected.get(person.id)?.values() ?? []) report.minutes += minutes
  })
  const persons = new Map(lives.map(({ person }) => [person.id, person]))
  const ctx = contextFor(services, manager, now)
  for (let date = options.from; date <= lastWeek; date = zone.dateAfter(date, 7)) {
    const team = await readTeamHours(ctx, { params: {}, query: { week: date }, body: undefined })
    for (const { user, minutes } of team.people) {
      const person = persons.get(user.id)
      if (person) for (const [at, ofDay] of minutes.entries()) judgeDay('team', person, team.dates[at] ?? '', ofDay)
    }
  }
}
