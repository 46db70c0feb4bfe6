import { and, eq, isNull } from 'drizzle-orm'
import type { Viewer } from '../../../shared/auth.ts'
import type { SecondStep } from '../../../shared/second-step.ts'
import { msg } from '../../../shared/words/message.ts'
import { HttpError } from '../../base/errors.ts'
import { inTransaction, type OpenContext } from '../../core/context.ts'
import { isActivePerson } from '../../core/people/active.ts'
import { viewerOf, viewerReply } from '../../core/people/viewer.ts'
import type { ProviderSignIn } from '../../credentials/identities.ts'
import { secondStepsOf } from '../../credentials/second-step.ts'
import type { SignInName } from '../../credentials/sign-in-name.ts'
import { providerOfStep, signInOver } from '../../credentials/sign-in-steps.ts'
import { users } from '../../db/tables/users.ts'
import type { Account } from './accounts.ts'
import { beginSession } from './begin-session.ts'
import { notifyOfNewDevice } from './notices.ts'
import { noteProviderSignIn } from './provider/note.ts'

/** 401: the message names the field that was typed into. It does not say whether there is such an account. */
export const wrongCredentials = (field: SignInName['field'] = 'email') =>
  new HttpError(
    401,
    'wrong_credentials',
    field === 'email' ? msg('Invalid email or password') : msg('Invalid user name or password'),
  )

/** 401: the browser was asked for a second step. */
export const secondStepNeeded = (secondSteps: SecondStep[]) =>
  new HttpError(401, 'second_step', msg('Confirm your sign-in with your second step'), { secondSteps })

/**
 * Signs in a person who has done every step. `finish` runs in the transaction that begins the session. The facts from
 * the provider of single sign-on are noted there too, even if a second step came in between. `provedAt` is when they
 * have proved who they are, if none of the steps does. Throws 401 if the password was changed, a second step was set
 * up, or the account was closed since `account` was read.
 */
export async function completeSignIn(
  ctx: OpenContext,
  account: Account,
  options: {
    hasSecondStep: boolean
    finish(tx: OpenContext): Promise<unknown>
    provider?: ProviderSignIn
    provedAt?: string
  },
): Promise<Viewer> {
  const { hasSecondStep, finish, provedAt } = options
  const { user, department, session } = await inTransaction(ctx, async (tx) => {
    const role = await mustBeUnchanged(tx, account.user)
    if (!hasSecondStep && (await secondStepsOf(tx, account.user.id)).length > 0) throw signInOver()
    const provider = options.provider ?? (hasSecondStep ? await providerOfStep(tx, account.user.id) : undefined)
    await finish(tx)
    const current = provider
      ? await noteProviderSignIn(tx, account.user.id, provider)
      : { ...account, user: { ...account.user, role } }
    const isByProvider = provider !== undefined
    const begun = await beginSession(tx, current.user, { hasSecondStep, isByProvider, provedAt })
    if (begun.isNewBrowser) await notifyOfNewDevice(tx, current.user)
    return { ...current, session: begun }
  })
  return viewerReply(ctx, viewerOf(user, department), session)
}

/**
 * Throws 401 if the password was changed or the account was closed meanwhile. Returns the role of now. The lock is the
 * one that the notification of a new browser takes later: with a shared lock here, two sign-ins at once would wait for
 * each other.
 */
async function mustBeUnchanged({ db }: OpenContext, { id, passwordHash }: typeof users.$inferSelect) {
  const samePassword = passwordHash === null ? isNull(users.passwordHash) : eq(users.passwordHash, passwordHash)
  const [unchanged] = await db
    .select({ role: users.role })
    .from(users)
    .where(and(eq(users.id, id), samePassword, isActivePerson))
    .for('no key update')
  if (!unchanged) throw wrongCredentials()
  return unchanged.role
}
