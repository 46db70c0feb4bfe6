import { randomBytes } from 'node:crypto'
import { and, asc, eq, or, sql } from 'drizzle-orm'
import type { NewPasskey, PasskeyAnswer, PasskeyQuestion } from '../../shared/passkeys.ts'
import { msg } from '../../shared/words/message.ts'
import { HttpError, throttledWarning } from '../base/errors.ts'
import type { OpenContext } from '../core/context.ts'
import { passkeys } from '../db/tables/passkeys.ts'
import { type RelyingParty, relyingPartyOf } from './relying-party.ts'

/** Passkeys (WebAuthn). A finger, a face or a PIN unlocks each use: so one alone is a whole sign-in. */

/** Ed25519, ES256 and RS256, as the numbers of COSE. */
export const ALGORITHMS = [-8, -7, -257]
/** Milliseconds for which a browser waits, less than a step does: somebody may have to fetch their phone. */
export const ASK_TIMEOUT_MS = 5 * 60_000
const MAX_PUBLIC_KEY = 2000

/** 256 bits, in base64url. */
export const newChallenge = () => randomBytes(32).toString('base64url')

type StoredPasskey = typeof passkeys.$inferSelect

/** It takes a second to load on an old machine, so it is loaded with the first answer of a passkey. */
const loadWebAuthn = () => import('@simplewebauthn/server')

const warnRefused = throttledWarning('A passkey was refused')

/** The name by which devices know a person. It tells nothing about them. */
export const userHandleOf = (userId: string) => Buffer.from(userId).toString('base64url')

/** A person's passkeys, as browsers are asked for them. */
export async function knownPasskeys({ db }: Pick<OpenContext, 'db'>, userId: string) {
  const own = await db
    .select({ id: passkeys.credentialId, transports: passkeys.transports })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.id))
  return own.map((passkey) => ({ ...passkey, type: 'public-key' as const }))
}

/** The question to a browser about a passkey: about one of these, or any. Throws 409 at an IP address. */
export function questionOf(
  ctx: OpenContext,
  challenge: string,
  allowCredentials: PasskeyQuestion['allowCredentials'] = [],
): PasskeyQuestion {
  const { id: rpId } = relyingPartyOf(ctx)
  return { challenge, rpId, allowCredentials, userVerification: 'required', timeout: ASK_TIMEOUT_MS }
}

const expected = (challenge: string, { id, origins }: RelyingParty) => ({
  expectedChallenge: challenge,
  expectedOrigin: origins,
  expectedRPID: id,
  requireUserVerification: true,
})

/** How a passkey was used. */
interface Use {
  /** How often, by the account of its device. */
  counter: number
  isSynced: boolean
}

/** Checks the answer of a passkey. Null if it is wrong, without user verification, or from another site. */
export async function verifyAnswer(
  ctx: OpenContext,
  { userId, credentialId, publicKey, transports }: StoredPasskey,
  answer: PasskeyAnswer,
  challenge: string,
): Promise<Use | null> {
  if (answer.userHandle !== undefined && answer.userHandle !== userHandleOf(userId)) return null
  const { verifyAuthenticationResponse } = await loadWebAuthn()
  const party = relyingPartyOf(ctx)
  const { id, ...response } = answer
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      ...expected(challenge, party),
      response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} },
      // `noteUse` compares the counter: only a right signature can tell of a copied key.
      credential: { id: credentialId, publicKey: Buffer.from(publicKey, 'base64url'), counter: 0, transports },
    })
    if (!verified) return null
    return { counter: authenticationInfo.newCounter, isSynced: authenticationInfo.credentialBackedUp }
  } catch (error) {
    warnRefused(ctx.services.log, error)
    return null
  }
}

/** Checks a new passkey from a browser. Null if it is wrong, without user verification, or from another site. */
export async function verifyNew(ctx: OpenContext, made: NewPasskey, challenge: string) {
  const { verifyRegistrationResponse } = await loadWebAuthn()
  const party = relyingPartyOf(ctx)
  const { id, ...response } = made
  try {
    await mustNameNoCertificate(made)
    const { registrationInfo } = await verifyRegistrationResponse({
      ...expected(challenge, party),
      response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} },
      supportedAlgorithmIDs: ALGORITHMS,
    })
    const publicKey = Buffer.from(registrationInfo?.credential.publicKey ?? []).toString('base64url')
    if (!registrationInfo || registrationInfo.credential.id !== id || publicKey.length > MAX_PUBLIC_KEY) return null
    const { credential, credentialBackedUp } = registrationInfo
    return {
      credentialId: id,
      publicKey,
      counter: credential.counter,
      transports: made.transports,
      isSynced: credentialBackedUp,
    }
  } catch (error) {
    warnRefused(ctx.services.log, error)
    return null
  }
}

/**
 * Throws for a passkey that comes with certificates of its maker. Nobody has asked for them, and to check one the
 * package would send requests to the addresses in it.
 */
async function mustNameNoCertificate({ attestationObject }: NewPasskey) {
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers')
  const decoded = decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, 'base64url')))
  const isSelfMade = decoded.get('fmt') === 'packed' && decoded.get('attStmt').get('x5c') === undefined
  if (decoded.get('fmt') !== 'none' && !isSelfMade) throw new Error('The passkey comes with certificates')
}

export const PASSKEY_COPIED = 'passkey_copied'

/**
 * Notes that a passkey was used, in the transaction of the action that it allows. Throws 401 `passkey_copied` if it
 * counts less than before: then there are two of them. Throws 401 if it was removed meanwhile.
 */
export async function noteUse(
  { db, now }: OpenContext,
  { id }: StoredPasskey,
  { counter, isSynced }: Use,
): Promise<void> {
  // Passkeys that are synced do not count, and stay at 0.
  const isAhead = or(sql`${passkeys.counter} < ${counter}`, and(eq(passkeys.counter, 0), sql`${counter}::bigint = 0`))
  const { rowCount } = await db
    .update(passkeys)
    .set({ counter, isSynced, lastUsedAt: now.toISOString() })
    .where(and(eq(passkeys.id, id), isAhead))
  if (rowCount) return
  const [left] = await db.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.id, id))
  if (!left) throw passkeyRefused()
  throw new HttpError(
    401,
    PASSKEY_COPIED,
    msg('This passkey may have been copied. Sign in another way, remove it, and make a new one.'),
  )
}

/** 401: the passkey is not known, or its answer is wrong. */
export const passkeyRefused = () =>
  new HttpError(401, 'passkey_refused', msg('This passkey does not work here. It may have been removed.'))
