import { and, eq, lt, ne, sql } from 'drizzle-orm'
import type { OpenContext } from '../core/context.ts'
import { deleteInBatches } from '../db/delete-in-batches.ts'
import { knownDevices } from '../db/tables/auth.ts'
import { users } from '../db/tables/users.ts'
import { hasSignInName, type SignInName } from './sign-in-name.ts'

/**
 * Known browsers: those in which a person has signed in before. A known browser has its own attempts and its own lane
 * in the queue, so that nobody else can lock the owner of an account out (OWASP's "device cookies"). It does not
 * replace the password.
 */

/** A person's known browsers. A further one replaces the one that was not used for the longest time. */
const MAX_PER_PERSON = 20
/** The same as the lifetime of the browser's cookie. */
export const DEVICE_DAYS = 365

/** The hash of the request's browser if the account with this name has signed in there before, else null. */
export async function knownDevice({ db, session }: OpenContext, name: SignInName): Promise<string | null> {
  if (session.device === null) return null
  const [known] = await db
    .select({ tokenHash: knownDevices.tokenHash })
    .from(knownDevices)
    .innerJoin(users, eq(users.id, knownDevices.userId))
    .where(and(eq(knownDevices.tokenHash, session.device), hasSignInName(name)))
  return known?.tokenHash ?? null
}

/** The hash of the request's browser if anybody has signed in there before, else null. */
export async function knownBrowser({ db, session }: OpenContext): Promise<string | null> {
  if (session.device === null) return null
  const [known] = await db
    .select({ tokenHash: knownDevices.tokenHash })
    .from(knownDevices)
    .where(eq(knownDevices.tokenHash, session.device))
    .limit(1)
  return known?.tokenHash ?? null
}

/** Makes the request's browser a known one of this person. Returns whether it is new. */
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
      order by last_used_at desc, token_hash offset ${MAX_PER_PERSON})`)
  return true
}

/** Deletes a person's known browsers, except one. */
export const deleteDevicesOf = ({ db }: OpenContext, userId: string, except: string | null) =>
  db
    .delete(knownDevices)
    .where(and(eq(knownDevices.userId, userId), except === null ? undefined : ne(knownDevices.tokenHash, except)))

/** Deletes known browsers whose cookies have expired. */
export function deleteOldDevices({ db, now }: Pick<OpenContext, 'db' | 'now'>, signal?: AbortSignal) {
  const old = new Date(now.getTime() - DEVICE_DAYS * 24 * 3600 * 1000).toISOString()
  return deleteInBatches(db, knownDevices, lt(knownDevices.lastUsedAt, old), signal)
}
