import { count } from 'drizzle-orm'
import type { Input, Reply } from '../../../shared/endpoint.ts'
import { MAX_WEBHOOKS, type webhooksApi } from '../../../shared/webhooks.ts'
import { msg } from '../../../shared/words/message.ts'
import { conflict } from '../../base/errors.ts'
import type { Context } from '../../core/context.ts'
import { insert } from '../../core/write/write.ts'
import { webhooks } from '../../db/tables/webhooks.ts'
import { mayLeadTo } from './address.ts'
import { webhookAsReply } from './list.ts'
import { newSecret } from './secret.ts'

/** Creates a webhook. Throws 400 for a forbidden address, 409 when there are as many as there may be. */
export async function createWebhook(
  ctx: Context,
  { body }: Input<typeof webhooksApi.create>,
): Promise<Reply<typeof webhooksApi.create>> {
  const url = mayLeadTo(ctx, body.url)
  const [counted] = await ctx.db.select({ webhooks: count() }).from(webhooks)
  if (counted && counted.webhooks >= MAX_WEBHOOKS)
    throw conflict(
      'too_many_webhooks',
      msg('{count, plural, one {There can be at most # webhook} other {There can be at most # webhooks}}', {
        count: MAX_WEBHOOKS,
      }),
    )
  const secret = newSecret()
  const { name, types } = body
  const { id } = await insert(ctx, webhooks, { name, url, types, secret, createdBy: ctx.viewer.id })
  return { ...(await webhookAsReply(ctx, id)), secret }
}
