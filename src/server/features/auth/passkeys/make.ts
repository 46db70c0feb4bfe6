import { eq } from 'drizzle-orm'
import type { Input, Reply } from '../../../../shared/endpoint.ts'
import { MAX_PASSKEY_NAME, MAX_PASSKEYS, passkeysApi } from '../../../../shared/passkeys.ts'
import { signInName } from '../../../../shared/sign-in-name.ts'
import { msg } from '../../../../shared/words/message.ts'
import { deviceOf } from '../../../base/device.ts'
import { conflict, invalid } from '../../../base/errors.ts'
import { type Context, inTransaction } from '../../../core/context.ts'
import { mustKeepLimit } from '../../../core/rate-limits.ts'
import { renewRecoveryCodes } from '../../../credentials/codes.ts'
import {
  ALGORITHMS,
  ASK_TIMEOUT_MS,
  knownPasskeys,
  newChallenge,
  userHandleOf,
  verifyNew,
} from '../../../credentials/passkeys.ts'
import { relyingPartyOf } from '../../../credentials/relying-party.ts'
import { lockOwnAccount, secondStepsOf } from '../../../credentials/second-step.ts'
import { askForStep, takeStep } from '../../../credentials/sign-in-steps.ts'
import { passkeys } from '../../../db/tables/passkeys.ts'
import { notifyOfSecurity } from '../../notifications/security.ts'
import { logPasskey, passkeyReply } from './own.ts'

const tooMany = () =>
  conflict(
    'too_many_passkeys',
    msg(
      '{max, plural, one {You have # passkey, and cannot add more. Remove one first.} other {You have # passkeys, and cannot add more. Remove one first.}}',
      { max: MAX_PASSKEYS },
    ),
  )

/**
 * Begins to make a passkey: the question to the browser. Throws 409 at an IP address, and for somebody who has twenty.
 */
export async function beginPasskey(ctx: Context): Promise<Reply<typeof passkeysApi.begin>> {
  const { id: userId, email, username, firstName, lastName } = ctx.viewer
  const { id } = relyingPartyOf(ctx)
  const excludeCredentials = await knownPasskeys(ctx, userId)
  if (excludeCredentials.length >= MAX_PASSKEYS) throw tooMany()
  const challenge = newChallenge()
  await askForStep(ctx, 'passkey-making', { userId, data: { challenge } })
  return {
    challenge,
    rp: { id, name: 'Muster' },
    user: {
      id: userHandleOf(userId),
      name: signInName({ email, username }) || firstName,
      displayName: `${firstName} ${lastName}`.trim(),
    },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
    excludeCredentials,
    // The passkey must name its owner, so that nobody types who they are.
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
    timeout: ASK_TIMEOUT_MS,
  }
}

/**
 * Adds a passkey that the browser has just made. A person without a second step gets ten recovery codes, which are
 * shown this once. Throws 400 for a wrong answer, 409 `step_over`, and 409 if it is known or there is no room for
 * another, 429.
 */
export async function createPasskey(
  ctx: Context,
  { body }: Input<typeof passkeysApi.create>,
): Promise<Reply<typeof passkeysApi.create>> {
  const { data } = await takeStep(ctx, 'passkey-making')
  const made = await verifyNew(ctx, body, data.challenge)
  if (!made) throw invalid('attestationObject', msg('The passkey could not be checked. Try again.'))
  const { viewer } = ctx
  return inTransaction(ctx, async (tx) => {
    await mustKeepLimit(tx, passkeysApi.create)
    await lockOwnAccount(tx)
    const before = await tx.db.select({ name: passkeys.name }).from(passkeys).where(eq(passkeys.userId, viewer.id))
    if (before.length >= MAX_PASSKEYS) throw tooMany()
    const isFirstStep = (await secondStepsOf(tx, viewer.id)).length === 0
    const name = nameFor(
      deviceOf(tx.origin.userAgent, tx.reader),
      before.map((passkey) => passkey.name),
    )
    const values = { ...made, userId: viewer.id, name, createdAt: tx.now.toISOString() }
    const [row] = await tx.db.insert(passkeys).values(values).onConflictDoNothing().returning()
    if (!row) throw conflict('passkey_known', msg('You have this passkey already'))
    await tx.session.noteSecondStep(tx, viewer.id)
    await logPasskey(tx, 'user.add-passkey', { passkey: name })
    const params = { at: tx.now.toISOString(), name }
    await notifyOfSecurity(tx, viewer, { kind: 'passkey-added', params, subject: null })
    return {
      passkey: passkeyReply(row),
      recoveryCodes: isFirstStep ? await renewRecoveryCodes(tx, viewer.id) : null,
    }
  })
}

/** The name of the device, with a number if it is taken. */
function nameFor(device: string, taken: string[]) {
  const named = (at: number) => (at === 1 ? device : `${device} ${at}`).slice(0, MAX_PASSKEY_NAME)
  let at = 1
  while (taken.includes(named(at)) && at <= MAX_PASSKEYS) at += 1
  return named(at)
}
