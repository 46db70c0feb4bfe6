import { sql } from 'drizzle-orm'
import { type TimedSession, timed } from '../../../shared/worked-days.ts'
import { breaks } from '../../db/tables/clock.ts'
import type { OpenContext } from '../context.ts'
import { touching } from './touching.ts'

/** A session with its id, in milliseconds. */
export interface OwnSession extends TimedSession {
  id: number
}

interface Row extends Record<string, unknown> {
  id: number
  startTime: string
  endTime: string | null
  breaks: { startTime: string; endTime: string | null; isPaid: boolean }[]
}

/** One person's sessions that touch a span of time, in milliseconds, with their breaks. */
export async function sessionsOfPerson(
  ctx: OpenContext,
  userId: string,
  from: number,
  to: number,
): Promise<OwnSession[]> {
  const { rows } = await ctx.db.execute<Row>(sql`
    select session.id, to_json(session.start_time) as "startTime", to_json(session.end_time) as "endTime",
      coalesce((
        select json_agg(json_build_object('startTime', one.start_time, 'endTime', one.end_time, 'isPaid', one.is_paid))
        from ${breaks} as one where one.session_id = session.id), '[]') as breaks
    from (${touching(ctx, sql`${userId}::uuid`, from, to)}) as session`)
  const times = timed(rows)
  return rows.map(({ id }, at) => ({ id, ...(times[at] as TimedSession) }))
}
