import { eq } from 'drizzle-orm'
import type { Input } from '../../../shared/endpoint.ts'
import { EASY_PIN, isEasyPin, type PinState, type pinApi } from '../../../shared/pin.ts'
import { invalid } from '../../base/errors.ts'
import type { Context } from '../../core/context.ts'
import { audit } from '../../core/write/audit.ts'
import { hashInQueue } from '../../credentials/hashing.ts'
import { lockOwnAccount } from '../../credentials/second-step.ts'
import { sessionsChanged } from '../../db/events/events.ts'
import { pins } from '../../db/tables/pin.ts'
import { notifyOfSecurity } from '../notifications/security.ts'

/** Whether the viewer has a PIN. */
export async function readPin({ db, viewer }: Context): Promise<PinState> {
  const [row] = await db.select({ setAt: pins.createdAt }).from(pins).where(eq(pins.userId, viewer.id))
  return { setAt: row?.setAt ?? null }
}

/** Hashes the new PIN, before the transaction. Throws 400 for one that others would try first. */
export async function hashPin(ctx: Context, { body }: Input<typeof pinApi.set>): Promise<string> {
  if (isEasyPin(body.pin)) throw invalid('pin', EASY_PIN)
  return hashInQueue(ctx, body.pin)
}

/** Sets the viewer's PIN, or changes it. They are told. */
export async function setPin(ctx: Context, _input: Input<typeof pinApi.set>, pinHash: string): Promise<PinState> {
  await lockOwnAccount(ctx)
  const setAt = await storePin(ctx, ctx.viewer.id, pinHash)
  await log(ctx, 'user.set-pin')
  await notifyOfSecurity(ctx, ctx.viewer, { kind: 'pin-set', params: { at: setAt }, subject: null })
  return { setAt }
}

/** Stores a person's PIN in place of an earlier one. Returns when it was set. */
export async function storePin({ db, now }: Context, userId: string, pinHash: string): Promise<string> {
  const setAt = now.toISOString()
  await db
    .insert(pins)
    .values({ userId, pinHash, createdAt: setAt })
    .onConflictDoUpdate({ target: pins.userId, set: { pinHash, createdAt: setAt } })
  return setAt
}

/** Removes the viewer's PIN; without one it does nothing. */
export async function removePin(ctx: Context): Promise<void> {
  const { rowCount } = await ctx.db.delete(pins).where(eq(pins.userId, ctx.viewer.id))
  if (rowCount) await log(ctx, 'user.remove-pin')
}

async function log(ctx: Context, action: string) {
  const { id } = ctx.viewer
  await audit(ctx, { action, resourceType: 'user', resourceId: id })
  ctx.outbox.push(sessionsChanged(id))
}
