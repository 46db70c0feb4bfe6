import type { Input } from '../../../shared/endpoint.ts'
import type { kiosksApi } from '../../../shared/kiosks.ts'
import type { Context } from '../../core/context.ts'
import { remove } from '../../core/write/write.ts'
import { kiosks } from '../../db/tables/kiosks.ts'
import { kioskFor } from './access.ts'

/** Revokes a kiosk. Its row takes along the pass of the person who is at it. Throws 403, 404. */
export async function removeKiosk(ctx: Context, { params }: Input<typeof kiosksApi.remove>): Promise<void> {
  await remove(ctx, kiosks, await kioskFor(ctx, params.id, 'kiosk:manage'))
}
