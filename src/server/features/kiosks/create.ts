import { count, eq } from 'drizzle-orm'
import type { Input } from '../../../shared/endpoint.ts'
import { type Kiosk, type kiosksApi, MAX_KIOSKS } from '../../../shared/kiosks.ts'
import { msg } from '../../../shared/words/message.ts'
import { conflict } from '../../base/errors.ts'
import { departmentNamedFor } from '../../core/access/people.ts'
import type { Context } from '../../core/context.ts'
import { insert, remove } from '../../core/write/write.ts'
import { endSession } from '../../credentials/end-session.ts'
import { kiosks } from '../../db/tables/kiosks.ts'
import { kioskWithNames } from './list.ts'

export type KioskToCreate = Input<typeof kiosksApi.create>['body']

/**
 * Makes the request's browser a kiosk. Ends the viewer's session there, so that nobody at the door can use it. Throws
 * 400 for an unknown department, and 409 if there are too many kiosks.
 */
export async function createKiosk(ctx: Context, { body }: Input<typeof kiosksApi.create>): Promise<Kiosk> {
  await mustFit(ctx, body)
  const id = await beginKiosk(ctx, body)
  await endSession(ctx)
  return kioskWithNames(ctx, id)
}

/** Makes the request's browser a kiosk in the viewer's name. If it was a kiosk before, that one is revoked. */
export async function beginKiosk(ctx: Context, { name, departmentId }: KioskToCreate): Promise<number> {
  const { kiosk } = ctx.session
  const [before] =
    kiosk === null ? [] : await ctx.db.select().from(kiosks).where(eq(kiosks.tokenHash, kiosk)).for('update')
  if (before) await remove(ctx, kiosks, before)
  const tokenHash = ctx.session.startKiosk(ctx)
  const { id } = await insert(ctx, kiosks, { name, departmentId, tokenHash, createdBy: ctx.viewer.id })
  return id
}

/** Throws 400 for an unknown department, and 409 if there are too many kiosks. */
export async function mustFit(ctx: Context, { departmentId }: KioskToCreate): Promise<void> {
  if (departmentId !== null) await departmentNamedFor(ctx, departmentId, 'departmentId')
  const [row] = await ctx.db.select({ kiosks: count() }).from(kiosks)
  if (row && row.kiosks >= MAX_KIOSKS)
    throw conflict(
      'too_many_kiosks',
      msg('{count, plural, one {There can be at most # kiosk} other {There can be at most # kiosks}}', {
        count: MAX_KIOSKS,
      }),
    )
}
