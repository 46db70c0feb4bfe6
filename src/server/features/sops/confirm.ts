import type { Input } from '../../../shared/endpoint.ts'
import type { Sop, sopsApi } from '../../../shared/sops.ts'
import { msg } from '../../../shared/words/message.ts'
import { conflict } from '../../base/errors.ts'
import { sopFor } from '../../core/access/access.ts'
import type { Context } from '../../core/context.ts'
import { note } from '../../core/write/write.ts'
import type { NewEvent } from '../../db/events/events.ts'
import { sops } from '../../db/tables/sops.ts'
import { sopWithNames } from './rows.ts'
import { addReading, versionOf } from './versions.ts'

/**
 * Confirms that the viewer has read and understood the current version. A second confirmation changes nothing. Throws
 * 409 if the revision is not the current one.
 */
export async function confirmReading(ctx: Context, { params, body }: Input<typeof sopsApi.confirm>): Promise<Sop> {
  const sop = await sopFor(ctx, params.id, 'sop:confirm')
  if (body.revision !== sop.revision) {
    throw conflict('newer_version', msg('There is a newer version of this procedure. Read and confirm the newer one.'))
  }
  const version = await versionOf(ctx, sop, sop.revision)
  if (await addReading(ctx, version.id)) {
    await note(ctx, sops, sop, 'confirm', { version: sop.version, revision: sop.revision })
    ctx.outbox.push(ownReadingsChanged(ctx))
  }
  return sopWithNames(ctx, sop.id)
}

/**
 * The row that everybody receives does not name the people who have confirmed: the person's other pages read it again.
 */
const ownReadingsChanged = ({ viewer, origin }: Context): NewEvent => ({
  type: 'change',
  change: { resource: 'sops', id: null },
  audience: { fromRole: null, departments: [], users: [viewer.id] },
  tab: origin.tab,
})
