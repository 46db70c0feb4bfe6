import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type { Services } from '../../src/server/core/context.ts'
import { passkeys } from '../../src/server/db/tables/passkeys.ts'
import type { Reply } from '../../src/shared/endpoint.ts'
import type { NewPasskey, PasskeyAnswer, PasskeyQuestion, passkeysApi } from '../../src/shared/passkeys.ts'

/** A device that keeps one passkey, in software: it answers as a browser does, or wrongly on purpose. */

/** The claims of the device and its browser. */
interface Claims {
  origin: string
  rpId: string
  challenge: string
  /** Whether the person has unlocked the device. */
  isVerified: boolean
  counter: number
  isSynced: boolean
}

const ORIGIN = 'http://localhost'
const sha256 = (data: string | Buffer) => createHash('sha256').update(data).digest()
const base64url = (data: Uint8Array | string) => Buffer.from(data).toString('base64url')

export interface Authenticator {
  id: string
  make(wish: Reply<typeof passkeysApi.begin>, claims?: Partial<Claims>): NewPasskey
  /** Counts one more than the last time, unless it is synced. */
  answer(question: PasskeyQuestion, claims?: Partial<Claims>): PasskeyAnswer
}

export function openAuthenticator(id = base64url(randomBytes(32))): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  let userHandle = ''
  let count = 0
  const clientData = (type: string, { challenge, origin }: Pick<Claims, 'challenge' | 'origin'>) =>
    JSON.stringify({ type, challenge, origin, crossOrigin: false })
  return {
    id,
    make(wish, claims = {}) {
      userHandle = wish.user.id
      const all = { origin: ORIGIN, rpId: wish.rp.id, challenge: wish.challenge, ...defaults, ...claims }
      count = all.counter
      const credential = Buffer.from(id, 'base64url')
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credential.length)
      const authData = Buffer.concat([head(all, true), Buffer.alloc(16), length, credential, coseKey(publicKey)])
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ])
      return {
        id,
        attestationObject: base64url(isoCBOR.encode(attestation as never)),
        clientDataJSON: base64url(clientData('webauthn.create', all)),
        transports: ['internal'],
      }
    },
    answer(question, claims = {}) {
      const next = { ...defaults, counter: count === 0 ? 0 : count + 1 }
      const all = { origin: ORIGIN, rpId: question.rpId, challenge: question.challenge, ...next, ...claims }
      count = all.counter
      const authData = head(all, false)
      const data = clientData('webauthn.get', all)
      return {
        id,
        authenticatorData: base64url(authData),
        clientDataJSON: base64url(data),
        signature: base64url(sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey)),
        ...(userHandle && { userHandle }),
      }
    },
  }
}

const defaults = { isVerified: true, counter: 0, isSynced: false }

/** The hash of the site's name, the flags and the counter. */
function head({ rpId, isVerified, isSynced, counter }: Claims, hasKey: boolean) {
  const tail = Buffer.alloc(5)
  tail.writeUInt8(0x01 | (isVerified ? 0x04 : 0) | (isSynced ? 0x18 : 0) | (hasKey ? 0x40 : 0))
  tail.writeUInt32BE(counter, 1)
  return Buffer.concat([sha256(rpId), tail])
}

/** An ES256 key in the form of COSE. */
function coseKey(key: KeyObject) {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))
  const cose = new Map<number, unknown>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, bytes(x)],
    [-3, bytes(y)],
  ])
  return Buffer.from(isoCBOR.encode(cose as never))
}

/** Puts a passkey there that nothing can unlock. Returns its id. */
export async function putPasskey({ database }: Services, userId: string): Promise<number> {
  const [row] = await database.orm
    .insert(passkeys)
    .values({
      ...{ userId, credentialId: base64url(randomBytes(32)), publicKey: '', counter: 0 },
      ...{ transports: [], name: 'Phone', isSynced: false },
    })
    .returning({ id: passkeys.id })
  if (!row) throw new Error('There is no passkey')
  return row.id
}
