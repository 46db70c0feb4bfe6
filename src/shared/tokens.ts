import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { allSeen, instant, oneOf, pathId, replyInstant, requiredText } from './fields.ts'
import { type Scope, scopes } from './token-scopes.ts'
import { english } from './words/message.ts'

/** Tokens by which a person's own programs call the API. docs/api.md describes them. */

/** A token by which a program of a person calls the API, without the token itself. */
export const ApiToken = z.object({
  id: z.int(),
  name: z.string(),
  /** Its last four characters, to tell it from others. */
  ending: z.string(),
  /** The permissions that it may use, among its person's. */
  scopes: z.array(z.string()),
  /** Null for one that lasts as long as the account. */
  expire: z.nullable(replyInstant),
  /** To within an hour; null for never. */
  lastUsedAt: z.nullable(replyInstant),
  createdAt: replyInstant,
})
export type ApiToken = z.output<typeof ApiToken>

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
