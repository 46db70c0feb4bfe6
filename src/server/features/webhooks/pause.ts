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

/** Tells a webhook nothing from now on. Nothing happens to one that is paused already. */
export async function pauseWebhook(ctx: Context, { params }: Input<typeof webhooksApi.pause>): Promise<Webhook> {
  const webhook = await webhookFor(ctx, params.id)
  const paused = { pausedAt: ctx.now.toISOString(), pausedBecause: 'person' as const }
  if (webhook.pausedAt === null) await update(ctx, webhooks, webhook, paused, 'pause')
  return webhookAsReply(ctx, webhook.id)
}

/**
 * Resumes a webhook, whatever the reason of its pause. Its waiting messages are sent at once. Throws 409 `no_owner` for
 * one whose owner has left: somebody must take it over first.
 */
export async function resumeWebhook(ctx: Context, { params }: Input<typeof webhooksApi.resume>): Promise<Webhook> {
  await wakeSenders(ctx, [params.id], true)
  const webhook = await webhookFor(ctx, params.id)
  if (webhook.ownerLeftAt !== null)
    throw conflict('no_owner', msg('The owner of this webhook can no longer manage webhooks. Take it over first.'))
  await update(ctx, webhooks, webhook, { pausedAt: null, pausedBecause: null }, 'resume')
  await beginAgain(ctx, webhook.id)
  return webhookAsReply(ctx, webhook.id)
}
