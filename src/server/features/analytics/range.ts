import { type SQL, sql } from 'drizzle-orm'
import { DEFAULT_PERIOD, daysOf, type Period } from '../../../shared/analytics.ts'
import { boundsOf, hoursOf, type LocalHour } from '../../../shared/time/time.ts'
import type { Context } from '../../core/context.ts'
import type { Span } from '../../core/counts/task-counts.ts'

/** The time that a period covers, in the deployment's time zone. */
export const rangeOf = ({ now, services }: Context, period: Period = DEFAULT_PERIOD): Span =>
  boundsOf(daysOf(period, now.getTime(), services.config.timeZone))

/** Seconds as hours, to a hundredth; null counts as none. */
export const hours = (seconds: number | null) => Math.round((seconds ?? 0) / 36) / 100

/** A condition that a column's time lies within a span. */
export const within = (column: SQL, { from, to }: Span) =>
  sql`${column} >= ${new Date(from).toISOString()} and ${column} < ${new Date(to).toISOString()}`

/** The local hours of a period, for `localHour` and `hoursWithin`. */
export const hoursIn = ({ now, services }: Context, period: Period = DEFAULT_PERIOD): LocalHour[] => {
  const { timeZone } = services.config
  return hoursOf(daysOf(period, now.getTime(), timeZone), timeZone)
}

/**
 * The local hour of a column's time within the period of `hours`, in SQL: a number that `numberOf` gives each of them.
 * The database gets the beginnings of all hours, because only `shared/time/time.ts` knows when the clocks change.
 */
export function localHour(column: SQL, hours: LocalHour[], numberOf: (hour: LocalHour) => number) {
  const starts = hours.map(({ from }) => new Date(from).toISOString())
  return sql`(${sql.param(hours.map(numberOf))}::int[])[width_bucket(${column}, ${sql.param(starts)}::timestamptz[])]`
}

/** A condition that a column's time lies within one of these local hours of the period. */
export function hoursWithin(column: SQL, hours: LocalHour[], end: number, isMeant: (hour: LocalHour) => boolean) {
  const spans = hours
    .map((hour, at) => ({ hour, span: { from: hour.from, to: hours[at + 1]?.from ?? end } }))
    .filter(({ hour }) => isMeant(hour))
    .map(({ span }) => sql`(${within(column, span)})`)
  // On no day of the period was there such an hour.
  return spans.length === 0 ? sql`false` : sql`(${sql.join(spans, sql` or `)})`
}

/** Rows of a list from the latest to the earliest, or the other way round, behind the cursor of the page before. */
export function pageAfter(column: SQL, id: SQL, after: string | undefined, direction: 'asc' | 'desc') {
  if (after === undefined) return []
  const [time, last] = after.split('_').map(Number)
  const sign = sql.raw(direction === 'asc' ? '>' : '<')
  return [sql`(${column}, ${id}) ${sign} (${new Date(time ?? 0).toISOString()}::timestamptz, ${last}::bigint)`]
}

/** The first `limit` rows, and the cursor of the next page if there is one more. */
export function cutPage<Row extends { id: number }>(rows: Row[], limit: number, timeOf: (row: Row) => string) {
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { page, next: last && rows.length > limit ? `${Date.parse(timeOf(last))}_${last.id}` : null }
}
