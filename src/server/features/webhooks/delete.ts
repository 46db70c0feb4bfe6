import type { Input } from '../../../shared/endpoint.ts'
import type { webhooksApi } from '../../../shared/webhooks.ts'
import type { Context } from '../../core/context.ts'
import { remove } from '../../core/write/write.ts'
import { webhooks } from '../../db/tables/webhooks.ts'
import { webhookFor } from './access.ts'

/** Deletes a webhook. Its messages end with it. */
export async function deleteWebhook(ctx: Context, { params }: Input<typeof webhooksApi.remove>): Promise<void> {
  await remove(ctx, webhooks, await webhookFor(ctx, params.id))
}
