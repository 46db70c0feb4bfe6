import type { Input } from '../../../shared/endpoint.ts'
import { may } from '../../../shared/permissions.ts'
import { NO_SIGN_IN_NAME, type Person } from '../../../shared/person.ts'
import type { usersApi } from '../../../shared/users.ts'
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
import { endAccessOf } from './end-access.ts'
import { mustBeProvedToGrant } from './granting.ts'
import { keepLastOwner } from './last-owner.ts'
import { personWithDepartment } from './list.ts'
import { reassignOpenWork, releaseRoutinesOf } from './open-work.ts'
import { namesMustBeFree, personnelNumberMustBeFree } from './sign-in-names.ts'

type UserRow = typeof users.$inferSelect
type Changes = Omit<Input<typeof usersApi.update>['body'], 'currentPassword' | 'successorId'>

const EMAIL_NEEDS_PASSWORD = msg('Enter your current password to change your e-mail')
const USERNAME_NEEDS_PASSWORD = msg('Enter your current password to change your user name')

/**
 * Changes the fields sent. The viewer may change people of lower rank, and their own name and e-mail address.
 * Deactivating a person ends their sessions and closes their pages at once, and a successor gets their open tasks and
 * routines if one is named. A lower role ends their tokens, calendar and devices.
 *
 * Links to a new password go to the e-mail address. So a change of the viewer's own needs their current password, ends
 * the links that were sent to the old address, and is announced to the owner there. A user name is changed by the same
 * rules. Another person's address, user name or role, and opening an account whose role is above `user` need a recent
 * proof of who the viewer is. Throws 400 for a wrong password, for an account that would have neither an address nor a
 * user name, and for a successor without the right to the work. Throws 403 for a change that the viewer may not make,
 * 404, and 409 for an address, a user name or a personnel number in use.
 */
export async function updatePerson(ctx: Context, { params, body }: Input<typeof usersApi.update>): Promise<Person> {
  const { currentPassword, successorId, ...fields } = body
  if (successorId && fields.isActive !== false)
    throw invalid('successorId', msg('Choose a successor only when you deactivate the person'))
  const { viewer } = ctx
  const isNewEmail = fields.email !== undefined && fields.email !== viewer.email
  const isNewUsername = fields.username !== undefined && fields.username !== (viewer.username ?? null)
  const isOwnName = params.id === viewer.id && (isNewEmail || isNewUsername)
  const verifiedHash = isOwnName
    ? await mustKnowCurrentPassword(ctx, currentPassword, isNewEmail ? EMAIL_NEEDS_PASSWORD : USERNAME_NEEDS_PASSWORD)
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
  const isRenamed = changes.email !== undefined || changes.username !== undefined
  if (!isOwn && (isRenamed || changes.role !== undefined)) mustBeProved(ctx)
  if (changes.isActive) mustBeProvedToGrant(ctx, [user])
  if (changes.departmentId) await departmentNamedFor(ctx, changes.departmentId, 'departmentId')
  await personnelNumberMustBeFree(ctx, changes.personnelNumber, user.id)
  if (isRenamed) {
    // The password or the name may have changed since the password was verified.
    if (isOwn && user.passwordHash !== verifiedHash) throw invalid('currentPassword', EMAIL_NEEDS_PASSWORD)
    const { email, username } = { ...user, ...changes }
    if (email === null && username === null) throw invalid('email', NO_SIGN_IN_NAME)
    await namesMustBeFree(ctx, changes, user.id)
    await endLinksOf(ctx, [user.id])
    await endInvitationsOf(ctx, [user.id])
  }
  // A sign-in that has begun may not go on under another role or name.
  if (isRenamed || changes.role) await endStepsOf(ctx, [user.id])
  const after = await update(ctx, users, user, { ...changes, foldedName: foldedName({ ...user, ...changes }) })
  if (changes.role) await applySecondStepRule(ctx, [{ id: user.id, role: changes.role }])
  if (changes.email !== undefined) await notifyOfNewName(ctx, user, 'email-changed', [user.email, changes.email])
  if (changes.username !== undefined)
    await notifyOfNewName(ctx, user, 'username-changed', [user.username, changes.username])
  if (successorId) await reassignOpenWork(ctx, user, successorId)
  if (changes.isActive === false) {
    await endAccessOf(ctx, [user.id])
    await releaseRoutinesOf(ctx, [user.id])
  }
  const isMoved = ['role', 'departmentId', 'isActive'].some((name) => name in changes)
  if (isMoved) await followRights(ctx, [{ before: user, after }])
  // A person who can no longer clock out must not stay on the clock.
  if (changes.isActive === false || changes.role === 'guest') await endShiftOf(ctx, user.id)
  if (isMoved) ctx.outbox.push(...accessChanged(user.id))
  if ('language' in changes) ctx.outbox.push(...languageChanged(user.id))
  return personWithDepartment(ctx, user.id)
}

/** Notifies the owner of an account that its e-mail address or user name has changed, at the old address too. */
function notifyOfNewName(
  ctx: Context,
  user: UserRow,
  kind: 'email-changed' | 'username-changed',
  [from, to]: [string | null, string | null],
) {
  const by = user.id === ctx.viewer.id ? null : fullName(ctx.viewer)
  return notifyOfSecurity(ctx, user, { kind, params: { from, to, by, at: ctx.now.toISOString() }, subject: null })
}

/** The fields that differ from the row: a form also sends the fields that stay as they are. */
const changesFrom = (user: UserRow, body: Changes) =>
  Object.fromEntries(
    Object.entries(body).filter(([name, value]) => value !== undefined && value !== user[name as keyof UserRow]),
  ) as Changes

/** Throws 403 for a role that the viewer may not give, and for their own role, activity and department. */
export function changesMustBeAllowed(
  ctx: Context,
  user: UserRow,
  { role, isActive, departmentId }: Pick<Changes, 'role' | 'isActive' | 'departmentId'>,
) {
  if (role !== undefined) mustBeAllowed(ctx, 'user:grant', { role })
  if (user.id !== ctx.viewer.id) return
  if (role !== undefined) throw forbidden(msg('You cannot change your own role'))
  if (isActive !== undefined) throw forbidden(msg('You cannot deactivate yourself'))
  if (departmentId !== undefined && !may(ctx.viewer, 'user:manage', user)) {
    throw forbidden(msg('You cannot change your own department'))
  }
}
