import { type SQL, sql } from 'drizzle-orm'
import { datesOf, MAX_RANGE_DAYS, type RangeQuery } from '../../../shared/analytics.ts'
import { comparedWith, type DateRange } from '../../../shared/time/compared-days.ts'
import { daysFromTo, daysLater, hoursOf, instantOf, type LocalHour } from '../../../shared/time/time.ts'
import { msg } from '../../../shared/words/message.ts'
import { invalid } from '../../base/errors.ts'
import type { Context } from '../../core/context.ts'
import type { Span } from '../../core/counts/task-counts.ts'

/** The days of a query. Throws 400 for too many days, or days that end before they begin. */
export function datesIn({ now, services }: Context, query: RangeQuery): DateRange {
  const { from, to } = datesOf(query, now.getTime(), services.config.timeZone)
  mustBeRange({ from, to }, MAX_RANGE_DAYS)
  return { from, to }
}

/** Throws 400 for more than `max` days, or days that end before they begin. */
export function mustBeRange({ from, to }: DateRange, max: number) {
  if (from > to) throw invalid('to', msg('Must not be before the first day'))
  if (daysLater(from, max) <= to)
    throw invalid('from', msg('{max, plural, one {At most # day} other {At most # days}}', { max }))
}

/** The time that some days cover, in the deployment's time zone. */
export function spanOf({ services }: Context, { from, to }: DateRange): Span {
  const { timeZone } = services.config
  return { from: Date.parse(instantOf(from, '00:00', timeZone)), to: Date.parse(instantOf(to, '', timeZone)) + 1 }
}

/** The time that a query covers. Throws 400 as `datesIn` does. */
export const rangeOf = (ctx: Context, query: RangeQuery): Span => spanOf(ctx, datesIn(ctx, query))

/** The same, with the times of the days before and of a year before. Throws 400 as `datesIn` does. */
export function comparedSpans(ctx: Context, query: RangeQuery): [now: Span, before: Span, yearBefore: Span] {
  const days = datesIn(ctx, query)
  const { before, yearBefore } = comparedWith(days, ctx.now.getTime(), ctx.services.config.timeZone)
  return [spanOf(ctx, days), before.span, yearBefore.span]
}

/** Spans as rows of `part` (0, 1, 2), `begins` and `ends`, in SQL. */
export const asRows = (spans: readonly Span[]) =>
  sql`(values ${sql.join(
    spans.map(
      ({ from, to }, part) =>
        sql`(${part}::int, ${new Date(from).toISOString()}::timestamptz, ${new Date(to).toISOString()}::timestamptz)`,
    ),
    sql`, `,
  )}) as span (part, begins, ends)`

/** Seconds as hours, to a hundredth; null counts as none. */
export const hours = (seconds: number | null) => Math.round((seconds ?? 0) / 36) / 100

/** A condition that a column's time lies within a span. */
export const within = (column: SQL, { from, to }: Span) =>
  sql`${column} >= ${new Date(from).toISOString()} and ${column} < ${new Date(to).toISOString()}`

/** The local hours of a query's days, for `localHour` and `hoursWithin`. */
export function hoursIn(ctx: Context, query: RangeQuery): LocalHour[] {
  const { timeZone } = ctx.services.config
  const { from, to } = datesIn(ctx, query)
  return hoursOf(daysFromTo(from, to, timeZone), timeZone)
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
