import { and, desc, eq, lte } from 'drizzle-orm'
import type { Input, Reply } from '../../../shared/endpoint.ts'
import { mayAnywhere } from '../../../shared/permissions.ts'
import { withImplied } from '../../../shared/token-scopes.ts'
import { type ApiToken, MAX_TOKENS, tokensApi } from '../../../shared/tokens.ts'
import { msg } from '../../../shared/words/message.ts'
import { conflict, invalid, notFound } from '../../base/errors.ts'
import { type Context, inTransaction } from '../../core/context.ts'
import { mustKeepLimit } from '../../core/rate-limits.ts'
import { audit } from '../../core/write/audit.ts'
import { lockOwnRole } from '../../credentials/second-step.ts'
import { hashOfSecret } from '../../credentials/secrets.ts'
import { newToken } from '../../credentials/tokens.ts'
import { sessionsChanged } from '../../db/events/events.ts'
import { apiTokens } from '../../db/tables/tokens.ts'
import { notifyOfSecurity } from '../notifications/security.ts'

/** The tokens by which a person's programs call the API (`http/session/bearer.ts` accepts them). */

const columns = {
  ...{ id: apiTokens.id, name: apiTokens.name, ending: apiTokens.ending, scopes: apiTokens.scopes },
  ...{ expire: apiTokens.expire, lastUsedAt: apiTokens.lastUsedAt, createdAt: apiTokens.createdAt },
}

/** The tokens of a person, the newest first. */
export const readTokensOf = ({ db }: Pick<Context, 'db'>, userId: string): Promise<ApiToken[]> =>
  db.select(columns).from(apiTokens).where(eq(apiTokens.userId, userId)).orderBy(desc(apiTokens.id))

/** The viewer's own tokens. */
export const listTokens = (ctx: Context): Promise<ApiToken[]> => readTokensOf(ctx, ctx.viewer.id)

/**
 * Makes a token of the viewer, with the scopes that they may have, and those that these need. The owner is told. Throws
 * 400 for a permission that they do not have or a time that is over, 409 for one token too many.
 */
export async function createToken(
  ctx: Context,
  { body }: Input<typeof tokensApi.create>,
): Promise<Reply<typeof tokensApi.create>> {
  const { viewer, now } = ctx
  const { name, expire } = body
  const lacking = body.scopes.find((scope) => !mayAnywhere(viewer.role, scope))
  if (lacking) throw invalid('scopes', msg('You do not have the permission {scope}', { scope: lacking }))
  if (expire !== null && Date.parse(expire) <= now.getTime())
    throw invalid('expire', msg('Choose a time in the future'))
  const token = newToken()
  return inTransaction(ctx, async (tx) => {
    await mustKeepLimit(tx, tokensApi.create)
    await makeRoom(tx)
    const [made] = await tx.db
      .insert(apiTokens)
      .values({
        ...{ userId: viewer.id, name, expire, createdAt: now.toISOString() },
        ...{ tokenHash: hashOfSecret(token), ending: token.slice(-4) },
        scopes: withImplied(body.scopes).filter((scope) => mayAnywhere(viewer.role, scope)),
      })
      .returning(columns)
    if (!made) throw new Error('The token was not made')
    const { scopes } = made
    await log(tx, { action: 'user.make-token', details: { token: name, scopes, expire } })
    await notifyOfSecurity(tx, viewer, {
      kind: 'token-made',
      params: { name, at: now.toISOString() },
      subject: null,
    })
    return { ...made, token }
  })
}

/** Locks the viewer, so that calls follow each other, and deletes expired tokens if there are too many. */
async function makeRoom(ctx: Context) {
  const { db, viewer, now } = ctx
  await lockOwnRole(ctx)
  const own = eq(apiTokens.userId, viewer.id)
  if ((await db.$count(apiTokens, own)) < MAX_TOKENS) return
  await db.delete(apiTokens).where(and(own, lte(apiTokens.expire, now.toISOString())))
  if ((await db.$count(apiTokens, own)) >= MAX_TOKENS)
    throw conflict(
      'too_many',
      msg(
        '{max, plural, one {You can have at most # token. Revoke it first.} other {You can have at most # tokens. Revoke one that nobody uses.}}',
        { max: MAX_TOKENS },
      ),
    )
}

/** Revokes one of the viewer's tokens. Throws 404. */
export async function revokeToken(ctx: Context, { params }: Input<typeof tokensApi.revoke>): Promise<void> {
  const [gone] = await ctx.db
    .delete(apiTokens)
    .where(and(eq(apiTokens.id, params.id), eq(apiTokens.userId, ctx.viewer.id)))
    .returning({ name: apiTokens.name })
  if (!gone) throw notFound(msg('There is no such token'))
  await log(ctx, { action: 'user.revoke-token', details: { token: gone.name } })
}

async function log(ctx: Context, entry: { action: string; details: object }) {
  await audit(ctx, { ...entry, resourceType: 'user', resourceId: ctx.viewer.id })
  ctx.outbox.push(sessionsChanged(ctx.viewer.id))
}
