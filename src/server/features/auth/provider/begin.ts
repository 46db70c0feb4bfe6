import { PROVIDER_RETURN_PATH } from '../../../../shared/provider.ts'
import type { OpenContext } from '../../../core/context.ts'
import { countProviderAttempt, withdrawAttempt } from '../../../credentials/attempts.ts'
import { knownBrowser } from '../../../credentials/devices.ts'
import { askForStep } from '../../../credentials/steps.ts'
import { providerOf } from './provider.ts'

/**
 * Sends the browser to the provider: to sign in, or for a proof of who the viewer is. Returns the provider's address. Throws
 * `ProviderError` if the provider does not answer, 404 without one, and 429 after too many.
 *
 * @param origin under which the browser has opened Muster
 * @param to the page of ours to come back to
 */
export async function beginAtProvider(
  ctx: OpenContext,
  { origin, to, isProof }: { origin: string; to: string; isProof: boolean },
): Promise<string> {
  const provider = providerOf(ctx)
  const { id: attemptId } = await countProviderAttempt(ctx, await knownBrowser(ctx))
  try {
    const { address, checks } = await provider.begin(origin + PROVIDER_RETURN_PATH, { isProof })
    const userId = isProof ? (ctx.viewer?.id ?? null) : null
    await askForStep(ctx, 'provider', { userId, data: { checks, to, attemptId, at: ctx.now.getTime() } })
    return address
  } catch (error) {
    await withdrawAttempt(ctx, attemptId)
    throw error
  }
}
