import type { ProviderNotice } from '../../../../shared/provider.ts'
import type { Claims } from '../../../adapters/provider-claims.ts'
import { inTransaction, type OpenContext } from '../../../core/context.ts'
import { knownAs } from '../../../credentials/identities.ts'
import { lockAccount, secondStepsOf } from '../../../credentials/second-step.ts'
import { sessionsChanged } from '../../../db/events/events.ts'

/** Seconds by which the clock of the provider may be behind. */
const CLOCK_TOLERANCE = 30

/**
 * Notes in the viewer's session that they have just signed in at the provider. It must be they, and the provider must
 * say that they have signed in since they were sent: an older session there proves nothing. A person with a second step
 * here proves by that alone.
 *
 * @param userId the person who was sent
 * @param since when, in milliseconds since 1970
 */
export async function proveByProvider(
  ctx: OpenContext,
  claims: Claims,
  { userId, since }: { userId: string; since: number },
): Promise<{ notice?: ProviderNotice }> {
  const { authTime } = claims
  const known = await knownAs(ctx, claims)
  const isThey = known?.id === userId && ctx.viewer?.id === userId
  const isNew = authTime !== null && authTime >= Math.floor(since / 1000) - CLOCK_TOLERANCE
  if (!isThey || !isNew) return { notice: 'failed' }
  return inTransaction(ctx, async (tx) => {
    await lockAccount(tx, userId)
    // They prove by their second step, for which the provider's word does not stand.
    if ((await secondStepsOf(tx, userId)).length > 0) return { notice: 'failed' }
    await tx.session.prove(tx)
    // The page that waits for it looks again.
    tx.outbox.push(sessionsChanged(userId))
    return {}
  })
}
