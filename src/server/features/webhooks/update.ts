import type { Input } from '../../../shared/endpoint.ts'
import type { Webhook, webhooksApi } from '../../../shared/webhooks.ts'
import type { Context } from '../../core/context.ts'
import { update } from '../../core/write/write.ts'
import { webhooks } from '../../db/tables/webhooks.ts'
import { webhookFor } from './access.ts'
import { mayLeadTo } from './address.ts'
import { webhookAsReply } from './list.ts'
import { beginAgain, wakeSenders } from './messages.ts'

/**
 * Changes the fields sent. Waiting messages go to a new address at once. A person who changes the address, or adds a
 * type, becomes the owner: when they lose the right, the others are told. Throws 400 for a forbidden address.
 */
export async function updateWebhook(
  ctx: Context,
  { params, body }: Input<typeof webhooksApi.update>,
): Promise<Webhook> {
  await wakeSenders(ctx, [params.id], true)
  const webhook = await webhookFor(ctx, params.id)
  const url = body.url === undefined ? webhook.url : mayLeadTo(ctx, body.url)
  const types = body.types ?? webhook.types
  const isRedirected = url !== webhook.url || types.some((type) => !webhook.types.includes(type))
  const isOwn = (webhook.takenOverBy ?? webhook.createdBy) === ctx.viewer.id
  const taken = isRedirected && !isOwn ? { takenOverBy: ctx.viewer.id } : {}
  await update(ctx, webhooks, webhook, { ...body, url, ...taken })
  if (url !== webhook.url) await beginAgain(ctx, webhook.id)
  return webhookAsReply(ctx, webhook.id)
}
