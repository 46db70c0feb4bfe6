import type { Input } from '../../../shared/endpoint.ts'
import type { Webhook, webhooksApi } from '../../../shared/webhooks.ts'
import { msg } from '../../../shared/words/message.ts'
import { conflict } from '../../base/errors.ts'
import type { Context } from '../../core/context.ts'
import { update } from '../../core/write/write.ts'
import { webhooks } from '../../db/tables/webhooks.ts'
import { webhookFor } from './access.ts'
import { webhookAsReply } from './list.ts'
import { beginAgain, wakeSenders } from './messages.ts'

/**
 * Makes the viewer the owner of a webhook whose owner has left. If it has paused for that, its waiting messages are
 * sent at once. Throws 409 `has_owner` for one that has an owner, as when a colleague was first.
 */
export async function takeOverWebhook(ctx: Context, { params }: Input<typeof webhooksApi.takeOver>): Promise<Webhook> {
  await wakeSenders(ctx, [params.id], true)
  const webhook = await webhookFor(ctx, params.id)
  if (webhook.ownerLeftAt === null) throw conflict('has_owner', msg('This webhook has an owner'))
  const isPausedForIt = webhook.pausedBecause === 'unowned'
  const resumed = isPausedForIt ? { pausedAt: null, pausedBecause: null } : {}
  await update(ctx, webhooks, webhook, { takenOverBy: ctx.viewer.id, ownerLeftAt: null, ...resumed }, 'take-over')
  if (isPausedForIt) await beginAgain(ctx, webhook.id)
  return webhookAsReply(ctx, webhook.id)
}
