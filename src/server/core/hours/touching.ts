import { type SQL, sql } from 'drizzle-orm'
import type { OpenContext } from '../context.ts'

/**
 * The SQL of one person's sessions that touch a span of time, in milliseconds. A running session reaches until now.
 * Nobody's sessions overlap, so of those that began before the span only the last can reach into it; of two that began
 * at the same moment, the one that ended later. That makes two short reads of one index, however long the person has
 * worked here.
 */
export function touching({ now }: Pick<OpenContext, 'now'>, userId: SQL, from: number, to: number): SQL {
  const [begin, end] = [from, to].map((time) => new Date(time).toISOString())
  return sql`
    select * from clock_sessions as within
    where within.user_id = ${userId} and within.start_time >= ${begin} and within.start_time < ${end}
    union all
    select * from (
      select * from clock_sessions as before
      where before.user_id = ${userId} and before.start_time < ${begin} 
      order by before.start_time desc, before.end_time desc nulls first limit 1
    ) as last
    where coalesce(last.end_time, ${now.toISOString()}) > ${begin}`
}
