import { and, lt, not } from 'drizzle-orm'
import type { OpenContext } from '../context.ts'
import { deleteInBatches } from '../db/delete-in-batches.ts'
import { isRunning } from '../db/sessions.ts'
import { passwordResets, sessions, signInTries } from '../db/tables/people.ts'
import { WINDOW } from './tries.ts'

type At = Pick<OpenContext, 'db' | 'now'>
const windowBefore = (now: Date) => new Date(now.getTime() - WINDOW).toISOString()

/** Deletes tries that count no more. */
export const deleteOldTries = ({ db, now }: At, signal?: AbortSignal) =>
  deleteInBatches(db, signInTries, lt(signInTries.createdAt, windowBefore(now)), signal)

/** Deletes links to a new password that have expired, and that no longer count among those a person was sent. */
export function deleteExpiredLinks({ db, now }: At, signal?: AbortSignal) {
  const { createdAt, expire } = passwordResets
  const expired = and(lt(createdAt, windowBefore(now)), lt(expire, now.toISOString()))
  return deleteInBatches(db, passwordResets, expired, signal)
}

/** Deletes sessions that have expired. */
export const deleteExpiredSessions = ({ db, now }: At, signal?: AbortSignal) =>
  deleteInBatches(db, sessions, not(isRunning(now)), signal)
