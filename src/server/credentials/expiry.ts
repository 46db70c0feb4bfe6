import { and, lt, not } from 'drizzle-orm'
import type { OpenContext } from '../core/context.ts'
import { deleteInBatches } from '../db/delete-in-batches.ts'
import { isRunning } from '../db/sessions.ts'
import { passwordResets, sessions, signInAttempts } from '../db/tables/people.ts'
import { WINDOW_MS } from './attempts.ts'

type Now = Pick<OpenContext, 'db' | 'now'>
const windowBefore = (now: Date) => new Date(now.getTime() - WINDOW_MS).toISOString()

/** Deletes attempts that no longer count. */
export const deleteOldAttempts = ({ db, now }: Now, signal?: AbortSignal) =>
  deleteInBatches(db, signInAttempts, lt(signInAttempts.createdAt, windowBefore(now)), signal)

/** Deletes password links that have expired and no longer count towards the number of links that a person may be sent. */
export function deleteExpiredLinks({ db, now }: Now, signal?: AbortSignal) {
  const { createdAt, expire } = passwordResets
  const expired = and(lt(createdAt, windowBefore(now)), lt(expire, now.toISOString()))
  return deleteInBatches(db, passwordResets, expired, signal)
}

/** Deletes sessions that have expired. */
export const deleteExpiredSessions = ({ db, now }: Now, signal?: AbortSignal) =>
  deleteInBatches(db, sessions, not(isRunning(now)), signal)
