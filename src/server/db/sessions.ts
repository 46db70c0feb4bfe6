import { and, eq, inArray, ne, sql } from 'drizzle-orm'
import type { Db } from './connect/connect.ts'
import { sessions } from './tables/sessions.ts'

/** A session lasts this long after its latest use, give or take an hour. */
export const SESSION_TTL_MS = 14 * 24 * 3600 * 1000

/** A session ends this long after its sign-in, however often it is used. */
export const SESSION_MAX_AGE_MS = 90 * 24 * 3600 * 1000

/** The earliest sign-in of a session that is still valid. */
export const signedInSince = (now: Date) => new Date(now.getTime() - SESSION_MAX_AGE_MS).toISOString()

/** The time at which a session ends unless it is renewed, in milliseconds since 1970. */
export const endOfSession = ({ expire, signedInAt }: { expire: string; signedInAt: string | null }) =>
  Math.min(
    Date.parse(expire),
    signedInAt === null ? Number.POSITIVE_INFINITY : Date.parse(signedInAt) + SESSION_MAX_AGE_MS,
  )

/** The condition that a session is still valid: neither unused for too long nor signed in too long ago. */
export const isRunning = (now: Date) =>
  sql`${sessions.expire} > ${now.toISOString()} and coalesce(${sessions.sess}->>'signedInAt' > ${signedInSince(now)}, true)`

/** Ends people's sessions, except one. Returns their number. The caller closes connections by `access` messages. */
export async function endSessionsOf(db: Db, userIds: string[], except: string | null = null) {
  const own = inArray(sessions.userId, userIds)
  const ended = await db
    .delete(sessions)
    .where(except === null ? own : and(own, ne(sessions.sid, except)))
    .returning({ sid: sessions.sid })
  return ended.length
}

/** Sets whether people's sessions need a second step before anything else. Returns the changed people. */
export async function setNeedsSecondStep(db: Db, userIds: string[], needed: boolean): Promise<Set<string>> {
  const facts = sql`${sessions.sess}::jsonb`
  const sess = needed
    ? sql`(${facts} || '{"needsSecondStep":true}'::jsonb)::json`
    : sql`(${facts} - 'needsSecondStep')::json`
  const isOther = sql`jsonb_exists(${facts}, 'needsSecondStep') <> ${needed}`
  const changed = await db
    .update(sessions)
    .set({ sess })
    .where(and(inArray(sessions.userId, userIds), isOther))
    .returning({ userId: sessions.userId })
  return new Set(changed.flatMap(({ userId }) => userId ?? []))
}

/** The maximum number of sessions of one person, far more than anybody has browsers. */
const MAX_SESSIONS = 50

/** Ends the sessions of a person that exceed the maximum, those with the oldest use. Returns their number. */
export async function endOldestSessions(db: Db, userId: string) {
  const { rowCount } = await db.execute(sql`
    delete from ${sessions} where ${sessions.sid} = any(array(
      select ${sessions.sid} from ${sessions} where ${sessions.userId} = ${userId}
      order by ${sessions.expire} desc offset ${MAX_SESSIONS}
    ))`)
  return rowCount ?? 0
}

/** Ends one session of a person. Returns whether it existed. */
export async function deleteSession(db: Db, userId: string, sid: string) {
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.sid, sid)))
    .returning({ sid: sessions.sid })
  return ended.length > 0
}
