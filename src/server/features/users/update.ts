import type { Input } from '../../../shared/endpoint.ts'
import { may } from '../../../shared/permissions.ts'
import type { Person, usersApi } from '../../../shared/users.ts'
import { msg } from '../../../shared/words/message.ts'
import { forbidden, invalid } from '../../base/errors.ts'
import { mustBeAllowed } from '../../core/access/access.ts'
import { departmentNamedFor, userFor } from '../../core/access/people.ts'
import { type Context, inTransaction } from '../../core/context.ts'
import { foldedName } from '../../core/people/folded-name.ts'
import { update } from '../../core/write/write.ts'
import { mustKnowCurrentPassword } from '../../credentials/current-password.ts'
import { endInvitationsOf } from '../../credentials/invitations.ts'
import { mustBeProved } from '../../credentials/reauthentication.ts'
import { endLinksOf } from '../../credentials/reset-links.ts'
import { applySecondStepRule } from '../../credentials/second-step.ts'
import { endStepsOf } from '../../credentials/sign-in-steps.ts'
import { accessChanged, languageChanged } from '../../db/events/events.ts'
import { users } from '../../db/tables/users.ts'
import { endShiftOf } from '../notifications/end-shift.ts'
import { fullName } from '../notifications/notify.ts'
import { followRights } from '../notifications/owners.ts'
import { notifyOfSecurity } from '../notifications/security.ts'
import { emailMustBeFree } from './email.ts'
import { endAccessOf } from './end-access.ts'
import { mustBeProvedToGrant } from './granting.ts'
import { keepLastOwner } from './last-owner.ts'
import { personWithDepartment } from './list.ts'
import { reassignOpenWork, releaseRoutinesOf } from './open-work.ts'

type UserRow = typeof users.$inferSelect
type Changes = Omit<Input<typeof usersApi.update>['body'], 'currentPassword' | 'successorId'>

const EMAIL_NEEDS_PASSWORD = msg('Enter your current password to change your e-mail')

/**
 * Changes the fields sent. The viewer may change people of lower rank, and their own name and e-mail address.
 * Deactivating a person ends their sessions and closes their pages at once, and a successor gets their open tasks and
 * routines if one is named. A lower role ends their tokens, calendar and devices.
 *
 * Links to a new password go to the e-mail address. So a change of the viewer's own needs their current password, ends
 * the links that were sent to the old address, and is announced to the owner there. Another person's address, a role,
 * and opening an account whose role is above `user` need a recent proof of who the viewer is. Throws 400 for a wrong
 * password and for a successor who may not have the work, 403 for a change that the viewer may not make, 404, and 409
 * for an address in use.
 */
export async function updatePerson(ctx: Context, { params, body }: Input<typeof usersApi.update>): Promise<Person> {
  const { currentPassword, successorId, ...fields } = body
  if (successorId && fields.isActive !== false)
    throw invalid('successorId', msg('Choose a successor only when you deactivate the person'))
  const { viewer } = ctx
  const isOwnEmail = params.id === viewer.id && fields.email !== undefined && fields.email !== viewer.email
  const verifiedHash = isOwnEmail
    ? await mustKnowCurrentPassword(ctx, currentPassword, EMAIL_NEEDS_PASSWORD)
    : undefined
  return inTransaction(ctx, (tx) => updateFields(tx, params.id, { fields, successorId }, verifiedHash))
}

async function updateFields(
  ctx: Context,
  id: string,
  { fields, successorId }: { fields: Changes; successorId: string | undefined },
  verifiedHash: string | null | undefined,
) {
  await keepLastOwner(ctx, id, fields)
  const isOwn = id === ctx.viewer.id
  const user = await userFor(ctx, id, isOwn ? 'user:edit-own' : 'user:manage')
  const changes = changesFrom(user, fields)
  changesMustBeAllowed(ctx, user, changes)
  if (!isOwn && (changes.email !== undefined || changes.role !== undefined)) mustBeProved(ctx)
  if (changes.isActive) mustBeProvedToGrant(ctx, [user])
  if (changes.departmentId) await departmentNamedFor(ctx, changes.departmentId, 'departmentId')
  if (changes.email) {
    // The password or the e-mail may have changed since the password was verified.
    if (isOwn && user.passwordHash !== verifiedHash) throw invalid('currentPassword', EMAIL_NEEDS_PASSWORD)
    await emailMustBeFree(ctx, changes.email, user.id)
    await endLinksOf(ctx, user.id)
    await endInvitationsOf(ctx, [user.id])
  }
  // A sign-in that has begun may not go on under another role or address.
  if (changes.email || changes.role) await endStepsOf(ctx, user.id)
  const after = await update(ctx, users, user, { ...changes, foldedName: foldedName({ ...user, ...changes }) })
  if (changes.role) await applySecondStepRule(ctx, { id: user.id, role: changes.role })
  if (changes.email) await notifyOfNewEmail(ctx, user, changes.email)
  if (successorId) await reassignOpenWork(ctx, user, successorId)
  if (changes.isActive === false) {
    await endAccessOf(ctx, user.id)
    await releaseRoutinesOf(ctx, user.id)
  }
  if (changes.role !== undefined || changes.isActive !== undefined) await followRights(ctx, user, after)
  // A person who can no longer clock out must not stay on the clock.
  if (changes.isActive === false || changes.role === 'guest') await endShiftOf(ctx, user.id)
  if (['role', 'departmentId', 'isActive'].some((name) => name in changes)) ctx.outbox.push(...accessChanged(user.id))
  if ('language' in changes) ctx.outbox.push(...languageChanged(user.id))
  return personWithDepartment(ctx, user.id)
}

/** Notifies the owner of an account that its e-mail address has changed, by e-mail at the old address too. */
function notifyOfNewEmail(ctx: Context, user: UserRow, email: string) {
  const by = user.id === ctx.viewer.id ? null : fullName(ctx.viewer)
  return notifyOfSecurity(ctx, user, {
    kind: 'email-changed',
    params: { from: user.email, to: email, by, at: ctx.now.toISOString() },
    subject: null,
  })
}

/** The fields that differ from the row: a form also sends the fields that stay as they are. */
const changesFrom = (user: UserRow, body: Changes) =>
  Object.fromEntries(
    Object.entries(body).filter(([name, value]) => value !== undefined && value !== user[name as keyof UserRow]),
  ) as Changes

function changesMustBeAllowed(ctx: Context, user: UserRow, { role, isActive, departmentId }: Changes) {
  if (role !== undefined) mustBeAllowed(ctx, 'user:grant', { role })
  if (user.id !== ctx.viewer.id) return
  if (role !== undefined) throw forbidden(msg('You cannot change your own role'))
  if (isActive !== undefined) throw forbidden(msg('You cannot deactivate yourself'))
  if (departmentId !== undefined && !may(ctx.viewer, 'user:manage', user)) {
    throw forbidden(msg('You cannot change your own department'))
  }
}
