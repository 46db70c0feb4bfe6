import type { Input, Reply } from '../../../../shared/endpoint.ts'
import type { providerApi } from '../../../../shared/provider.ts'
import type { OpenContext } from '../../../core/context.ts'
import { hashOfSecret } from '../../../credentials/secrets.ts'
import { mustBeInvited } from '../invitation.ts'
import { sendToProvider } from './begin.ts'
import { providerOf } from './provider.ts'

/**
 * Where an invited person's browser goes to link their account at the provider instead of choosing a password. The link
 * that invites them proves who they are, for accounts of every role. It ends when they have come back. Throws 404, 409,
 * 429.
 */
export async function beginAccepting(
  ctx: OpenContext,
  { body: { token } }: Input<typeof providerApi.accept>,
): Promise<Reply<typeof providerApi.accept>> {
  providerOf(ctx)
  await mustBeInvited(ctx, token)
  return { address: await sendToProvider(ctx, { to: '/', way: { invitation: hashOfSecret(token) } }) }
}
