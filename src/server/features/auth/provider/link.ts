import { eq } from 'drizzle-orm'
import type { Reply } from '../../../../shared/endpoint.ts'
import type { ProviderNotice, providerApi } from '../../../../shared/provider.ts'
import type { Claims } from '../../../adapters/provider-claims.ts'
import { type Context, inTransaction, type OpenContext } from '../../../core/context.ts'
import { noteKnown } from '../../../credentials/identities.ts'
import { sessionsChanged } from '../../../db/events/events.ts'
import { users } from '../../../db/tables/users.ts'
import { sendToProvider } from './begin.ts'
import { joinAccount } from './join.ts'

/**
 * Where the viewer's browser goes to link their account at the provider. It is a call and no page: a link on another
 * site must not be able to begin it, because the browser might be signed in there as somebody else. Throws 404, 409,
 * 429.
 */
export const beginLink = async (ctx: Context): Promise<Reply<typeof providerApi.link>> => ({
  address: await sendToProvider(ctx, { to: '/profile/security', way: 'link' }),
})

/** Links the viewer's account to the provider's account just used. Throws 409 `provider_taken`. */
export async function linkAtProvider(
  ctx: OpenContext,
  { issuer, subject }: Claims,
  userId: string,
): Promise<{ notice?: ProviderNotice }> {
  if (ctx.session.current === null || ctx.viewer?.id !== userId) return { notice: 'over' }
  await inTransaction(ctx, async (tx) => {
    const [user] = await tx.db.select().from(users).where(eq(users.id, userId)).for('no key update')
    if (!user) throw new Error('The account is gone')
    if (await noteKnown(tx, userId, { issuer, subject })) return
    await joinAccount(tx, user, { issuer, subject })
    tx.outbox.push(sessionsChanged(userId))
  })
  return {}
}
