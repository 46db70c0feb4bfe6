import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { currentPassword, requiredText } from './fields.ts'
import { PasskeyAnswer } from './passkeys.ts'
import { secondSteps } from './second-step.ts'
import { english } from './words/message.ts'

/** The proof of who sits at the keyboard, which sensitive changes need (`server/credentials/reauthentication.ts`). */

const notClear = english('Send a password, a code or the answer of a passkey')

const own = { allow: 'profile:own', beforeSecondStep: true } as const

export const reauthenticationApi = {
  ways: endpoint({
    ...own,
    method: 'GET',
    path: '/auth/prove',
    summary: 'How one may prove who one is, and whether the last proof still counts',
    reply: z.object({
      isRecent: z.boolean(),
      /** Second steps; without any, the password, and a new sign-in at the provider if they are known there. */
      ways: z.array(z.enum(['password', 'provider', ...secondSteps])),
    }),
    reads: ['sessions'],
  }),
  prove: endpoint({
    ...own,
    method: 'POST',
    path: '/auth/prove',
    summary:
      'Prove who one is, by the password, or by a code or a passkey for who has a second step; a passkey counts before a code, a code before the password',
    body: z
      .strictObject({
        currentPassword: z.optional(currentPassword),
        code: z.optional(requiredText(60, english('Enter the code'))),
        passkey: z.optional(PasskeyAnswer),
      })
      .check(
        z.refine(
          ({ currentPassword, code, passkey }) => currentPassword !== undefined || code !== undefined || passkey,
          notClear,
        ),
      ),
  }),
}
