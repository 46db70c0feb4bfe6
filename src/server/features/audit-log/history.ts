import type { HistoryPage } from '../../../shared/audit-log.ts'
import type { Permission, Subject } from '../../../shared/permissions.ts'
import { mustBeAllowed, projectFor, projectsHiddenFrom, sopFor, taskFor } from '../../core/access.ts'
import { userFor } from '../../core/access-people.ts'
import type { Context } from '../../core/context.ts'
import { subjectsOf, toHistoryEntry } from './changes.ts'
import { entriesOf } from './entries.ts'
import { type Subject as Named, type Names, namesOf } from './names.ts'

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
    const subject = await find(ctx, params.id)
    mustBeAllowed(ctx, permission, subject)
    const filter = { resourceType: type, resourceId: String(params.id) }
    const { rows, next } = await entriesOf(ctx, filter, { limit, after })
    const names = await namesForViewer(ctx, subjectsOf(rows), subject)
    return { entries: rows.map((row) => toHistoryEntry(row, names, ctx.reader)), next }
  }

/**
 * The names of these subjects, as far as the viewer may know them. Departments and the people who worked on a task are no secret
 * to those who see it. A project that the viewer may not see is only a number, unless it is the one that the task shows.
 */
async function namesForViewer(ctx: Context, subjects: Named[], shown: Subject & { projectId?: number | null }) {
  const names = await namesOf(ctx, subjects)
  const projects = subjects.filter(({ type, id }) => type === 'project' && Number(id) !== shown.projectId)
  const hidden = await projectsHiddenFrom(
    ctx,
    projects.map(({ id }) => Number(id)),
  )
  const known: Names = (type, id) => (type === 'project' && hidden.has(Number(id)) ? undefined : names(type, id))
  return known
}

export const readTaskHistory = historyOf('task', 'task:history', (ctx, id: number) => taskFor(ctx, id, 'task:read'))
export const readProjectHistory = historyOf('project', 'project:update', (ctx, id: number) =>
  projectFor(ctx, id, 'project:read'),
)
export const readSopHistory = historyOf('sop', 'sop:update', (ctx, id: number) => sopFor(ctx, id, 'sop:read'))
export const readUserHistory = historyOf('user', 'user:manage', async (ctx, id: string) => ({
  ...(await userFor(ctx, id, 'user:manage')),
  userId: id,
}))
