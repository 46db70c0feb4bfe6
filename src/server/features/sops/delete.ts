import type { Input } from '../../../shared/endpoint.ts'
import type { sopsApi } from '../../../shared/sops.ts'
import { sopFor } from '../../core/access.ts'
import { type Context, inTransaction } from '../../core/context.ts'
import { deleteFilesOf } from '../../core/files.ts'
import { remove } from '../../core/write.ts'
import { sops } from '../../db/tables/sops.ts'
import { removeVersions } from './versions.ts'

/** Deletes an SOP with its versions, readings and files. The audit log keeps what it was. */
export const deleteSop = (ctx: Context, { params }: Input<typeof sopsApi.remove>): Promise<void> =>
  inTransaction(ctx, async (within) => {
    const sop = await sopFor(within, params.id, 'sop:delete')
    await removeVersions(within, sop)
    await remove(within, sops, sop)
    await deleteFilesOf(within, 'sop', [sop.id])
  })
