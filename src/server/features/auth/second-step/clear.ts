import type { Input } from '../../../../shared/endpoint.ts'
import type { usersApi } from '../../../../shared/users.ts'
import { userFor } from '../../../core/access/people.ts'
import type { Context, OpenContext } from '../../../core/context.ts'
import { audit } from '../../../core/write/audit.ts'
import { endIdentitiesOf } from '../../../credentials/identities.ts'
import { applySecondStepRule, deleteSecondStepsOf, lockAccount } from '../../../credentials/second-step.ts'
import { endStepsOf } from '../../../credentials/sign-in-steps.ts'
import { sessionsChanged } from '../../../db/events/events.ts'
import { type AccountOwner, notifyOfSecurity } from '../../notifications/security.ts'

/**
 * Takes every second step away from a person who has lost theirs, so that their password is enough. Their account at
 * the provider of single sign-on is forgotten, because a stranger who knew the password may have joined it and lacked
 * the second step. To somebody without a password it is the way in, and stays. The person is told. If their role must
 * have a second step, they set up another before anything else.
 */
export async function clearSecondSteps(ctx: OpenContext, user: AccountOwner): Promise<void> {
  const { hasPassword, role } = await lockAccount(ctx, user.id)
  await deleteSecondStepsOf(ctx, user.id)
  await endStepsOf(ctx, [user.id])
  if (hasPassword) await endIdentitiesOf(ctx, user.id)
  await audit(ctx, { action: 'user.clear-second-step', resourceType: 'user', resourceId: user.id })
  await notifyOfSecurity(ctx, user, {
    kind: 'second-step-removed',
    params: { at: ctx.now.toISOString() },
    subject: null,
  })
  ctx.outbox.push(sessionsChanged(user.id))
  await applySecondStepRule(ctx, [{ id: user.id, role }])
}

/** The same for a managed person. Throws 403, 404. */
export async function clearSecondStep(ctx: Context, { params }: Input<typeof usersApi.clearSecondStep>): Promise<void> {
  await clearSecondSteps(ctx, await userFor(ctx, params.id, 'user:manage'))
}
