import { eq } from 'drizzle-orm'
import type { Input, Reply } from '../../../../shared/endpoint.ts'
import type { PasskeyAnswer, PasskeyQuestion } from '../../../../shared/passkeys.ts'
import type { reauthenticationApi } from '../../../../shared/reauthentication.ts'
import { msg } from '../../../../shared/words/message.ts'
import { conflict, HttpError, invalid } from '../../../base/errors.ts'
import { type Context, inTransaction } from '../../../core/context.ts'
import { countAttempt } from '../../../credentials/attempts.ts'
import { mustKnowCurrentPassword } from '../../../credentials/current-password.ts'
import { identityOf } from '../../../credentials/identities.ts'
import { knownPasskeys, newChallenge, questionOf } from '../../../credentials/passkeys.ts'
import { maySignInByPassword } from '../../../credentials/password-allowed.ts'
import { isProved } from '../../../credentials/reauthentication.ts'
import { lockAccount, secondStepsOf } from '../../../credentials/second-step.ts'
import { signInNameOf } from '../../../credentials/sign-in-name.ts'
import { askForStep, takeStep } from '../../../credentials/sign-in-steps.ts'
import { users } from '../../../db/tables/users.ts'
import { usePasskey } from '../passkeys/use.ts'
import { noteWrongCode, useCodeOf } from '../second-step/use-code.ts'

type Ways = Reply<typeof reauthenticationApi.ways>

/** The viewer's ways to prove who they are. A second step counts for more than a password that a browser may know. */
export async function readWaysToProve(ctx: Context): Promise<Ways> {
  return { isRecent: isProved(ctx), ways: await waysOf(ctx) }
}

async function waysOf(ctx: Context): Promise<Ways['ways']> {
  const { services, viewer } = ctx
  const steps = await secondStepsOf(ctx, viewer.id)
  if (steps.length > 0) return steps
  const [own] = await ctx.db.select({ passwordHash: users.passwordHash }).from(users).where(eq(users.id, viewer.id))
  const hasPassword = own?.passwordHash && maySignInByPassword(services.config, viewer)
  const isKnown = services.provider && (await identityOf(ctx, viewer.id))
  return [...(hasPassword ? (['password'] as const) : []), ...(isKnown ? (['provider'] as const) : [])]
}

/**
 * Notes in the session that its person has just proved who they are. They are notified of a recovery code, and of
 * repeated wrong codes. Throws 400 for a wrong password, code or passkey, and for a password from a person with a
 * second step; 409 `step_over` if no passkey was asked for; 429 after too many.
 */
export async function prove(ctx: Context, { body }: Input<typeof reauthenticationApi.prove>): Promise<void> {
  if (body.passkey) return proveByPasskey(ctx, body.passkey)
  if (body.code !== undefined) return proveByCode(ctx, body.code)
  await mustCountPassword(ctx)
  await mustKnowCurrentPassword(ctx, body.currentPassword, msg('Current password is required'))
  await inTransaction(ctx, async (tx) => {
    await lockAccount(tx, tx.viewer.id)
    // A second step may have been set up while the password was compared.
    await mustCountPassword(tx)
    await tx.session.prove(tx)
  })
}

/** Throws 400 if the viewer's password proves nothing, because they have a second step. */
async function mustCountPassword(ctx: Context) {
  if (!(await waysOf(ctx)).includes('password')) throw invalid('currentPassword', msg('Confirm with your second step'))
}

const ownBudget = ({ session }: Context) => session.current && `session ${session.current}`

const wrongCode = () => invalid('code', msg('The code is wrong, or was used already'))

async function proveByCode(ctx: Context, code: string) {
  const { viewer } = ctx
  const attempt = await countAttempt(ctx, 'code', signInNameOf(viewer).value, ownBudget(ctx))
  try {
    await inTransaction(ctx, async (tx) => {
      await useCodeOf(tx, viewer, code, { attempt, wrongCode })
      await tx.session.prove(tx)
    })
  } catch (error) {
    if (error instanceof HttpError) await noteWrongCode(ctx, viewer, attempt)
    throw error
  }
}

/** Asks the browser for one of the viewer's passkeys. Throws 409 at an IP address, and without a passkey. */
export async function askToProve(ctx: Context): Promise<PasskeyQuestion> {
  const { id: userId } = ctx.viewer
  const known = await knownPasskeys(ctx, userId)
  if (known.length === 0) throw conflict('no_passkey', msg('You have no passkey'))
  const challenge = newChallenge()
  const question = questionOf(ctx, challenge, known)
  await askForStep(ctx, 'passkey-proof', { userId, data: { challenge } })
  return question
}

async function proveByPasskey(ctx: Context, answer: PasskeyAnswer) {
  const { userId, data } = await takeStep(ctx, 'passkey-proof')
  try {
    await usePasskey(ctx, {
      ...{ answer, challenge: data.challenge, userId, ownBudget: ownBudget(ctx) },
      finish: (_account, note) =>
        inTransaction(ctx, async (tx) => {
          await note(tx)
          await tx.session.prove(tx)
        }),
    })
  } catch (error) {
    // The session goes on, which 401 would deny.
    throw error instanceof HttpError && error.status === 401 ? invalid('passkey', error.text) : error
  }
}
