import { msg } from '../../../../shared/words/message.ts'
import type { Provider } from '../../../adapters/provider.ts'
import { notFound } from '../../../base/errors.ts'
import type { OpenContext } from '../../../core/context.ts'

/** The provider of single sign-on. Throws 404 if there is none. */
export function providerOf({ services: { provider } }: OpenContext): Provider {
  if (!provider) throw notFound(msg('Single sign-on is not set up here'))
  return provider
}
