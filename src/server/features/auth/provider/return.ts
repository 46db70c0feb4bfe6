import type { ProviderNotice } from '../../../../shared/provider.ts'
import { ProviderError } from '../../../adapters/provider.ts'
import { HttpError, throttledWarning } from '../../../base/errors.ts'
import type { OpenContext } from '../../../core/context.ts'
import { withdrawAttempt } from '../../../credentials/attempts.ts'
import { endStep, stepOf } from '../../../credentials/steps.ts'
import { proveByProvider } from './prove.ts'
import { providerOf } from './provider.ts'
import { signInByProvider } from './sign-in.ts'

/** Where a return from the provider leads. */
export interface Return {
  /** A page of ours. */
  to: string
  /** What is said there; absent if all is well. */
  notice?: ProviderNotice
  /** Whether it was for a proof, in a window of its own. */
  isProof: boolean
}

const HOME = ['/', '/dashboard']

const warnFailed = throttledWarning('A sign-in at the provider has failed')

/**
 * Ends the way to the provider, whatever its answer: it signs the person in, or says why not. An answer counts once, in the browser that
 * was sent, within ten minutes. It never throws for what the answer holds.
 */
export async function returnFromProvider(ctx: OpenContext, answer: URLSearchParams): Promise<Return> {
  const provider = providerOf(ctx)
  const step = await stepOf(ctx, 'provider').catch((error) => {
    if (error instanceof HttpError) return undefined
    throw error
  })
  // With another state the answer is not that of this browser's question, which may still come.
  if (!step || answer.get('state') !== step.data.checks.state) return { to: '/', notice: 'over', isProof: false }
  const { userId, data } = step
  const back = { to: data.to, isProof: userId !== null }
  try {
    await endStep(ctx, 'provider')
    const claims = await provider.complete(answer, data.checks)
    const { isSetupOpen, ...next } =
      userId === null
        ? await signInByProvider(ctx, claims)
        : { ...(await proveByProvider(ctx, claims, { userId, since: data.at })), isSetupOpen: false }
    // One that waits for another step has left a row behind, and still counts.
    if (!next.notice) await withdrawAttempt(ctx, data.attemptId)
    // The guide through the beginning opens by itself, unless the person wants another page.
    return { ...back, ...(isSetupOpen && HOME.includes(data.to) && { to: '/setup' }), ...next }
  } catch (error) {
    return { ...back, notice: noticeOf(ctx, error) }
  }
}

/** What the person is told of an error. The log has the rest. Throws what is none of the provider or the sign-in. */
export function noticeOf({ services: { log } }: OpenContext, error: unknown): ProviderNotice {
  if (error instanceof ProviderError) {
    if (error.reason !== 'cancelled') warnFailed(log, error)
    return error.reason
  }
  if (error instanceof HttpError) return noticeOfStatus[error.status] ?? 'closed'
  throw error
}

const noticeOfStatus: Record<number, ProviderNotice> = { 429: 'busy', 503: 'busy' }
