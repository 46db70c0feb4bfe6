import { and, eq, isNull, ne, sql } from 'drizzle-orm'
import type { Input } from '../../../shared/endpoint.ts'
import { fold } from '../../../shared/fold.ts'
import { may } from '../../../shared/permissions.ts'
import { formatDate, formatTime } from '../../../shared/time.ts'
import type { Person, usersApi } from '../../../shared/users.ts'
import { forbidden, HttpError, invalid } from '../../base/errors.ts'
import { mustBeGoodPassword } from '../../base/passwords.ts'
import { uuidv7 } from '../../base/uuid.ts'
import { mustBeAllowed } from '../../core/access.ts'
import { departmentNamedFor, userFor } from '../../core/access-people.ts'
import { endRunningSession } from '../../core/clock-out.ts'
import { type Context, inTransaction } from '../../core/context.ts'
import { insert, update } from '../../core/write.ts'
import { mustKnowCurrentPassword } from '../../credentials/current-password.ts'
import { hashInQueue } from '../../credentials/hashing.ts'
import { endLinksOf } from '../../credentials/reset-links.ts'
import { accessChanged } from '../../db/bus.ts'
import { endSessionsOf } from '../../db/sessions.ts'
import { users } from '../../db/tables/people.ts'
import { notifyOfSecurity } from '../notifications.ts'
import { keepLastOwner } from './last-owner.ts'
import { personWithDepartment } from './list.ts'

type UserRow = typeof users.$inferSelect

type New = Input<typeof usersApi.create>

/** Hashes a new account's password, once it is known that the account may be made, before the transaction that makes it. */
export async function hashForPerson(ctx: Context, { body }: New): Promise<string> {
  mustBeAllowed(ctx, 'user:grant', body)
  await mustBeGoodPassword(ctx.services.config, body.password, body, 'password')
  await mustBeCreatable(ctx, body)
  return hashInQueue(ctx, body.password)
}

/** Creates an account, with a role up to one's own. */
export async function createPerson(ctx: Context, { body }: New, passwordHash: string): Promise<Person> {
  const { password: _, ...values } = body
  // Meanwhile the address may have been taken, or the department deleted.
  await mustBeCreatable(ctx, values)
  const { id } = await insert(ctx, users, {
    ...values,
    id: uuidv7(ctx.now),
    foldedName: foldedName(values),
    passwordHash,
  })
  return personWithDepartment(ctx, id)
}

async function mustBeCreatable(ctx: Context, values: Omit<New['body'], 'password'>) {
  mustBeAllowed(ctx, 'user:grant', values)
  await departmentNamedFor(ctx, values.departmentId, 'departmentId')
  await emailMustBeFree(ctx, values.email)
}

/**
 * Changes the fields sent, as ranks allow: people of lower rank, and of oneself the name and the e-mail. Deactivating ends
 * that person's sessions and closes their pages at once. One's own e-mail needs the current password, as links to a new one go
 * there; whoever changes an e-mail, its owner is told at the old address, and links that were sent there end.
 */
export async function updatePerson(ctx: Context, { params, body }: Input<typeof usersApi.update>): Promise<Person> {
  const { currentPassword, ...fields } = body
  const { viewer } = ctx
  const ownEmail = params.id === viewer.id && fields.email !== undefined && fields.email !== viewer.email
  const known = ownEmail ? await mustKnowCurrentPassword(ctx, currentPassword, EMAIL_NEEDS_PASSWORD) : undefined
  const { person, message } = await inTransaction(ctx, (within) => updateFields(within, params.id, fields, known))
  if (message) ctx.services.mail?.later(async () => message)
  return person
}

const EMAIL_NEEDS_PASSWORD = 'Enter your current password to change your e-mail'

async function updateFields(ctx: Context, id: string, fields: Changes, passwordHash: string | undefined) {
  await keepLastOwner(ctx, id, fields)
  const isOwn = id === ctx.viewer.id
  const user = await userFor(ctx, id, isOwn ? 'user:edit-own' : 'user:manage')
  const changes = differing(user, fields)
  mustBeAllowedTo(ctx, user, changes)
  if (changes.departmentId) await departmentNamedFor(ctx, changes.departmentId, 'departmentId')
  if (changes.email) {
    // The e-mail or the password was changed meanwhile.
    if (isOwn && user.passwordHash !== passwordHash) throw invalid('currentPassword', EMAIL_NEEDS_PASSWORD)
    await emailMustBeFree(ctx, changes.email, user.id)
    await endLinksOf(ctx, user.id)
  }
  await update(ctx, users, user, { ...changes, foldedName: foldedName({ ...user, ...changes }) })
  const message = changes.email ? await notifyOfNewEmail(ctx, user, changes.email) : undefined
  if (changes.isActive === false) await endSessionsOf(ctx.db, user.id)
  // Who cannot clock out any more does not stay on the clock.
  if (changes.isActive === false || changes.role === 'guest') await endRunningSession(ctx, user.id)
  if (['role', 'departmentId', 'isActive'].some((name) => name in changes)) ctx.outbox.push(...accessChanged(user.id))
  return { person: await personWithDepartment(ctx, user.id), message }
}

/** Tells the owner of an account, at the old address too, that its e-mail has changed; gives the e-mail to send. */
function notifyOfNewEmail(ctx: Context, user: UserRow, email: string) {
  const [at, { timeZone }] = [ctx.now.toISOString(), ctx.services.config]
  const by = user.id === ctx.viewer.id ? 'you' : `${ctx.viewer.firstName} ${ctx.viewer.lastName}`
  return notifyOfSecurity(ctx, user, {
    title: 'Your e-mail address was changed',
    message: `From ${user.email} to ${email}, by ${by}, ${formatDate(at, timeZone)}, ${formatTime(at, timeZone)}. If this is not right, tell an administrator at once.`,
  })
}

type Changes = Omit<Input<typeof usersApi.update>['body'], 'currentPassword'>

/** What is really to change: a form sends also what stays as it is. */
const differing = (user: UserRow, body: Changes) =>
  Object.fromEntries(
    Object.entries(body).filter(([name, value]) => value !== undefined && value !== user[name as keyof UserRow]),
  ) as Changes

function mustBeAllowedTo(ctx: Context, user: UserRow, { role, isActive, departmentId }: Changes) {
  if (role !== undefined) mustBeAllowed(ctx, 'user:grant', { role })
  if (user.id !== ctx.viewer.id) return
  if (role !== undefined) throw forbidden('You may not change your own role')
  if (isActive !== undefined) throw forbidden('You may not deactivate yourself')
  if (departmentId !== undefined && !may(ctx.viewer, 'user:manage', user)) {
    throw forbidden('You may not change your own department')
  }
}

/** 409 when another account has this address, in whatever case. */
async function emailMustBeFree({ db }: Context, email: string, except?: string) {
  const same = and(eq(sql`lower(${users.email})`, email.toLowerCase()), isNull(users.deletedAt))
  const [other] = await db
    .select({ id: users.id })
    .from(users)
    .where(except ? and(same, ne(users.id, except)) : same)
  if (!other) return
  const message = 'Another account has this e-mail address'
  throw new HttpError(409, 'email_taken', message, { issues: [{ path: 'email', message }] })
}

/** First and last name, for search and order. */
export const foldedName = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  fold(`${firstName} ${lastName}`)
