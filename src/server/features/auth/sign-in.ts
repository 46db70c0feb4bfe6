import { and, eq, isNull, sql } from 'drizzle-orm'
import type { authApi, Viewer } from '../../../shared/auth.ts'
import type { Input } from '../../../shared/endpoint.ts'
import { msg } from '../../../shared/message.ts'
import { HttpError } from '../../base/errors.ts'
import { isPassword } from '../../base/passwords.ts'
import { auditApart, auditLimited } from '../../core/audit.ts'
import { type Context, inTransaction, type OpenContext } from '../../core/context.ts'
import { viewerReply } from '../../core/viewer.ts'
import { countAttempt, withdrawAttempt } from '../../credentials/attempts.ts'
import { knownDevice } from '../../credentials/devices.ts'
import { secondStepsOf } from '../../credentials/second-steps.ts'
import { inSignInQueue } from '../../credentials/sign-in-queue.ts'
import { askForStep } from '../../credentials/steps.ts'
import { accessChanged } from '../../db/events.ts'
import { users } from '../../db/tables/people.ts'
import { completeSignIn, readAccounts, wrongCredentials } from './complete-sign-in.ts'
import { notifyOfFailures } from './notices.ts'

/** The viewer, with what the deployment says about itself. */
export const readSession = (ctx: Context): Promise<Viewer> => viewerReply(ctx, ctx.viewer, ctx.session)

/**
 * Signs in. The account's owner is notified of repeated failures and of a new browser.
 *
 * Throws 401 for an unknown e-mail address, a wrong password and a closed account: the message and the time that it takes are the
 * same. Throws 401 `second_step` after a right password of somebody who has a second step; then the browser is asked for it. Throws 429 after too many failed attempts: from this network address for this account, from it altogether, or for this
 * account from browsers that are not known. Throws 503 when too many sign-ins are queued.
 */
export async function signIn(ctx: OpenContext, { body }: Input<typeof authApi.login>): Promise<Viewer> {
  const email = body.email.toLowerCase()
  const device = await knownDevice(ctx, email)
  return inSignInQueue(ctx.origin.ipAddress, device, () => signInNow(ctx, email, body.password, device))
}

async function signInNow(ctx: OpenContext, email: string, password: string, device: string | null): Promise<Viewer> {
  const attempt = await countAttempt(ctx, 'password', email, device)
  const [found] = await readAccounts(ctx).where(and(eq(sql`lower(${users.email})`, email), isNull(users.deletedAt)))
  const isRight = await isPassword(found?.user.passwordHash ?? null, password)
  if (!found || !isRight || !found.user.isActive) {
    await logRefusal(ctx, email, found?.user.id)
    if (attempt.isLast && found?.user.isActive) await notifyOfFailures(ctx, found.user)
    throw wrongCredentials()
  }
  const { id: userId } = found.user
  const secondSteps = await secondStepsOf(ctx, userId)
  if (secondSteps.length === 0)
    return completeSignIn(ctx, found, { hasSecondStep: false, finish: (tx) => withdrawAttempt(tx, attempt.id) })
  await inTransaction(ctx, async (tx) => {
    await withdrawAttempt(tx, attempt.id)
    await askForStep(tx, 'second-step', { userId, data: {} })
  })
  throw new HttpError(401, 'second_step', msg('Confirm your sign-in with your second step'), { secondSteps })
}

/** Logs a refused sign-in. Addresses without an account share one limit, because a stranger can invent any number of them. */
const logRefusal = (ctx: OpenContext, email: string, userId: string | undefined) =>
  auditApart(ctx, (tx) =>
    auditLimited(tx, 'session-refusal', userId ?? 'strangers', {
      action: 'session.refuse',
      resourceType: 'session',
      resourceId: null,
      userId,
      // A text without @ is no address. It may be a password that was typed into the wrong field.
      details: email.includes('@') ? { email } : {},
    }),
  )

/** Ends the browser's session; without one it does nothing. */
export async function signOut(ctx: OpenContext): Promise<void> {
  await ctx.session.end(ctx)
  if (!ctx.viewer) return
  await auditLimited(ctx, 'session', ctx.viewer.id, {
    action: 'session.end',
    resourceType: 'session',
    resourceId: null,
  })
  ctx.outbox.push(...accessChanged(ctx.viewer.id))
}
