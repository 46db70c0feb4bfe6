import { desc, eq, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { OnTheClock } from '../../../shared/clock.ts'
import type { Break, ClockSession } from '../../../shared/clock-session.ts'
import { needsReview } from '../../../shared/worked-time.ts'
import type { Context, Services } from '../../core/context.ts'
import { touching } from '../../core/hours/touching.ts'
import { audienceOf } from '../../core/write/audit-config.ts'
import { toLiveRows } from '../../core/write/live-rows.ts'
import { isoJson } from '../../db/columns.ts'
import { runPrepared } from '../../db/connect/connect.ts'
import { personColumns } from '../../db/person-columns.ts'
import { breaks, clockSessions } from '../../db/tables/clock.ts'
import { departments } from '../../db/tables/departments.ts'
import { users } from '../../db/tables/users.ts'

/** The SQL of a session's breaks as JSON of the contract, earliest first, for the statement that reads the session. */
export const breaksOf = (sessionId: SQL) => sql<Break[]>`coalesce((
  select json_agg(json_build_object(
    'startTime', ${isoJson(sql`one.start_time`)}, 'endTime', ${isoJson(sql`one.end_time`)}, 'isPaid', one.is_paid,
    'plannedMinutes', one.planned_minutes, 'startedOffline', one.started_offline, 'endedOffline', one.ended_offline,
    'statedAt', ${isoJson(sql`one.stated_at`)}) order by one.start_time, one.id)
  from ${breaks} as one where one.session_id = ${sessionId}), '[]')`

const corrector = alias(users, 'corrector')

/** Sessions with their people and the names that belong to them, newest first. */
const rowsWhere = ({ db }: Pick<Context, 'db'>, condition: SQL) =>
  runPrepared(
    db
      .select({
        session: clockSessions,
        breaks: breaksOf(sql`${clockSessions.id}`),
        department: { id: departments.id, name: departments.name },
        corrector: { firstName: corrector.firstName, lastName: corrector.lastName },
        user: personColumns,
        actor: { id: users.id, role: users.role, departmentId: users.departmentId },
      })
      .from(clockSessions)
      .innerJoin(users, eq(users.id, clockSessions.userId))
      .leftJoin(departments, eq(departments.id, clockSessions.departmentId))
      .leftJoin(corrector, eq(corrector.id, clockSessions.correctedBy))
      .where(condition)
      .orderBy(desc(clockSessions.startTime), desc(clockSessions.id)),
  )

type Row = Awaited<ReturnType<typeof rowsWhere>>[number]

function sessionOf({ session, breaks, department, corrector }: Row, now: Date): ClockSession {
  const { correctedBy: _, correctedAt, correctionReason, ...rest } = session
  const correctorName = corrector && `${corrector.firstName} ${corrector.lastName}`
  return {
    ...rest,
    breaks,
    department,
    needsReview: needsReview(session, now.getTime()),
    correction:
      correctedAt && correctorName ? { reason: correctionReason ?? '', at: correctedAt, by: correctorName } : null,
  }
}

/** Sessions for replies, newest first. The caller has checked that the viewer may see all of `condition`. */
export const sessionsWhere = async (ctx: Context, condition: SQL): Promise<ClockSession[]> =>
  (await rowsWhere(ctx, condition)).map((row) => sessionOf(row, ctx.now))

/** The same, each with its person. The condition may name `users`. */
export const sessionsWithPeople = async (ctx: Context, condition: SQL): Promise<OnTheClock[]> =>
  (await rowsWhere(ctx, condition)).map((row) => ({ ...sessionOf(row, ctx.now), user: row.user }))

/** Sessions as pages that follow changes receive them, each with its person. */
export async function liveSessions({ database }: Services, ids: number[], now: Date) {
  const found = await rowsWhere({ db: database.orm }, sql`${clockSessions.id} = any(${sql.param(ids)}::int[])`)
  const actors = new Map(found.map(({ actor }) => [actor.id, actor]))
  return toLiveRows(
    found.map((row) => ({ ...sessionOf(row, now), user: row.user })),
    (session) => audienceOf(clockSessions, session as never, actors),
  )
}

/** The session as replies carry it. The caller has found it through `access`. */
export async function sessionWithNames(ctx: Context, id: number): Promise<ClockSession> {
  const [session] = await sessionsWhere(ctx, sql`${clockSessions.id} = ${id}`)
  if (!session) throw new Error(`Clock session ${id} is gone`)
  return session
}

/** One person's sessions that touch a span of time, newest first. */
export const sessionsTouching = (ctx: Context, userId: string, from: number, to: number) =>
  sessionsWhere(
    ctx,
    sql`${clockSessions.id} in (select id from (${touching(ctx, sql`${userId}::uuid`, from, to)}) as touching)`,
  )
