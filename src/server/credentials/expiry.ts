import { and, eq, lt, ne, not, or } from 'drizzle-orm'
import type { OpenContext } from '../core/context.ts'
import { deleteInBatches } from '../db/delete-in-batches.ts'
import { isRunning } from '../db/sessions.ts'
import { passwordResets, signInAttempts } from '../db/tables/auth.ts'
import { sessions } from '../db/tables/sessions.ts'
import { WINDOW_MS } from './attempts.ts'
import { PIN_WINDOW_MS } from './pin-attempts.ts'

type Now = Pick<OpenContext, 'db' | 'now'>
const windowBefore = (now: Date, window = WINDOW_MS) => new Date(now.getTime() - window).toISOString()

/** Deletes attempts that no longer count. */
export function deleteOldAttempts({ db, now }: Now, signal?: AbortSignal) {
  const { purpose, createdAt } = signInAttempts
  const isOver = or(
    and(ne(purpose, 'pin'), lt(createdAt, windowBefore(now))),
    and(eq(purpose, 'pin'), lt(createdAt, windowBefore(now, PIN_WINDOW_MS))),
  )
  return deleteInBatches(db, signInAttempts, isOver, signal)
}

/** Deletes password links that have expired and no longer count towards a person's limit. */
export function deleteExpiredLinks({ db, now }: Now, signal?: AbortSignal) {
  const { createdAt, expire } = passwordResets
  const expired = and(lt(createdAt, windowBefore(now)), lt(expire, now.toISOString()))
  return deleteInBatches(db, passwordResets, expired, signal)
}

/** Deletes sessions that have expired. */
export const deleteExpiredSessions = ({ db, now }: Now, signal?: AbortSignal) =>
  deleteInBatches(db, sessions, not(isRunning(now)), signal)
