import { sql } from 'drizzle-orm'
import type { WagePerson } from '../../../shared/wage-minutes.ts'
import type { Context } from '../../core/context.ts'
import { isoFromPostgres, isoJson } from '../../db/columns.ts'
import { breaks, clockSessions } from '../../db/tables/clock.ts'

/** Clock sessions as payroll counts them: by person, with their breaks. */

type Session = WagePerson['sessions'][number]

interface Row extends Record<string, unknown> {
  user_id: string
  start_time: string
  end_time: string | null
  breaks: Session['breaks']
}

const columns = sql`session.user_id, session.start_time, session.end_time, coalesce((
    select json_agg(json_build_object('startTime', ${isoJson(sql`one.start_time`)},
      'endTime', ${isoJson(sql`one.end_time`)}, 'isPaid', one.is_paid))
    from ${breaks} as one where one.session_id = session.id), '[]') as breaks`

/** Everybody's sessions that touch a span of time (ms), by person. One that runs has no end. */
export async function sessionsBetween({ db }: Context, from: number, to: number): Promise<Map<string, Session[]>> {
  const [begin, end] = [from, to].map((time) => new Date(time).toISOString())
  // Those that ended have an index by their end, those that run one by their person.
  const { rows } = await db.execute<Row>(sql`
    select ${columns} from ${clockSessions} as session where session.end_time > ${begin} and session.start_time < ${end}
    union all
    select ${columns} from ${clockSessions} as session where session.end_time is null and session.start_time < ${end}`)
  const found = new Map<string, Session[]>()
  for (const row of rows) {
    const sessions = found.get(row.user_id) ?? []
    found.set(row.user_id, sessions)
    sessions.push(sessionOf(row))
  }
  return found
}

/** The sessions of some people, each in a span of time of their own (ms), in the order of the spans. */
export async function sessionsOfEach(
  { db }: Context,
  spans: readonly { userId: string; from: number; to: number }[],
): Promise<Session[][]> {
  const found = spans.map((): Session[] => [])
  if (spans.length === 0) return found
  const times = (of: 'from' | 'to') => sql.param(spans.map((span) => new Date(span[of]).toISOString()))
  const { rows } = await db.execute<Row & { place: number }>(sql`
    select span.place::int as place, ${columns}
    from unnest(${sql.param(spans.map(({ userId }) => userId))}::uuid[], ${times('from')}::timestamptz[],
      ${times('to')}::timestamptz[]) with ordinality as span (user_id, begin_time, end_time, place)
    join ${clockSessions} as session on session.user_id = span.user_id
      and session.start_time < span.end_time and coalesce(session.end_time, 'infinity') > span.begin_time`)
  for (const row of rows) found[row.place - 1]?.push(sessionOf(row))
  return found
}

const sessionOf = ({ start_time, end_time, breaks }: Row): Session => ({
  startTime: isoFromPostgres(start_time),
  endTime: end_time && isoFromPostgres(end_time),
  breaks,
})
