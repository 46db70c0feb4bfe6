import * as z from 'zod/mini'
import { linkToken, Viewer } from './auth.ts'
import { endpoint } from './endpoint.ts'
import { currentPassword, replyInstant } from './fields.ts'

/** Single sign-on: the provider (OpenID Connect) says who somebody is. */

/** Where a page sends the browser to sign in at the provider; `?to=` names the page to come back to. */
export const PROVIDER_PATH = '/api/auth/provider'
/** Where the provider sends people back. It is registered with the provider. */
export const PROVIDER_RETURN_PATH = '/api/auth/provider/return'
/** Where a page that is open has the person prove who they are, in a window of its own. */
export const PROVIDER_PROOF_PATH = '/api/auth/provider/proof'

/** Notices on the login screen, or the profile, after the provider: one stands behind `#`, as `#provider=away`. */
export const providerNotices = [
  'away',
  'failed',
  'cancelled',
  'over',
  'busy',
  'no-email',
  'closed',
  'taken',
  'password',
  'code',
  'passkey',
  'code-passkey',
] as const
export type ProviderNotice = (typeof providerNotices)[number]

/** The address at the provider. */
const wayThere = z.object({ address: z.string() })

export const providerApi = {
  get: endpoint({
    method: 'GET',
    path: '/auth/provider',
    summary: 'By which provider of single sign-on one is known here',
    allow: 'profile:own',
    beforeSecondStep: true,
    reply: z.object({
      /** The provider's name for people; null if there is none. */
      name: z.nullable(z.string()),
      /** Since when one is known there; null if one is not. */
      since: z.nullable(replyInstant),
    }),
    reads: ['sessions'],
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/auth/provider/password',
    summary: 'Finish a sign-in at the provider with the password of the account, once',
    allow: 'anyone',
    body: z.strictObject({ password: currentPassword }),
    reply: Viewer,
    status: 200,
    cookie: 'set',
  }),
  link: endpoint({
    method: 'POST',
    path: '/auth/provider/link',
    summary: "Begin to link one's own account at the provider: where to send the browser",
    allow: 'profile:own',
    proof: true,
    reply: wayThere,
    status: 200,
  }),
  accept: endpoint({
    method: 'POST',
    path: '/auth/provider/invitation',
    summary: 'Begin to accept an invitation with an account at the provider: where to send the browser',
    allow: 'anyone',
    body: z.strictObject({ token: linkToken }),
    reply: wayThere,
    status: 200,
  }),
}
