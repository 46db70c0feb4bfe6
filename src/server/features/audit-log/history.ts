import type { HistoryPage } from '../../../shared/audit-log.ts'
import type { Permission, Subject } from '../../../shared/permissions.ts'
import { mustBeAllowed, projectFor, sopFor, taskFor } from '../../core/access.ts'
import { userFor } from '../../core/access-people.ts'
import type { Context } from '../../core/context.ts'
import { subjectsOf, toHistoryEntry } from './changes.ts'
import { entriesOf } from './entries.ts'
import { namesOf } from './names.ts'

const PAGE_SIZE = 20

interface Query<I> {
  params: { id: I }
  query: { limit?: number | undefined; after?: string | undefined }
}

/**
 * Makes a handler that lists the changes of one subject, newest first, without addresses and browsers. It throws 403 unless the
 * viewer has the permission for the subject. `find` returns the subject, or throws 404 when the viewer may not see it.
 */
const historyOf =
  <I extends number | string>(type: string, permission: Permission, find: (ctx: Context, id: I) => Promise<Subject>) =>
  async (ctx: Context, { params, query: { limit = PAGE_SIZE, after } }: Query<I>): Promise<HistoryPage> => {
    mustBeAllowed(ctx, permission, await find(ctx, params.id))
    const filter = { resourceType: type, resourceId: String(params.id) }
    const { rows, next } = await entriesOf(ctx, filter, { limit, after })
    const names = await namesOf(ctx, subjectsOf(rows))
    return { entries: rows.map((row) => toHistoryEntry(row, names, ctx.reader)), next }
  }

export const readTaskHistory = historyOf('task', 'task:update', (ctx, id: number) => taskFor(ctx, id, 'task:read'))
export const readProjectHistory = historyOf('project', 'project:update', (ctx, id: number) =>
  projectFor(ctx, id, 'project:read'),
)
export const readSopHistory = historyOf('sop', 'sop:update', (ctx, id: number) => sopFor(ctx, id, 'sop:read'))
export const readUserHistory = historyOf('user', 'user:manage', async (ctx, id: string) => ({
  ...(await userFor(ctx, id, 'user:manage')),
  userId: id,
}))
