import type { Input } from '../../../shared/endpoint.ts'
import type { sopsApi } from '../../../shared/sops.ts'
import { sopFor, tasksOfSop } from '../../core/access/access.ts'
import { type Context, inTransaction } from '../../core/context.ts'
import { deleteFilesOf } from '../../core/files/files.ts'
import { remove, updateWhere } from '../../core/write/write.ts'
import { sops } from '../../db/tables/sops.ts'
import { tasks } from '../../db/tables/tasks.ts'
import { removeVersions } from './versions.ts'

/** Deletes an SOP with its versions, readings and files. Its tasks lose their procedure. The audit log keeps it. */
export const deleteSop = (ctx: Context, { params }: Input<typeof sopsApi.remove>): Promise<void> =>
  inTransaction(ctx, async (within) => {
    const sop = await sopFor(within, params.id, 'sop:delete')
    await updateWhere(within, tasks, tasksOfSop(sop.id), { sopId: null, sopPage: null })
    await removeVersions(within, sop)
    await remove(within, sops, sop)
    await deleteFilesOf(within, 'sop', [sop.id])
  })
