import { PROVIDER_RETURN_PATH } from '../../../../shared/provider.ts'
import { msg } from '../../../../shared/words/message.ts'
import { ProviderError } from '../../../adapters/provider.ts'
import { conflict } from '../../../base/errors.ts'
import { isLoopbackName } from '../../../base/loopback.ts'
import type { OpenContext } from '../../../core/context.ts'
import { countProviderAttempt, withdrawAttempt } from '../../../credentials/attempts.ts'
import { knownBrowser } from '../../../credentials/devices.ts'
import { askForStep } from '../../../credentials/sign-in-steps.ts'
import { providerOf } from './provider.ts'

interface Begin {
  /** The page of ours to come back to. */
  to: string
  /** The purpose. An invitation has the hash of its token. */
  way: 'sign-in' | 'proof' | 'link' | { invitation: string }
}

/**
 * Sends the browser to the provider. Returns the provider's address. Throws `ProviderError` if the provider does not
 * answer, 404 without one, and 429 after too many.
 */
export async function beginAtProvider(ctx: OpenContext, { to, way }: Begin): Promise<string> {
  const provider = providerOf(ctx)
  const origin = originOf(ctx)
  if (origin === undefined) throw new ProviderError('failed', 'PUBLIC_URL is missing')
  const isOwn = way === 'proof' || way === 'link'
  const { id: attemptId } = await countProviderAttempt(ctx, await knownBrowser(ctx))
  try {
    // A person who links an account shows there who they are: the browser may be signed in as somebody else.
    const { address, checks } = await provider.begin(origin + PROVIDER_RETURN_PATH, { isProof: isOwn })
    const what = way === 'link' ? { isLink: true as const } : typeof way === 'object' ? way : {}
    const data = { checks, to, attemptId, at: ctx.now.getTime(), ...what }
    await askForStep(ctx, 'provider', { userId: isOwn ? (ctx.viewer?.id ?? null) : null, data })
    return address
  } catch (error) {
    await withdrawAttempt(ctx, attemptId)
    throw error
  }
}

/** The same for an open page, which goes there by itself. Throws 409 `provider_away` for faults of the provider. */
export async function sendToProvider(ctx: OpenContext, begin: Begin): Promise<string> {
  try {
    return await beginAtProvider(ctx, begin)
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const { name } = providerOf(ctx)
    throw conflict('provider_away', msg('{name} does not answer. Try again in a moment.', { name }))
  }
}

/** The address at which the browser has opened Muster. Without PUBLIC_URL only this machine: Host is anybody's. */
function originOf({ origin, services: { config } }: OpenContext): string | undefined {
  if (config.publicUrl) return config.publicUrl
  const address = `http://${origin.host}`
  if (!URL.canParse(address)) return undefined
  const { origin: ours, hostname } = new URL(address)
  return isLoopbackName(hostname) ? ours : undefined
}
