import { and, lt, not } from 'drizzle-orm'
import type { OpenContext } from '../context.ts'
import { isRunning } from '../db/sessions.ts'
import { passwordResets, sessions, signInTries } from '../db/tables/people.ts'
import { forgetOldDevices } from './devices.ts'
import { WINDOW } from './tries.ts'

/** Forgets tries, links, sessions and known browsers that count no more. */
export async function forgetExpired(ctx: Pick<OpenContext, 'db' | 'now'>) {
  const { db, now } = ctx
  const outside = new Date(now.getTime() - WINDOW).toISOString()
  await db.delete(signInTries).where(lt(signInTries.createdAt, outside))
  await db
    .delete(passwordResets)
    .where(and(lt(passwordResets.createdAt, outside), lt(passwordResets.expire, now.toISOString())))
  await db.delete(sessions).where(not(isRunning(now)))
  await forgetOldDevices(ctx)
}
