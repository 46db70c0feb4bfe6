import { and, eq, ne, sql } from 'drizzle-orm'
import type { Db } from './connect.ts'
import { sessions } from './tables/people.ts'

/** For how long a session lasts from when it was last seen, to within an hour. */
export const SESSION_LASTS = 14 * 24 * 3600 * 1000

/** However often it is used, a session ends this long after its sign-in. */
const SESSION_ENDS = 90 * 24 * 3600 * 1000

/** When the oldest session that may still go on was signed in. */
export const signedInSince = (now: Date) => new Date(now.getTime() - SESSION_ENDS).toISOString()

/** When a session ends unless it is renewed, in milliseconds since 1970. */
export const endOfSession = ({ expire, signedInAt }: { expire: string; signedInAt: string | null }) =>
  Math.min(Date.parse(expire), signedInAt === null ? Number.POSITIVE_INFINITY : Date.parse(signedInAt) + SESSION_ENDS)

/** The condition that a session has not run out: neither unused for too long, nor signed in too long ago. */
export const isRunning = (now: Date) =>
  sql`${sessions.expire} > ${now.toISOString()} and coalesce(${sessions.sess}->>'signedInAt' > ${signedInSince(now)}, true)`

/** Ends a person's sign-in sessions, save one. The sockets opened with them are told by an `access` message. */
export async function endSessionsOf(db: Db, userId: string, except: string | null = null) {
  const own = eq(sessions.userId, userId)
  const ended = await db
    .delete(sessions)
    .where(except === null ? own : and(own, ne(sessions.sid, except)))
    .returning({ sid: sessions.sid })
  return ended.length
}

/** The most sessions that one person has at once: far more than anybody has browsers. */
const MOST_SESSIONS = 50

/** Ends those of a person's sessions that were last seen the longest ago, as far as there are too many. Gives how many. */
export async function endOldestSessions(db: Db, userId: string) {
  const { rowCount } = await db.execute(sql`
    delete from ${sessions} where ${sessions.sid} = any(array(
      select ${sessions.sid} from ${sessions} where ${sessions.userId} = ${userId}
      order by ${sessions.expire} desc offset ${MOST_SESSIONS}
    ))`)
  return rowCount ?? 0
}

/** Ends one of a person's sessions; says whether there was such a one. */
export async function endSession(db: Db, userId: string, sid: string) {
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.sid, sid)))
    .returning({ sid: sessions.sid })
  return ended.length > 0
}
