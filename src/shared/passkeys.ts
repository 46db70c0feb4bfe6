import * as z from 'zod/mini'
import { Viewer } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { allSeen, id, pathId, replyInstant, requiredText } from './fields.ts'
import { english } from './words/message.ts'

/** Passkeys: key pairs that a device keeps for a person (WebAuthn). Bytes are in base64url, as browsers give them. */

/** How many passkeys a person may have. */
export const MAX_PASSKEYS = 20
export const MAX_PASSKEY_NAME = 60

const notReadable = english('The answer of the passkey cannot be read')

/** At most `max` characters of encoded bytes. */
const bytes = (max: number) =>
  z.string(notReadable).check(z.maxLength(max, notReadable), z.regex(/^[\w-]+$/, notReadable))

/** The specification allows 1023 bytes. */
const credentialId = bytes(1400)

/** A browser's answer to a challenge: the passkey's owner has just unlocked it. */
export const PasskeyAnswer = z.strictObject({
  id: credentialId,
  authenticatorData: bytes(4_000),
  clientDataJSON: bytes(4_000),
  signature: bytes(4_000),
  /** The passkey's owner, by the device's word. */
  userHandle: z.optional(bytes(100)),
})
export type PasskeyAnswer = z.output<typeof PasskeyAnswer>

/** A browser's facts about a passkey that it has just made. */
const NewPasskey = z.strictObject({
  id: credentialId,
  attestationObject: bytes(12_000),
  clientDataJSON: bytes(4_000),
  /** How the device can be reached, in the words of the specification: "internal", "usb". */
  transports: z
    .array(z.string().check(z.maxLength(20, notReadable), z.regex(/^[a-z-]+$/, notReadable)))
    .check(z.maxLength(8, notReadable)),
})
export type NewPasskey = z.output<typeof NewPasskey>

const KnownPasskey = z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.string()) })

/** The question for `navigator.credentials.get`, as JSON of the specification. */
export const PasskeyQuestion = z.object({
  challenge: z.string(),
  rpId: z.string(),
  /** The passkeys that count; empty for every one of this Muster that the device has. */
  allowCredentials: z.array(KnownPasskey),
  userVerification: z.literal('required'),
  /** Milliseconds. */
  timeout: z.int(),
})
export type PasskeyQuestion = z.output<typeof PasskeyQuestion>

/** The question for `navigator.credentials.create`, as JSON of the specification. */
const PasskeyWish = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  excludeCredentials: z.array(KnownPasskey),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
  timeout: z.int(),
})

const Passkey = z.object({
  id,
  name: z.string(),
  /** Whether its maker keeps copies on the person's other devices. */
  isSynced: z.boolean(),
  createdAt: replyInstant,
  lastUsedAt: z.nullable(replyInstant),
})
export type Passkey = z.output<typeof Passkey>

export const PasskeyName = z.strictObject({
  name: requiredText(MAX_PASSKEY_NAME, english('Enter a name')).check(allSeen),
})

const own = { allow: 'profile:own' } as const
/** A person who has yet to set up a second step may take a passkey for it. */
const making = { ...own, beforeSecondStep: true, proof: true } as const
const params = { id: pathId }

export const passkeysApi = {
  list: endpoint({
    ...own,
    method: 'GET',
    path: '/auth/passkeys',
    summary: 'One’s own passkeys, the oldest first',
    reply: z.array(Passkey),
    reads: ['sessions'],
  }),
  begin: endpoint({
    ...making,
    method: 'POST',
    path: '/auth/passkeys/challenge',
    summary: 'Begin to make a passkey: what to ask the browser',
    reply: PasskeyWish,
    status: 200,
  }),
  create: endpoint({
    ...making,
    method: 'POST',
    path: '/auth/passkeys',
    summary: 'Add the passkey that the browser has made; it is named after the device',
    limit: 'sign-in-method',
    body: NewPasskey,
    reply: z.object({
      passkey: Passkey,
      /** Ten recovery codes, if it is the person's first second step: they are shown this once. */
      recoveryCodes: z.nullable(z.array(z.string())),
    }),
    status: 201,
    changes: ['sessions'],
  }),
  rename: endpoint({
    ...own,
    method: 'PUT',
    path: '/auth/passkeys/:id',
    summary: 'Rename one of one’s own passkeys',
    limit: 'sign-in-method',
    params,
    body: PasskeyName,
    changes: ['sessions'],
  }),
  remove: endpoint({
    ...own,
    method: 'DELETE',
    path: '/auth/passkeys/:id',
    summary: 'Remove one of one’s own passkeys',
    proof: true,
    limit: 'sign-in-method',
    params,
    changes: ['sessions'],
  }),
  askToSignIn: endpoint({
    method: 'POST',
    path: '/auth/login/passkey/challenge',
    summary: 'Begin a sign-in by a passkey alone: what to ask the browser',
    allow: 'anyone',
    body: z.strictObject({
      /** Only for the suggestions of a field: nothing else that the browser was asked for ends. */
      isSuggestion: z.optional(z.boolean()),
    }),
    reply: PasskeyQuestion,
    status: 200,
  }),
  signIn: endpoint({
    method: 'POST',
    path: '/auth/login/passkey',
    summary: 'Sign in by a passkey alone',
    allow: 'anyone',
    body: PasskeyAnswer,
    reply: Viewer,
    status: 200,
    cookie: 'set',
  }),
  askForSecondStep: endpoint({
    method: 'POST',
    path: '/auth/login/second-step/challenge',
    summary: 'After a right password: what to ask the browser about a passkey',
    allow: 'anyone',
    reply: PasskeyQuestion,
    status: 200,
  }),
  secondStep: endpoint({
    method: 'POST',
    path: '/auth/login/second-step',
    summary: 'Finish a sign-in with a passkey, after a right password',
    allow: 'anyone',
    body: PasskeyAnswer,
    reply: Viewer,
    status: 200,
    cookie: 'set',
  }),
  askToProve: endpoint({
    ...own,
    beforeSecondStep: true,
    method: 'POST',
    path: '/auth/prove/challenge',
    summary: 'What to ask the browser about a passkey by which one proves who one is',
    reply: PasskeyQuestion,
    status: 200,
  }),
}
