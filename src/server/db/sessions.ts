import { and, eq, ne } from 'drizzle-orm'
import type { Db } from './connect.ts'
import { sessions } from './tables/people.ts'

/** For how long a session lasts from when it was last seen, to within an hour. */
export const SESSION_LASTS = 14 * 24 * 3600 * 1000

/** Ends a person's sign-in sessions, save one. The sockets opened with them are told by an `access` message. */
export async function endSessionsOf(db: Db, userId: string, except: string | null = null) {
  const own = eq(sessions.userId, userId)
  const ended = await db
    .delete(sessions)
    .where(except === null ? own : and(own, ne(sessions.sid, except)))
    .returning({ sid: sessions.sid })
  return ended.length
}

/** Ends one of a person's sessions; says whether there was such a one. */
export async function endSession(db: Db, userId: string, sid: string) {
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.sid, sid)))
    .returning({ sid: sessions.sid })
  return ended.length > 0
}
