import { asc, between, inArray, sql } from 'drizzle-orm'
import type { PayPeriod } from '../../../shared/pay-periods.ts'
import {
  type ExportedWageType,
  MAX_NAMED_PEOPLE,
  type PayrollCheck,
  type PayrollFault,
  payrollFaults,
} from '../../../shared/payroll.ts'
import { boundsOf, type Day, daysFromTo } from '../../../shared/time/time.ts'
import {
  baseTypeOf,
  firstNeededDay,
  type WageLine,
  type WagePerson,
  wageDifferences,
  wageLineFinder,
} from '../../../shared/wage-minutes.ts'
import { isConditional } from '../../../shared/wage-types.ts'
import { timed, workedDays } from '../../../shared/worked-days.ts'
import { eachInTurns } from '../../base/joined-in-turns.ts'
import type { Context } from '../../core/context.ts'
import { hashOf } from '../../core/hours/hash.ts'
import { departments } from '../../db/tables/departments.ts'
import { holidays } from '../../db/tables/holidays.ts'
import { payrollExports, payrollRuns } from '../../db/tables/payroll.ts'
import { users } from '../../db/tables/users.ts'
import { wageTypes } from '../../db/tables/wage-types.ts'
import { workContracts } from '../../db/tables/work-contracts.ts'
import { approvalsFor, type RunApproval } from './approvals.ts'
import { sessionsBetween, sessionsOfEach } from './worked.ts'

/** The part of a run that is about one person and pay period, before it is written. */
export type NewExport = Omit<typeof payrollExports.$inferInsert, 'id' | 'runId' | 'createdAt'>
type Sessions = WagePerson['sessions']
interface Person {
  id: string
  firstName: string
  lastName: string
}
export interface Collected {
  /** By name of the person, then by pay period. */
  exports: NewExport[]
  /** The wage types of the lines. */
  wageTypes: ExportedWageType[]
  faults: Record<PayrollFault, Person[]>
}

/**
 * Everything that a run for a pay period would have now: the lines of each approval that no run has had yet, of this
 * pay period and of all others with a run. They are the lines of its hours less the lines that earlier runs had of the
 * person on its days. It takes ten statements, however many people there are.
 *
 * An approval whose hours have changed since counts for none. In the pay period itself that is a fault. In another one
 * it waits until the hours are approved again.
 */
export async function collectRun(ctx: Context, period: PayPeriod): Promise<Collected> {
  const { timeZone } = ctx.services.config
  const now = ctx.now.getTime()
  const days = daysFromTo(period.start, period.end, timeZone)
  const approvals = await approvalsFor(ctx, period.start)
  const open = approvals.filter(({ isExported }) => !isExported)
  const hours = await hoursOf(ctx, days, open)
  const ids = [...hours.ofPeriod.keys(), ...approvals.map(({ userId }) => userId)]
  const people = await peopleOf(ctx, [...new Set(ids)])
  const facts = await factsOf(ctx, open, period)
  const finderOf = remembering((from: string, to: string) =>
    wageLineFinder(facts.types, daysOf(from, to), facts.holidays, timeZone),
  )
  const daysOf = remembering((from: string, to: string) => daysFromTo(from, to, timeZone))
  const workOf = (sessions: Sessions, its: Day[]) => workedDays(timed(sessions), its, now)
  const isRight = ({ periodStart, periodEnd, hash }: RunApproval, sessions: Sessions) =>
    hashOf(workOf(sessions, daysOf(periodStart, periodEnd))) === hash
  const ofPeriod = new Map(approvals.filter((one) => one.periodStart === period.start).map((one) => [one.userId, one]))
  const openOf = grouped(open, ({ userId }) => userId)
  const exports: NewExport[] = []
  const faults: Collected['faults'] = { not_approved: [], personnel_number_missing: [], wage_type_missing: [] }
  await eachInTurns(people, (person) => {
    const { id: userId, firstName, lastName, personnelNumber, department, departmentId } = person
    const own = hours.ofPeriod.get(userId) ?? []
    const approval = ofPeriod.get(userId)
    const isApproved = approval ? isRight(approval, own) : workOf(own, days).every(({ minutes }) => minutes === 0)
    if (!isApproved) faults.not_approved.push(person)
    for (const each of openOf.get(userId) ?? []) {
      const sessions = hours.of(each)
      if (!isRight(each, sessions)) continue
      const { id: approvalId, periodStart, periodEnd, hash } = each
      const before = (facts.exported.get(userId) ?? []).filter(
        (one) => one.periodStart <= periodEnd && one.periodEnd >= periodStart,
      )
      const isWithin = ({ date }: WageLine) => date >= periodStart && date <= periodEnd
      const contracts = facts.contracts.get(userId) ?? []
      const right = finderOf(periodStart, periodEnd)({ departmentId, sessions, contracts })
      const lines = wageDifferences(
        right,
        before.flatMap((one) => one.lines.filter(isWithin)),
      )
      if (sessions.length > 0 && !baseTypeOf(facts.types, 'work', departmentId)) add(faults.wage_type_missing, person)
      if (lines.length > 0 && personnelNumber === null) add(faults.personnel_number_missing, person)
      exports.push({
        ...{ approvalId, userId, periodStart, periodEnd, hash, firstName, lastName, department },
        ...{ personnelNumber: personnelNumber ?? '', isCorrection: before.length > 0, lines },
      })
    }
  })
  return { exports, wageTypes: usedTypes(exports, facts), faults }
}

