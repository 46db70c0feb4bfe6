import { and, eq, sql } from 'drizzle-orm'
import { API_PREFIX } from '../../../../shared/api-prefix.ts'
import { type Input, pathOf } from '../../../../shared/endpoint.ts'
import { may } from '../../../../shared/permissions.ts'
import type { ProcedureOfTask, procedureApi } from '../../../../shared/procedure.ts'
import { sopsApi } from '../../../../shared/sops.ts'
import { taskFor } from '../../../core/access/access.ts'
import type { Context } from '../../../core/context.ts'
import { sopCompletions, sopReadings, sops, sopVersions } from '../../../db/tables/sops.ts'

const none: ProcedureOfTask = { procedure: null, canRead: false, changed: null }
const hidden = { version: null, revision: null, pages: null, fileUrl: null, updatedAt: null }

/**
 * The procedure of a task, at the task's page, and whether it has changed since the viewer last completed a task by it.
 * People who may not read the SOP learn its title. Throws 404 when the viewer may not see the task.
 */
export async function readProcedure(
  ctx: Context,
  { params }: Input<typeof procedureApi.get>,
): Promise<ProcedureOfTask> {
  const task = await taskFor(ctx, params.id, 'task:read')
  if (task.sopId === null) return none
  const found = await procedureWithViewer(ctx, task.sopId)
  if (!found) return none
  const { sop, pages, since, readAt } = found
  const { id, title, version, revision, updatedAt } = sop
  if (!may(ctx.viewer, 'sop:read', sop))
    return { procedure: { id, title, ...hidden, page: task.sopPage ?? 1 }, canRead: false, changed: null }
  const fileUrl = `${API_PREFIX}${pathOf(sopsApi.file, { id })}`
  // A newer file may have fewer pages than when the task was written.
  const page = Math.min(task.sopPage ?? 1, pages)
  const isChanged = since !== null && since < revision && readAt === null
  return {
    procedure: { id, title, version, revision, pages, page, fileUrl, updatedAt },
    canRead: true,
    changed: isChanged ? { since, changeNote: sop.changeNote } : null,
  }
}

/** An SOP, the revision by which the viewer has last completed a task, and when they have confirmed the current one. */
async function procedureWithViewer({ db, viewer }: Context, id: number) {
  const [found] = await db
    .select({ sop: sops, pages: sopVersions.pages, since: sopCompletions.revision, readAt: sopReadings.createdAt })
    .from(sops)
    .innerJoin(sopVersions, and(eq(sopVersions.sopId, sops.id), eq(sopVersions.revision, sops.revision)))
    .leftJoin(sopCompletions, and(eq(sopCompletions.sopId, sops.id), sql`${sopCompletions.userId} = ${viewer.id}`))
    .leftJoin(sopReadings, and(eq(sopReadings.sopVersionId, sopVersions.id), sql`${sopReadings.userId} = ${viewer.id}`))
    .where(eq(sops.id, id))
  return found
}
