import * as z from 'zod/mini'
import { ApiToken } from './api-token.ts'
import { endpoint } from './endpoint.ts'
import { allSeen, instant, oneOf, pathId, replyInstant, requiredText } from './fields.ts'
import { type Scope, scopes } from './token-scopes.ts'
import { english } from './words/message.ts'

/** Tokens by which a person's own programs call the API, and the address of their calendar. docs/api.md describes both. */

/** Of one person. */
export const MAX_TOKENS = 20
export const MAX_TOKEN_NAME = 60

const scope = oneOf(scopes as [Scope, ...Scope[]])

export const NewToken = z.strictObject({
  name: requiredText(MAX_TOKEN_NAME, english('Enter a name')).check(allSeen),
  scopes: z
    .array(scope)
    .check(
      z.minLength(1, english('Choose what the program may do')),
      z.maxLength(scopes.length, english('Must name each scope once')),
    ),
  /** When it stops working; null for never. */
  expire: z.nullable(instant),
})

const CalendarFeed = z.object({
  /** Since when the address works; null without one. */
  since: z.nullable(replyInstant),
  /** When a calendar last asked, to within an hour. */
  lastReadAt: z.nullable(replyInstant),
})
export type CalendarFeed = z.output<typeof CalendarFeed>

export const tokensApi = {
  list: endpoint({
    method: 'GET',
    path: '/tokens',
    summary: "One's own tokens, the newest first; expired ones stand among them for 30 days",
    allow: 'token:own',
    reply: z.array(ApiToken),
    reads: ['sessions'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/tokens',
    summary: 'Make a token. The reply holds it, this once',
    allow: 'token:own',
    proof: true,
    limit: 'token',
    body: NewToken,
    reply: z.object({ ...ApiToken.shape, token: z.string() }),
    status: 201,
    changes: ['sessions'],
  }),
  revoke: endpoint({
    method: 'DELETE',
    path: '/tokens/:id',
    summary: 'Revoke a token. It stops working at once',
    allow: 'token:own',
    params: { id: pathId },
    changes: ['sessions'],
  }),
}

export const calendarApi = {
  get: endpoint({
    method: 'GET',
    path: '/calendar-address',
    summary: "Whether one's own tasks have a secret address for calendars",
    allow: 'token:own',
    reply: CalendarFeed,
    reads: ['sessions'],
  }),
  renew: endpoint({
    method: 'PUT',
    path: '/calendar-address',
    summary: 'Make a new secret address; the one before stops working. The reply holds it, this once',
    allow: 'token:own',
    proof: true,
    limit: 'token',
    reply: z.object({
      /** The path, to be put behind the address of Muster. */
      path: z.string(),
    }),
    status: 200,
    changes: ['sessions'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/calendar-address',
    summary: 'The secret address stops working',
    allow: 'token:own',
    changes: ['sessions'],
  }),
}
