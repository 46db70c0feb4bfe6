import type { OpenContext } from '../../core/context.ts'
import { auditLimited } from '../../core/write/audit.ts'
import { rememberDevice } from '../../credentials/devices.ts'
import { isSecondStepRequired } from '../../credentials/second-step.ts'
import { accessChanged, sessionsChanged } from '../../db/events/events.ts'
import { endOldestSessions } from '../../db/sessions.ts'
import type { users } from '../../db/tables/users.ts'
import { hasSignedInBefore } from './notices.ts'

/**
 * Begins a session of this person in the request's browser, and logs it. A person of a role in `REQUIRE_SECOND_STEP`
 * must set up a second step in it before anything else, unless they have one. `provedAt` is when they have proved who
 * they are, if that is not now. Returns whether a second step is missing, and whether the browser is new to a person
 * who has signed in before.
 */
export async function beginSession(
  ctx: OpenContext,
  { id: userId, role }: Pick<typeof users.$inferSelect, 'id' | 'role'>,
  {
    hasSecondStep,
    isByProvider = false,
    provedAt,
  }: { hasSecondStep: boolean; isByProvider?: boolean; provedAt?: string | undefined },
): Promise<{ needsSecondStep: boolean; isNewBrowser: boolean }> {
  const needsSecondStep = isSecondStepRequired(ctx.services.config, role) && !hasSecondStep
  await ctx.session.start(ctx, userId, { ...(needsSecondStep && { needsSecondStep }), ...(provedAt && { provedAt }) })
  const isNewBrowser = (await rememberDevice(ctx, userId)) && (await hasSignedInBefore(ctx, userId))
  const ended = await endOldestSessions(ctx.db, userId)
  await auditLimited(ctx, 'session', userId, {
    ...(isByProvider ? { action: 'session.start-by-provider' } : { action: 'session.start' }),
    ...{ resourceType: 'session', resourceId: null, userId },
  })
  ctx.outbox.push(...(ended > 0 ? accessChanged(userId) : [sessionsChanged(userId)]))
  return { needsSecondStep, isNewBrowser }
}
