import * as z from 'zod/mini'
import { Viewer } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { replyInstant, requiredText } from './fields.ts'
import { english } from './words/message.ts'

/** The second step of a sign-in: one-time codes from an app (RFC 6238), and recovery codes for a lost app. */

/** How a person shows that it is them, after their password: a one-time code or a recovery code, or a passkey. */
export const secondSteps = ['code', 'passkey'] as const
export type SecondStep = (typeof secondSteps)[number]

export const RECOVERY_CODES = 10

/** Six digits, or a recovery code; spaces and hyphens count for nothing. */
const code = requiredText(60, english('Enter the code'))

const SecondStepState = z.object({
  /** Since when an app makes codes; null without one. */
  appSince: z.nullable(replyInstant),
  /** Recovery codes that are left. */
  recoveryCodes: z.int(),
  /** Whether the person's role must have a second step. */
  isRequired: z.boolean(),
})
export type SecondStepState = z.output<typeof SecondStepState>

const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) })

const own = { allow: 'profile:own', beforeSecondStep: true } as const

export const secondStepApi = {
  get: endpoint({
    ...own,
    method: 'GET',
    path: '/auth/second-step',
    summary: 'The second step of one’s own sign-in',
    reply: SecondStepState,
    reads: ['sessions'],
  }),
  begin: endpoint({
    ...own,
    method: 'POST',
    path: '/auth/second-step/app',
    summary: 'Begin to set up an app for one-time codes; it counts once it is confirmed',
    proof: true,
    reply: z.object({
      /** In base32, for people who type it. */
      secret: z.string(),
      /** `otpauth://…`, which an app reads as a QR code. */
      address: z.string(),
    }),
    status: 200,
  }),
  confirm: endpoint({
    ...own,
    method: 'PUT',
    path: '/auth/second-step/app',
    summary: 'Confirm the app by a first code; the reply holds new recovery codes',
    proof: true,
    limit: 'sign-in-method',
    body: z.strictObject({ code }),
    reply: RecoveryCodes,
    changes: ['sessions'],
  }),
  remove: endpoint({
    ...own,
    method: 'DELETE',
    path: '/auth/second-step/app',
    summary: 'Sign in without codes from now on; the recovery codes end too',
    proof: true,
    limit: 'sign-in-method',
    changes: ['sessions'],
  }),
  renewCodes: endpoint({
    ...own,
    method: 'POST',
    path: '/auth/second-step/recovery-codes',
    summary: 'Make new recovery codes; the old ones end',
    proof: true,
    limit: 'sign-in-method',
    reply: RecoveryCodes,
    status: 200,
    changes: ['sessions'],
  }),
  signIn: endpoint({
    method: 'POST',
    path: '/auth/login/code',
    summary: 'Finish a sign-in with a one-time code or a recovery code',
    allow: 'anyone',
    body: z.strictObject({ code }),
    reply: Viewer,
    status: 200,
    cookie: 'set',
  }),
}
