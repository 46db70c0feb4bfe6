import type { Input } from '../../../shared/endpoint.ts'
import type { Kiosk, kiosksApi } from '../../../shared/kiosks.ts'
import { msg } from '../../../shared/words/message.ts'
import { conflict } from '../../base/errors.ts'
import type { Context } from '../../core/context.ts'
import { update } from '../../core/write/write.ts'
import { kiosks } from '../../db/tables/kiosks.ts'
import { kioskFor } from './access.ts'
import { kioskWithNames } from './list.ts'

/**
 * Makes the viewer the owner of a kiosk whose owner has left. If it has paused for that, it goes on. Throws 409
 * `has_owner` for one that has an owner, as when a colleague was first.
 */
export async function takeOverKiosk(ctx: Context, { params }: Input<typeof kiosksApi.takeOver>): Promise<Kiosk> {
  const kiosk = await kioskFor(ctx, params.id, 'kiosk:manage')
  if (kiosk.ownerLeftAt === null) throw conflict('has_owner', msg('This kiosk has an owner'))
  await update(ctx, kiosks, kiosk, { takenOverBy: ctx.viewer.id, ownerLeftAt: null, pausedAt: null }, 'take-over')
  return kioskWithNames(ctx, kiosk.id)
}
