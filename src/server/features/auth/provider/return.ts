import type { ProviderNotice } from '../../../../shared/provider.ts'
import { ProviderError } from '../../../adapters/provider.ts'
import type { Claims } from '../../../adapters/provider-claims.ts'
import { HttpError, throttledWarning } from '../../../base/errors.ts'
import { inTransaction, type OpenContext } from '../../../core/context.ts'
import { withdrawAttempt } from '../../../credentials/attempts.ts'
import { knownAs } from '../../../credentials/identities.ts'
import { lockAccount, secondStepsOf } from '../../../credentials/second-step.ts'
import { endStep, type SignInSteps, stepOf } from '../../../credentials/sign-in-steps.ts'
import { sessionsChanged } from '../../../db/events/events.ts'
import { linkAtProvider } from './link.ts'
import { providerOf } from './provider.ts'
import { type Next, signInByInvitation, signInByProvider } from './sign-in.ts'

/** Where a return from the provider leads. */
export interface Return {
  /** A page of ours. */
  to: string
  /** Shown on that page; absent if all is well. */
  notice?: ProviderNotice
  /** Whether it was for a proof, in a window of its own. */
  isProof: boolean
}

/** The addresses at which a person begins who wants no other page. */
const HOME = ['/', '/dashboard', '/today?start=true']

const warnFailed = throttledWarning('A sign-in at the provider has failed')

/**
 * Ends the way to the provider, whatever its answer: it signs the person in, or links their account, or says why not.
 * An answer counts once, in the browser that was sent, within ten minutes. No content of the answer makes it throw.
 */
export async function returnFromProvider(ctx: OpenContext, answer: URLSearchParams): Promise<Return> {
  const provider = providerOf(ctx)
  const step = await stepOf(ctx, 'provider').catch((error) => {
    if (error instanceof HttpError) return undefined
    throw error
  })
  // An answer with another state belongs to another question. The answer to this browser's question may still come.
  if (!step || answer.get('state') !== step.data.checks.state) return { to: '/', notice: 'over', isProof: false }
  const { userId, data } = step
  const back = { to: data.to, isProof: userId !== null && !data.isLink }
  try {
    await endStep(ctx, 'provider')
    const claims = await provider.complete(answer, data.checks)
    const { isSetupOpen, ...next } = await nextOf(ctx, claims, step)
    // One that waits for another step has left a row behind, and still counts.
    if (!next.notice) await withdrawAttempt(ctx, data.attemptId)
    // The guide through the beginning opens by itself, unless the person wants another page.
    return { ...back, ...(isSetupOpen && HOME.includes(data.to) && { to: '/setup' }), ...next }
  } catch (error) {
    return { ...back, notice: noticeOf(ctx, error) }
  }
}

/** Goes on with the purpose for which the person was sent. */
function nextOf(ctx: OpenContext, claims: Claims, { userId, data }: SignInSteps['provider']): Promise<Next> {
  if (userId !== null)
    return data.isLink ? linkAtProvider(ctx, claims, userId) : proveByProvider(ctx, claims, { userId, since: data.at })
  return data.invitation === undefined
    ? signInByProvider(ctx, claims)
    : signInByInvitation(ctx, claims, data.invitation)
}

/** The notice that tells the person of an error. The log has the rest. Throws errors of other origin again. */
export function noticeOf({ services: { log } }: OpenContext, error: unknown): ProviderNotice {
  if (error instanceof ProviderError) {
    if (error.reason !== 'cancelled') warnFailed(log, error)
    return error.reason
  }
  if (error instanceof HttpError) return noticeOfCode[error.code] ?? noticeOfStatus[error.status] ?? 'closed'
  throw error
}

const noticeOfCode: Record<string, ProviderNotice> = { provider_taken: 'taken', step_over: 'over' }

const noticeOfStatus: Record<number, ProviderNotice> = { 429: 'busy', 503: 'busy' }

/** Seconds by which the clock of the provider may be behind. */
const CLOCK_TOLERANCE = 30

/**
 * Notes in the viewer's session that they have just signed in at the provider. It must be they, and the provider must
 * say that they have signed in since they were sent: an older session there proves nothing. A person with a second step
 * here proves by that alone.
 *
 * @param userId the person who was sent
 * @param since when, in milliseconds since 1970
 */
async function proveByProvider(
  ctx: OpenContext,
  claims: Claims,
  { userId, since }: { userId: string; since: number },
): Promise<{ notice?: ProviderNotice }> {
  const { authTime } = claims
  const known = await knownAs(ctx, claims)
  const isThey = known?.id === userId && ctx.viewer?.id === userId
  const isNew = authTime !== null && authTime >= Math.floor(since / 1000) - CLOCK_TOLERANCE
  if (!isThey || !isNew) return { notice: 'failed' }
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx, userId)
    // They prove by their second step, for which the provider's word does not stand.
    if ((await secondStepsOf(tx, userId)).length > 0) return { notice: 'failed' }
    await tx.session.prove(tx)
    // The page that waits for it looks again.
    tx.outbox.push(sessionsChanged(userId))
    return {}
  })
}
