import { and, eq, isNull, lt, ne, sql } from 'drizzle-orm'
import type { OpenContext } from '../core/context.ts'
import { deleteInBatches } from '../db/delete-in-batches.ts'
import { knownDevices, users } from '../db/tables/people.ts'

/**
 * Browsers in which somebody has signed in before. Such a browser has attempts and turns of its own, so that no stranger keeps
 * an account's owner out (OWASP's "device cookies"). To be known opens nothing: the password is asked for all the same.
 */

/** So many browsers of one person are known; a further one takes the place of the one not used for longest. */
const MOST_OF_ONE = 20
/** As long as the cookie lasts that names a browser. */
const KNOWN_FOR = 365 * 24 * 3600 * 1000

/** The hash that names the browser that asks, where the account with this address has signed in with it before; else null. */
export async function knownDevice({ db, session }: OpenContext, email: string): Promise<string | null> {
  if (session.device === null) return null
  const [known] = await db
    .select({ tokenHash: knownDevices.tokenHash })
    .from(knownDevices)
    .innerJoin(users, eq(users.id, knownDevices.userId))
    .where(
      and(eq(knownDevices.tokenHash, session.device), eq(sql`lower(${users.email})`, email), isNull(users.deletedAt)),
    )
  return known?.tokenHash ?? null
}

/** Knows the browser that asks as one of this person's from now on; says whether it was not before. */
export async function rememberDevice(ctx: OpenContext, userId: string): Promise<boolean> {
  const tokenHash = ctx.session.nameDevice(ctx)
  if (tokenHash === null) return false
  const at = ctx.now.toISOString()
  const [device] = await ctx.db
    .insert(knownDevices)
    .values({ tokenHash, userId, createdAt: at, lastUsedAt: at })
    .onConflictDoUpdate({ target: [knownDevices.tokenHash, knownDevices.userId], set: { lastUsedAt: at } })
    .returning({ isNew: sql<boolean>`xmax = 0` })
  if (!device?.isNew) return false
  await ctx.db.execute(sql`
    delete from ${knownDevices} where ${knownDevices.userId} = ${userId} and ${knownDevices.tokenHash} in (
      select token_hash from ${knownDevices} where user_id = ${userId}
      order by last_used_at desc, token_hash offset ${MOST_OF_ONE})`)
  return true
}

/** Forgets a person's browsers, save one. */
export const deleteDevicesOf = ({ db }: OpenContext, userId: string, except: string | null) =>
  db
    .delete(knownDevices)
    .where(and(eq(knownDevices.userId, userId), except === null ? undefined : ne(knownDevices.tokenHash, except)))

/** Deletes browsers whose cookies have run out. */
export function deleteOldDevices({ db, now }: Pick<OpenContext, 'db' | 'now'>, signal?: AbortSignal) {
  const old = new Date(now.getTime() - KNOWN_FOR).toISOString()
  return deleteInBatches(db, knownDevices, lt(knownDevices.lastUsedAt, old), signal)
}
