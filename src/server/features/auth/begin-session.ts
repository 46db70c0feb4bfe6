import { auditLimited } from '../../core/audit.ts'
import type { OpenContext } from '../../core/context.ts'
import { rememberDevice } from '../../credentials/devices.ts'
import { accessChanged, sessionsChanged } from '../../db/events.ts'
import { endOldestSessions } from '../../db/sessions.ts'
import { hasSignedInBefore } from './notices.ts'

/**
 * Begins a session of this person in the request's browser, and logs it. Returns whether the browser is new to a person who has
 * signed in before.
 */
export async function beginSession(ctx: OpenContext, userId: string): Promise<boolean> {
  await ctx.session.start(ctx, userId)
  const isNew = (await rememberDevice(ctx, userId)) && (await hasSignedInBefore(ctx, userId))
  const ended = await endOldestSessions(ctx.db, userId)
  await auditLimited(ctx, 'session', userId, {
    action: 'session.start',
    resourceType: 'session',
    resourceId: null,
    userId,
  })
  ctx.outbox.push(...(ended > 0 ? accessChanged(userId) : [sessionsChanged(userId)]))
  return isNew
}