const add = (people: Person[], person: Person) => {
  if (people.at(-1) !== person) people.push(person)
}

/** A function that works out each of its results once. */
function remembering<R>(work: (from: string, to: string) => R) {
  const known = new Map<string, R>()
  return (from: string, to: string) => {
    const found = known.get(`${from} ${to}`) ?? work(from, to)
    known.set(`${from} ${to}`, found)
    return found
  }
}

function grouped<Row>(rows: readonly Row[], keyOf: (row: Row) => string) {
  const groups = new Map<string, Row[]>()
  for (const row of rows) {
    const group = groups.get(keyOf(row)) ?? []
    groups.set(keyOf(row), group)
    group.push(row)
  }
  return groups
}

/**
 * Everybody's hours of the pay period, and the hours of open approvals of other pay periods. Both begin on a Monday,
 * because minutes over the contract depend on the whole week.
 */
async function hoursOf(ctx: Context, days: Day[], open: readonly RunApproval[]) {
  const { timeZone } = ctx.services.config
  const spanOf = (its: Day[]) => ({ from: firstNeededDay(its, timeZone)?.from ?? 0, to: boundsOf(its).to })
  const { from, to } = spanOf(days)
  const ofPeriod = await sessionsBetween(ctx, from, to)
  const others = open.filter(({ periodStart }) => periodStart !== days[0]?.date)
  const spans = others.map(({ userId, periodStart, periodEnd }) => ({
    userId,
    ...spanOf(daysFromTo(periodStart, periodEnd, timeZone)),
  }))
  const found = await sessionsOfEach(ctx, spans)
  const ofOthers = new Map(others.map((approval, at) => [approval.id, found[at] ?? []]))
  return { ofPeriod, of: ({ id, userId }: RunApproval) => ofOthers.get(id) ?? ofPeriod.get(userId) ?? [] }
}

/** The people by name, also people who have left. */
async function peopleOf({ db }: Context, ids: string[]) {
  if (ids.length === 0) return []
  return db
    .select({
      ...{ id: users.id, firstName: users.firstName, lastName: users.lastName },
      ...{ personnelNumber: users.personnelNumber, departmentId: users.departmentId },
      department: departments.name,
    })
    .from(users)
    .leftJoin(departments, sql`${departments.id} = ${users.departmentId}`)
    .where(sql`${users.id} = any(${sql.param(ids)}::uuid[])`)
    .orderBy(users.foldedName, users.id)
}

