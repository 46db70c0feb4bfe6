import { type SQL, sql } from 'drizzle-orm'
import type { Webhook } from '../../../shared/webhooks.ts'
import type { Context } from '../../core/context.ts'
import { pausesAt } from '../../core/owners.ts'
import { isoJson } from '../../db/columns.ts'
import { users } from '../../db/tables/users.ts'
import { webhookMessages, webhooks } from '../../db/tables/webhooks.ts'
import { isOpenMessage } from './messages.ts'

/** All webhooks by name, with how they stand. */
export const listWebhooks = async (ctx: Context): Promise<{ webhooks: Webhook[] }> => ({
  webhooks: await read(ctx, sql`true`),
})

/** A webhook as replies carry it. The caller has found it through `access`. */
export async function webhookAsReply(ctx: Context, id: number): Promise<Webhook> {
  const [webhook] = await read(ctx, sql`${webhooks.id} = ${id}`)
  if (!webhook) throw new Error(`Webhook ${id} is gone`)
  return webhook
}

/** A person by name, as JSON; null for nobody. */
const nameOf = (personId: SQL) => sql`(
  select jsonb_build_object('id', ${users.id}, 'firstName', ${users.firstName}, 'lastName', ${users.lastName})
  from ${users} where ${users.id} = ${personId})`

async function read({ db }: Context, condition: SQL): Promise<Webhook[]> {
  const { id, name, url, types, pausedAt, pausedBecause, createdBy, takenOverBy, createdAt, updatedAt } = webhooks
  const own = sql`${webhookMessages.webhookId} = ${id}`
  const { rows } = await db.execute<Webhook & Record<string, unknown>>(sql`
    select ${id}, ${name}, ${url}, ${types}, ${isoJson(sql`${pausedAt}`)} as "pausedAt", ${pausedBecause} as "pausedBecause",
      ${isoJson(sql`${createdAt}`)} as "createdAt", ${isoJson(sql`${updatedAt}`)} as "updatedAt", waiting.open,
      ${nameOf(sql`${createdBy}`)} as "createdBy", ${nameOf(sql`${takenOverBy}`)} as "takenOverBy",
      ${isoJson(pausesAt(webhooks))} as "pausesAt",
      waiting.open > 0 and waiting.tried > 0 as "isFailing",
      (select ${isoJson(sql`${webhookMessages.deliveredAt}`)} from ${webhookMessages}
        where ${own} and ${webhookMessages.deliveredAt} is not null order by ${webhookMessages.id} desc limit 1) as "deliveredAt"
    from ${webhooks} cross join lateral (
      select count(*)::int as open, count(*) filter (where ${webhookMessages.attempts} > 0)::int as tried
      from ${webhookMessages} where ${own} and ${isOpenMessage}
    ) as waiting
    where ${condition} order by lower(${name}), ${id}`)
  return rows
}
