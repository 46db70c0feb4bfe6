import { and, lt, not } from 'drizzle-orm'
import type { OpenContext } from '../core/context.ts'
import { deleteInBatches } from '../db/delete-in-batches.ts'
import { isRunning } from '../db/sessions.ts'
import { passwordResets, sessions, signInAttempts } from '../db/tables/people.ts'
import { WINDOW } from './attempts.ts'

type At = Pick<OpenContext, 'db' | 'now'>
const windowBefore = (now: Date) => new Date(now.getTime() - WINDOW).toISOString()

/** Deletes tries that count no more. */
export const deleteOldAttempts = ({ db, now }: At, signal?: AbortSignal) =>
  deleteInBatches(db, signInAttempts, lt(signInAttempts.createdAt, windowBefore(now)), signal)

/** Deletes links to a new password that have expired, and that no longer count among those a person was sent. */
export function deleteExpiredLinks({ db, now }: At, signal?: AbortSignal) {
  const { createdAt, expire } = passwordResets
  const expired = and(lt(createdAt, windowBefore(now)), lt(expire, now.toISOString()))
  return deleteInBatches(db, passwordResets, expired, signal)
}

/** Deletes sessions that have expired. */
export const deleteExpiredSessions = ({ db, now }: At, signal?: AbortSignal) =>
  deleteInBatches(db, sessions, not(isRunning(now)), signal)
