import { randomBytes } from 'node:crypto'
import { and, eq, inArray, lt } from 'drizzle-orm'
import { MAX_PASS_MINUTES, PASS_SECONDS } from '../../shared/kiosks.ts'
import type { Context, Kiosk, OpenContext } from '../core/context.ts'
import { deleteInBatches } from '../db/delete-in-batches.ts'
import { kioskPasses } from '../db/tables/kiosks.ts'
import { pins } from '../db/tables/pin.ts'
import { hashOfSecret } from './secrets.ts'

/**
 * The pass of a person who has entered their PIN at a kiosk. It names the time at which it began; the hash, by which it
 * is found, vouches for that, so that nobody makes it last for longer.
 */

export const PASS_PREFIX = 'muk_'

/** When a pass began, in milliseconds since 1970; 0 for any other text. */
export const beganOf = (pass: string) => Number.parseInt(pass.split('.')[1] ?? '0', 36) || 0

/** Gives a person a pass at a kiosk, and ends the one before there. The secret is stored nowhere. */
export async function givePass({ db, now }: OpenContext, kioskId: number, userId: string): Promise<string> {
  const pass = `${PASS_PREFIX}${randomBytes(32).toString('base64url')}.${now.getTime().toString(36)}`
  await db.delete(kioskPasses).where(eq(kioskPasses.kioskId, kioskId))
  const expire = new Date(now.getTime() + PASS_SECONDS * 1000).toISOString()
  await db.insert(kioskPasses).values({ tokenHash: hashOfSecret(pass), kioskId, userId, expire })
  return pass
}

const ofViewer = ({ viewer }: Context, kiosk: Kiosk) =>
  and(eq(kioskPasses.kioskId, kiosk.id), eq(kioskPasses.userId, viewer.id))

/** Prolongs the viewer's pass by `PASS_SECONDS`, up to `MAX_PASS_MINUTES` in all. Returns the seconds left. */
export async function renewPass(ctx: Context, kiosk: Kiosk): Promise<number> {
  const end = (kiosk.passBegan ?? 0) + MAX_PASS_MINUTES * 60_000
  const expire = Math.min(end, ctx.now.getTime() + PASS_SECONDS * 1000)
  await ctx.db
    .update(kioskPasses)
    .set({ expire: new Date(expire).toISOString() })
    .where(ofViewer(ctx, kiosk))
  return Math.max(0, Math.floor((expire - ctx.now.getTime()) / 1000))
}

/** Ends the viewer's pass. */
export const endPass = (ctx: Context, kiosk: Kiosk) => ctx.db.delete(kioskPasses).where(ofViewer(ctx, kiosk))

/** Ends the passes of people whose accounts are closed or deleted. */
export const endPassesOf = ({ db }: Pick<OpenContext, 'db'>, userIds: string[]) =>
  db.delete(kioskPasses).where(inArray(kioskPasses.userId, userIds))

/** Deletes the PIN of a person whose account is deleted. */
export const deletePinOf = ({ db }: Pick<OpenContext, 'db'>, userId: string) =>
  db.delete(pins).where(eq(pins.userId, userId))

/** Deletes passes that have expired. */
export const deleteOldPasses = ({ db, now }: Pick<OpenContext, 'db' | 'now'>, signal?: AbortSignal) =>
  deleteInBatches(db, kioskPasses, lt(kioskPasses.expire, now.toISOString()), signal)
