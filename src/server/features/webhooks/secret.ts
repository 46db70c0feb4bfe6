import { randomBytes } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Input } from '../../../shared/endpoint.ts'
import type { webhooksApi } from '../../../shared/webhooks.ts'
import type { Context } from '../../core/context.ts'
import { note } from '../../core/write/write.ts'
import { webhooks } from '../../db/tables/webhooks.ts'
import { webhookFor } from './access.ts'

/** Bytes of a key: the standard wants 24 to 64. */
const KEY_BYTES = 32

/** A new secret, as the standard writes it. */
export const newSecret = () => `whsec_${randomBytes(KEY_BYTES).toString('base64')}`

/** Shows the secret. The audit log says who has seen it. */
export async function showSecret(ctx: Context, { params }: Input<typeof webhooksApi.showSecret>) {
  const webhook = await webhookFor(ctx, params.id)
  await note(ctx, webhooks, webhook, 'show-secret', {})
  return { secret: webhook.secret }
}

/** Gives a webhook another secret. Messages that the receiver refuses until it knows the new one are sent again. */
export async function renewSecret(ctx: Context, { params }: Input<typeof webhooksApi.renewSecret>) {
  const webhook = await webhookFor(ctx, params.id)
  const secret = newSecret()
  // The secret is in no log, so that a change of it alone would leave no entry.
  await ctx.db.update(webhooks).set({ secret }).where(eq(webhooks.id, webhook.id))
  await note(ctx, webhooks, webhook, 'renew-secret', {})
  return { secret }
}
