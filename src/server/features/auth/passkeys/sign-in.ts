import type { Viewer } from '../../../../shared/auth.ts'
import type { Input } from '../../../../shared/endpoint.ts'
import type { PasskeyQuestion, passkeysApi } from '../../../../shared/passkeys.ts'
import { msg } from '../../../../shared/words/message.ts'
import { conflict } from '../../../base/errors.ts'
import { inTransaction, type OpenContext } from '../../../core/context.ts'
import { countChallenge } from '../../../credentials/attempts.ts'
import { knownBrowser } from '../../../credentials/devices.ts'
import { ASK_TIMEOUT_MS, knownPasskeys, newChallenge, questionOf } from '../../../credentials/passkeys.ts'
import {
  askForStep,
  endStep,
  putChallenge,
  stepOf,
  takeChallenge,
  takeStep,
  waitingStep,
} from '../../../credentials/sign-in-steps.ts'
import { completeSignIn } from '../complete-sign-in.ts'
import { usePasskey } from './use.ts'

/**
 * Asks a browser which passkey signs in. For the suggestions of a field it gives a challenge again that still waits,
 * and ends no other step: they are asked for whenever the screen opens, also in a second tab. Throws 409 at an IP
 * address, 409 `step_waits` for suggestions while another step waits, 429 after too many.
 */
export async function askToSignIn(
  ctx: OpenContext,
  { body }: Input<typeof passkeysApi.askToSignIn>,
): Promise<PasskeyQuestion> {
  const challenge = newChallenge()
  const question = questionOf(ctx, challenge)
  if (body.isSuggestion) {
    const waiting = await waitingStep(ctx)
    if (waiting && waiting.kind !== 'passkey-sign-in')
      throw conflict('step_waits', msg('A sign-in has begun in this browser. Finish it first.'))
    const isLong = waiting && Date.parse(waiting.expire) > ctx.now.getTime() + ASK_TIMEOUT_MS
    if (isLong) return questionOf(ctx, (waiting.data as { challenge: string }).challenge)
  }
  await countChallenge(ctx, await knownBrowser(ctx))
  await inTransaction(ctx, (tx) => askForStep(tx, 'passkey-sign-in', { userId: null, data: { challenge } }))
  return question
}

/** Signs in by a passkey alone: it is unlocked on the device, which makes two factors. Throws 401, 409, 429. */
export async function signInWithPasskey(
  ctx: OpenContext,
  { body: answer }: Input<typeof passkeysApi.signIn>,
): Promise<Viewer> {
  const { data } = await takeStep(ctx, 'passkey-sign-in')
  return usePasskey(ctx, {
    ...{ answer, challenge: data.challenge, userId: null },
    finish: (account, note) => completeSignIn(ctx, account, { hasSecondStep: true, finish: note }),
  })
}

/** After a right password, asks a browser for a passkey of its person. Throws 401 `step_over`, 409 at an IP address. */
export async function askForSecondStep(ctx: OpenContext): Promise<PasskeyQuestion> {
  const { userId } = await stepOf(ctx, 'second-step')
  const challenge = newChallenge()
  const question = questionOf(ctx, challenge, await knownPasskeys(ctx, userId))
  await putChallenge(ctx, challenge)
  return question
}

/** Finishes a sign-in after a right password. Another answer, or a code, still can. Throws 401, 409, 429. */
export async function finishWithPasskey(
  ctx: OpenContext,
  { body: answer }: Input<typeof passkeysApi.secondStep>,
): Promise<Viewer> {
  const { userId, challenge } = await takeChallenge(ctx)
  return usePasskey(ctx, {
    ...{ answer, challenge, userId },
    finish: (account, note) =>
      completeSignIn(ctx, account, {
        hasSecondStep: true,
        async finish(tx) {
          await note(tx)
          await endStep(tx, 'second-step')
        },
      }),
  })
}
