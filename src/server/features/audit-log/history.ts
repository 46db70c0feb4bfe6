import { type SQL, sql } from 'drizzle-orm'
import type { HistoryPage } from '../../../shared/audit-log.ts'
import type { Permission, Subject } from '../../../shared/permissions.ts'
import {
  mustBeAllowed,
  projectFor,
  projectsHiddenFrom,
  sopFor,
  taskFor,
  visibleSopsAmong,
} from '../../core/access/access.ts'
import { contractFor, userFor } from '../../core/access/people.ts'
import { wageTypeFor } from '../../core/access/wage-types.ts'
import type { Context } from '../../core/context.ts'
import { STEP_TICKS, seesStepTimes } from '../../core/tasks/step-times.ts'
import { auditLogs } from '../../db/tables/audit-log.ts'
import { subjectsOf, toHistoryEntry } from './changes.ts'
import { entriesOf } from './entries.ts'
import { type AuditSubject as Named, type Names, namesOf } from './names.ts'

const PAGE_SIZE = 20

interface Query<I> {
  params: { id: I }
  query: { limit?: number | undefined; after?: string | undefined }
}

/**
 * Makes a handler that lists the changes of one subject, newest first, without addresses and browsers. It throws 403
 * unless the viewer has the permission for the subject. `find` returns the subject, or throws 404 when the viewer may
 * not see it.
 */
const historyOf =
  <I extends number | string>(type: string, permission: Permission, find: (ctx: Context, id: I) => Promise<Subject>) =>
  async (ctx: Context, { params, query: { limit = PAGE_SIZE, after } }: Query<I>): Promise<HistoryPage> => {
    const subject = await find(ctx, params.id)
    mustBeAllowed(ctx, permission, subject)
    const filter = { resourceType: type, resourceId: String(params.id) }
    const shown = type === 'task' ? stepEntriesFor(ctx, subject) : undefined
    const { rows, next } = await entriesOf(ctx, filter, { limit, after }, shown)
    const names = await namesForViewer(ctx, subjectsOf(rows), subject)
    return { entries: rows.map((row) => toHistoryEntry(row, names, ctx.reader)), next }
  }

/** The ids in a task that a history shows by name. */
interface Shown {
  id?: number | string
  projectId?: number | null
  sopId?: number | null
}

/**
 * The names of these subjects, as far as the viewer may know them. Departments and the people who worked on a task are
 * no secret to those who see it. A project or a procedure that the viewer may not see is only a number, unless it is
 * the one that the task shows.
 */
async function namesForViewer(ctx: Context, subjects: Named[], shown: Subject & Shown) {
  const names = await namesOf(ctx, subjects)
  const projects = subjects.filter(({ type, id }) => type === 'project' && Number(id) !== shown.projectId)
  const hidden = await projectsHiddenFrom(
    ctx,
    projects.map(({ id }) => Number(id)),
  )
  const sops = subjects.flatMap(({ type, id }) => (type === 'sop' && Number(id) !== shown.sopId ? Number(id) : []))
  const visible = await visibleSopsAmong(ctx, sops)
  const isHidden = (type: string, id: number) =>
    (type === 'project' && hidden.has(id)) || (type === 'sop' && sops.includes(id) && !visible.has(id))
  const known: Names = (type, id) => (isHidden(type, Number(id)) ? undefined : names(type, id))
  return known
}

/** Ticks tell their times, so only people who see times of steps may read them (`features/steps/rows.ts`). */
function stepEntriesFor(ctx: Context, task: Subject): SQL {
  if (seesStepTimes(ctx, task)) return sql`true`
  return sql`(${auditLogs.action} not in ${STEP_TICKS} or ${auditLogs.userId} = ${ctx.viewer.id})`
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
export const readContractHistory = historyOf('contract', 'contract:manage', (ctx, id: number) =>
  contractFor(ctx, id, 'contract:read'),
)
export const readWageTypeHistory = historyOf('wage-type', 'payroll:manage', wageTypeFor)
