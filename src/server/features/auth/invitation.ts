import type { authApi, Viewer } from '../../../shared/auth.ts'
import type { Input, Reply } from '../../../shared/endpoint.ts'
import { msg } from '../../../shared/words/message.ts'
import { conflict, HttpError } from '../../base/errors.ts'
import { mustBeGoodPassword } from '../../base/passwords.ts'
import { inTransaction, type OpenContext } from '../../core/context.ts'
import { viewerOf, viewerReply } from '../../core/people/viewer.ts'
import { countDeadLink } from '../../credentials/attempts.ts'
import { hashInQueue } from '../../credentials/hashing.ts'
import { invitedPerson } from '../../credentials/invitations.ts'
import { maySignInByPassword, signInAtProvider } from '../../credentials/password-allowed.ts'
import { secondStepsOf } from '../../credentials/second-step.ts'
import { askForStep } from '../../credentials/sign-in-steps.ts'
import { departmentOf } from '../../db/departments.ts'
import type { users } from '../../db/tables/users.ts'
import { beginSession } from './begin-session.ts'
import { secondStepNeeded } from './complete-sign-in.ts'
import { setNewPassword } from './new-password.ts'
import { notifyOfNewDevice } from './notices.ts'

const deadInvitation = () =>
  new HttpError(404, 'link_dead', msg('This link has expired or was used already. Ask for a new one.'))

const passwordsOff = ({ services }: OpenContext) => conflict('passwords_off', signInAtProvider(services.config))

/** The invited person. A link that does not work counts. Throws 404 for one, and 429 after too many. */
export async function mustBeInvited(ctx: OpenContext, token: string) {
  const person = await invitedPerson(ctx, token)
  if (!person) {
    await countDeadLink(ctx)
    throw deadInvitation()
  }
  return person
}

/**
 * The name of the invited person, and the e-mail address or user name with which they will sign in. Throws 404, 429.
 */
export async function readInvitation(
  ctx: OpenContext,
  { body }: Input<typeof authApi.invitation>,
): Promise<Reply<typeof authApi.invitation>> {
  const person = await mustBeInvited(ctx, body.token)
  const { firstName, lastName, email, username } = person
  return { firstName, lastName, email, username, mayChoosePassword: maySignInByPassword(ctx.services.config, person) }
}

type Accept = Input<typeof authApi.accept>

/** Hashes the password, before the transaction in which it is stored. */
async function hashForInvitation(ctx: OpenContext, { body }: Accept): Promise<string> {
  const person = await mustBeInvited(ctx, body.token)
  if (!maySignInByPassword(ctx.services.config, person)) throw passwordsOff(ctx)
  await mustBeGoodPassword(ctx.services.config, body.newPassword, person)
  return hashInQueue(ctx, body.newPassword)
}

/**
 * Sets the password by a link, which works once. It ends the person's other sessions and begins one here. A password by
 * a link is one step: if the person has a second one, they are asked for it by a 401 `second_step`. Throws 404 for a
 * link that does not work, 400 for a password that is too easy to guess, 409 where passwords do not count, 429 after
 * too many links that do not work.
 */
export async function acceptInvitation(ctx: OpenContext, input: Accept): Promise<Viewer> {
  const { body } = input
  const passwordHash = await hashForInvitation(ctx, input)
  const { viewer, secondSteps } = await inTransaction(ctx, async (tx) => {
    const user = await invitedPerson(tx, body.token, true)
    if (!user) throw deadInvitation()
    if (!maySignInByPassword(tx.services.config, user)) throw passwordsOff(tx)
    await setNewPassword(tx, user, passwordHash, { verb: 'accept-invitation' })
    const secondSteps = await secondStepsOf(tx, user.id)
    if (secondSteps.length === 0) return { viewer: await signInInvited(tx, user), secondSteps }
    await askForStep(tx, 'second-step', { userId: user.id, data: {} })
    return { viewer: null, secondSteps }
  })
  if (!viewer) throw secondStepNeeded(secondSteps)
  return viewer
}

async function signInInvited(ctx: OpenContext, user: typeof users.$inferSelect): Promise<Viewer> {
  const session = await beginSession(ctx, user, { hasSecondStep: false })
  if (session.isNewBrowser) await notifyOfNewDevice(ctx, user)
  return viewerReply(ctx, viewerOf(user, await departmentOf(ctx.db, user.departmentId)), session)
}
