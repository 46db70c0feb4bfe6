import { MAX_WEBHOOK_URL } from '../../../shared/webhooks.ts'
import { msg } from '../../../shared/words/message.ts'
import { webhookAddressOf } from '../../adapters/webhooks.ts'
import { invalid } from '../../base/errors.ts'
import type { Context } from '../../core/context.ts'

/** The address in its usual form. Throws 400 for a forbidden one. Each attempt checks the name's hosts again. */
export function mayLeadTo({ services }: Context, url: string): string {
  const address = webhookAddressOf(url, services.config)
  // Written out, letters beyond ASCII take more room.
  if (!address || address.url.href.length > MAX_WEBHOOK_URL)
    throw invalid('url', msg('Must be a public address by https, at the usual port'))
  return address.url.href
}
