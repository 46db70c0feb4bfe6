import { asc, count, eq, inArray, sql } from 'drizzle-orm'
import type { Input } from '../../../shared/endpoint.ts'
import { type Holiday, type holidaysApi, MAX_HOLIDAYS } from '../../../shared/holidays.ts'
import { msg } from '../../../shared/words/message.ts'
import { conflict, notFound } from '../../base/errors.ts'
import { mustBeAllowed } from '../../core/access/access.ts'
import type { Context } from '../../core/context.ts'
import { insertMany, remove } from '../../core/write/write.ts'
import { holidays } from '../../db/tables/holidays.ts'

/** All holidays, by date. They are no secret to anybody from the role user on. */
export async function listHolidays({ db }: Context): Promise<{ holidays: Holiday[] }> {
  return { holidays: await db.select().from(holidays).orderBy(asc(holidays.date)) }
}

/** Adds the holidays whose dates are none yet; the first name of a date counts. Throws 409 for too many. */
export async function createHolidays(
  ctx: Context,
  { body }: Input<typeof holidaysApi.create>,
): Promise<{ added: number }> {
  mustBeAllowed(ctx, 'holiday:manage', {})
  // One after the other, so that two lists at once do not make too many, or one date twice.
  await ctx.db.execute(sql`lock table ${holidays} in share row exclusive mode`)
  const byDate = new Map(body.holidays.toReversed().map((holiday) => [holiday.date, holiday]))
  const known = await ctx.db
    .select({ date: holidays.date })
    .from(holidays)
    .where(inArray(holidays.date, [...byDate.keys()]))
  for (const { date } of known) byDate.delete(date)
  const [counted] = await ctx.db.select({ all: count() }).from(holidays)
  if ((counted?.all ?? 0) + byDate.size > MAX_HOLIDAYS)
    throw conflict(
      'too_many_holidays',
      msg('{count, plural, one {There can be at most # holiday} other {There can be at most # holidays}}', {
        count: MAX_HOLIDAYS,
      }),
    )
  return { added: (await insertMany(ctx, holidays, [...byDate.values()])).length }
}

/** Deletes a holiday. */
export async function deleteHoliday(ctx: Context, { params }: Input<typeof holidaysApi.remove>): Promise<void> {
  const [holiday] = await ctx.db.select().from(holidays).where(eq(holidays.id, params.id)).for('update')
  if (!holiday) throw notFound(msg('There is no such holiday'))
  mustBeAllowed(ctx, 'holiday:manage', {})
  await remove(ctx, holidays, holiday)
}
