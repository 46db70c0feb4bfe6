import { eq } from 'drizzle-orm'
import { msg } from '../../../shared/words/message.ts'
import { notFound } from '../../base/errors.ts'
import type { Context } from '../../core/context.ts'
import { webhooks } from '../../db/tables/webhooks.ts'

/**
 * The only way to webhooks, by the same rules as in `access.ts`. People who may manage webhooks may manage all of them.
 */

/** Finds and locks one webhook, so that messages may still be made for it meanwhile. */
export async function webhookFor({ db }: Pick<Context, 'db'>, id: number) {
  const [webhook] = await db.select().from(webhooks).where(eq(webhooks.id, id)).for('no key update')
  if (!webhook) throw notFound(msg('There is no such webhook'))
  return webhook
}
