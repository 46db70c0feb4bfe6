import type { pauseReasons } from '../../../shared/webhooks.ts'
import type { OpenContext } from '../../core/context.ts'
import { mayManage } from '../../core/owners.ts'
import { update } from '../../core/write/write.ts'
import { users } from '../../db/tables/users.ts'
import { webhooks } from '../../db/tables/webhooks.ts'
import { notify } from '../notifications/notify.ts'
import { webhookFor } from './access.ts'

/** Pauses a webhook with a reason, and notifies people who manage webhooks. A paused one stays as it is. */
export async function stopWebhook(
  ctx: OpenContext,
  id: number,
  because: Exclude<(typeof pauseReasons)[number], 'person' | 'unowned'>,
) {
  const webhook = await webhookFor(ctx, id)
  if (webhook.pausedAt !== null) return
  await update(ctx, webhooks, webhook, { pausedAt: ctx.now.toISOString(), pausedBecause: because }, 'stop')
  const managers = await ctx.db.select({ id: users.id }).from(users).where(mayManage('webhook:manage'))
  const recipients = managers.map((manager) => manager.id)
  await notify(ctx, recipients, { kind: 'webhook-stopped', params: { name: webhook.name, because }, subject: null })
}