/** Wage types, and the holidays, contracts and earlier exports that the lines of these approvals depend on. */
async function factsOf({ db }: Context, open: readonly RunApproval[], period: PayPeriod) {
  const starts = [period.start, ...open.map(({ periodStart }) => periodStart)].sort()
  const ends = [period.end, ...open.map(({ periodEnd }) => periodEnd)].sort()
  const [from = '', to = ''] = [starts[0], ends.at(-1)]
  const ids = sql`any(${sql.param([...new Set(open.map(({ userId }) => userId))])}::uuid[])`
  const types = await db.select().from(wageTypes).orderBy(asc(wageTypes.code))
  const days = await db
    .select({ date: holidays.date })
    .from(holidays)
    .where(between(holidays.date, from, to))
  const contracts = await db
    .select({ userId: workContracts.userId, from: workContracts.from, weeklyMinutes: workContracts.weeklyMinutes })
    .from(workContracts)
    .where(sql`${workContracts.userId} = ${ids}`)
  const { userId, periodStart, periodEnd, lines, runId } = payrollExports
  const exported = await db
    .select({ userId, periodStart, periodEnd, lines, runId })
    .from(payrollExports)
    .where(sql`${userId} = ${ids} and ${periodStart} <= ${to} and ${periodEnd} >= ${from}`)
  const runs = await db
    .select({ wageTypes: payrollRuns.wageTypes })
    .from(payrollRuns)
    .where(inArray(payrollRuns.id, [...new Set(exported.map((one) => one.runId))]))
    .orderBy(asc(payrollRuns.id))
  return {
    types,
    holidays: new Set(days.map(({ date }) => date)),
    contracts: grouped(contracts, (one) => one.userId),
    exported: grouped(exported, (one) => one.userId),
    /** The wage types of these runs, the latest of a code last. */
    exportedTypes: runs.flatMap((run) => run.wageTypes),
  }
}

/** The wage types of the lines as they are now, and those that are gone as an earlier run had them. */
function usedTypes(
  exports: readonly NewExport[],
  { types, exportedTypes }: Pick<Awaited<ReturnType<typeof factsOf>>, 'types' | 'exportedTypes'>,
): ExportedWageType[] {
  const now = types.map((type) => ({ ...type, isBase: !isConditional(type) }))
  const known = new Map(
    [...exportedTypes, ...now].map(({ code, name, source, isBase }) => [code, { code, name, source, isBase }]),
  )
  const codes = new Set(exports.flatMap(({ lines }) => lines.map(({ code }) => code)))
  return [...codes].sort().flatMap((code) => known.get(code) ?? [])
}

/** The figures of a run. */
export function figuresOf({ exports, wageTypes }: Pick<Collected, 'exports' | 'wageTypes'>) {
  const isPaid = new Map(
    wageTypes.map(({ code, source, isBase }) => [code, isBase && (source === 'work' || source === 'paid_break')]),
  )
  const withLines = exports.filter(({ lines }) => lines.length > 0)
  const all: WageLine[] = withLines.flatMap(({ lines }) => lines)
  return {
    people: new Set(withLines.map(({ userId }) => userId)).size,
    lines: all.length,
    corrections: withLines.reduce((sum, { lines, isCorrection }) => sum + (isCorrection ? lines.length : 0), 0),
    minutes: all.reduce((sum, { code, minutes }) => sum + (isPaid.get(code) ? minutes : 0), 0),
  }
}

/** The faults for a reply: how many people each concerns, and some of them. */
export const faultsForReply = (faults: Collected['faults']): PayrollCheck['faults'] =>
  payrollFaults.flatMap((code) => {
    const people = faults[code]
    const named = people.slice(0, MAX_NAMED_PEOPLE).map(({ id, firstName, lastName }) => ({ id, firstName, lastName }))
    return people.length === 0 ? [] : [{ code, count: people.length, people: named }]
  })
