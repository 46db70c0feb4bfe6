import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { Input, Reply } from '../../../shared/endpoint.ts'
import { MAX_DAYS_AHEAD } from '../../../shared/roster/shapes.ts'
import type { NewWish, Wish } from '../../../shared/roster/wish-shapes.ts'
import type { rosterApi } from '../../../shared/roster.ts'
import { dateOf, daysLater } from '../../../shared/time/time.ts'
import { msg } from '../../../shared/words/message.ts'
import { conflict, invalid } from '../../base/errors.ts'
import type { Context } from '../../core/context.ts'
import { insertMany, removeMany } from '../../core/write/write.ts'
import { shiftWishes } from '../../db/tables/roster.ts'
import { wisherFor } from './access.ts'

/** When people would like to work, and when they cannot. */

type Row = typeof shiftWishes.$inferSelect

const asReplied = ({ id, kind, weekday, date, start, end, note }: Row): Wish => ({
  ...{ id, kind, weekday, date, start, end, note },
})
/** Two wishes with the same key say the same. */
const keyOf = ({ kind, weekday, date, start, end, note }: NewWish) =>
  JSON.stringify([kind, weekday, date, start, end, note || null])

const todayOf = ({ now, services }: Context) => dateOf(now.getTime(), services.config.timeZone)

/** A person's wishes that are not past: weekly ones by weekday, then dated ones by day. */
function rowsOf(ctx: Context, userId: string): Promise<Row[]> {
  const { weekday, date, start, id } = shiftWishes
  const isPast: SQL = sql`${date} < ${todayOf(ctx)}`
  return ctx.db
    .select()
    .from(shiftWishes)
    .where(and(eq(shiftWishes.userId, userId), sql`(${isPast}) is not true`))
    .orderBy(asc(weekday), asc(date), sql`${start} asc nulls first`, asc(id))
}

/** The viewer's wishes, or the wishes of a person that they plan. Throws 404 or 403 for anybody else. */
export async function listWishes(
  ctx: Context,
  { query }: Input<typeof rosterApi.wishes>,
): Promise<Reply<typeof rosterApi.wishes>> {
  const { userId = ctx.viewer.id } = query
  await wisherFor(ctx, userId)
  return { wishes: (await rowsOf(ctx, userId)).map(asReplied) }
}

/**
 * Makes these the person's wishes. One that is there already stays as it is, and past ones are left alone. Throws 404
 * or 403 for a person that the viewer does not plan, 409 `edited_meanwhile` if there are others than the caller knows,
 * 400 for a new one about a past day, or one too far ahead.
 */
export async function saveWishes(
  ctx: Context,
  { body }: Input<typeof rosterApi.saveWishes>,
): Promise<Reply<typeof rosterApi.saveWishes>> {
  const { userId = ctx.viewer.id, wishes, known } = body
  await wisherFor(ctx, userId, 'locked')
  const rows = await rowsOf(ctx, userId)
  if (known && !isSameSet(known, rows))
    throw conflict('edited_meanwhile', msg('Somebody else has changed these wishes meanwhile'))
  const kept = new Set(rows.map(keyOf))
  const wanted = new Map(wishes.map((wish) => [keyOf(wish), wish]))
  mustBeAhead(ctx, wishes)
  await removeMany(
    ctx,
    shiftWishes,
    rows.filter((row) => !wanted.has(keyOf(row))),
  )
  const added = [...wanted].flatMap(([key, wish]) =>
    kept.has(key) ? [] : [{ ...wish, note: wish.note || null, userId }],
  )
  await insertMany(ctx, shiftWishes, added)
  return { wishes: (await rowsOf(ctx, userId)).map(asReplied) }
}

const isSameSet = (ids: readonly number[], rows: readonly Row[]) => {
  const known = new Set(ids)
  return known.size === rows.length && rows.every(({ id }) => known.has(id))
}

/** Throws 400 for wishes about past days, and days too far ahead. */
function mustBeAhead(ctx: Context, wishes: readonly NewWish[]) {
  const today = todayOf(ctx)
  const last = daysLater(today, MAX_DAYS_AHEAD)
  for (const [at, { date }] of wishes.entries()) {
    if (date !== null && date < today) throw invalid(`wishes.${at}.date`, msg('Must not be in the past'))
    if (date !== null && date > last)
      throw invalid(
        `wishes.${at}.date`,
        msg('{count, plural, one {At most # day ahead} other {At most # days ahead}}', { count: MAX_DAYS_AHEAD }),
      )
  }
}
