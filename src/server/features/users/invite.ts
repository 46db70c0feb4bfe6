import type { Input, Reply } from '../../../shared/endpoint.ts'
import type { Invitation, usersApi } from '../../../shared/users.ts'
import { msg } from '../../../shared/words/message.ts'
import { conflict, forbidden } from '../../base/errors.ts'
import { userFor, usersFor } from '../../core/access/people.ts'
import { type Context, inTransaction } from '../../core/context.ts'
import { enqueueMany } from '../../core/jobs/jobs.ts'
import { audit } from '../../core/write/audit.ts'
import { note } from '../../core/write/write.ts'
import { endInvitationsOf, invitationPath, makeInvitations } from '../../credentials/invitations.ts'
import { users } from '../../db/tables/users.ts'
import { invitationJob } from './invitation-mail.ts'

type User = typeof users.$inferSelect

/**
 * Makes a link for each person by which they set a password. Their earlier links end. With `send` each person who has
 * an e-mail address gets one there too. Throws 403 for the viewer and for people who are not theirs to invite, 404, and
 * 409 for a closed account or if Muster sends no e-mails.
 *
 * It opens its own transaction, so that no reply with links is stored for a repeated call.
 */
export const invitePeople = (
  ctx: Context,
  { body }: Input<typeof usersApi.invite>,
): Promise<Reply<typeof usersApi.invite>> =>
  inTransaction(ctx, async (tx) => {
    const people = await usersFor(tx, body.userIds, 'user:invite')
    if (people.some(({ id }) => id === tx.viewer.id)) throw forbidden(msg('You cannot invite yourself'))
    if (people.some(({ isActive }) => !isActive))
      throw conflict('inactive', msg('Only people with an active account can be invited'))
    const invitations = await inviteAll(tx, people, body.send)
    const change = { resource: 'users' as const, id: null }
    const audience = { fromRole: 'manager' as const, departments: [], users: [] }
    tx.outbox.push({ type: 'change', change, verb: 'invite', audience, tab: tx.origin.tab })
    return { invitations }
  })

/** Makes the links of managed people, and logs it. Throws 409 when it should send e-mails and cannot. */
export async function inviteAll(ctx: Context, people: User[], send = false): Promise<Invitation[]> {
  const { config, mail } = ctx.services
  if (send && !mail) throw conflict('no_mail', msg('This server sends no e-mails'))
  const links = await makeInvitations(
    ctx,
    people.map(({ id }) => id),
  )
  await audit(ctx, ...people.map(({ id }) => ({ action: 'user.invite', resourceType: 'user', resourceId: id })))
  if (send) {
    const withAddress = people.filter(({ email }) => email !== null)
    const jobs = withAddress.map(({ id }) => ({ payload: { userId: id, invitedBy: ctx.viewer.id } }))
    await enqueueMany(ctx, invitationJob, jobs)
  }
  return links.map(({ token, row }, index) => {
    const { id, firstName, lastName, email, username } = people[index] as User
    const link = `${config.publicUrl ?? ''}${invitationPath(token)}`
    return { ...{ userId: id, firstName, lastName, email, username }, link, expires: row.expire }
  })
}

/** Ends the links by which a person could set a password. Throws 403, 404. */
export async function revokeInvitation(
  ctx: Context,
  { params }: Input<typeof usersApi.revokeInvitation>,
): Promise<void> {
  const user = await userFor(ctx, params.id, 'user:invite')
  if ((await endInvitationsOf(ctx, [user.id])) > 0) await note(ctx, users, user, 'revoke-invitation', {})
}
