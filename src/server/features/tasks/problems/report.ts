import { eq, inArray } from 'drizzle-orm'
import type { Input } from '../../../../shared/endpoint.ts'
import { MAX_ON_DUTY_ELSEWHERE, type problemsApi, type ReportedProblem } from '../../../../shared/problems.ts'
import { mustBeAllowed } from '../../../core/access/access.ts'
import { departmentNamedFor } from '../../../core/access/people.ts'
import type { Context } from '../../../core/context.ts'
import { peopleOnDuty } from '../../../core/people/duty.ts'
import { addComment, checkPhotos } from '../../../core/tasks/comments.ts'
import { taskWithNames } from '../../../core/tasks/rows.ts'
import { searchColumns } from '../../../core/write/search-text.ts'
import { insert } from '../../../core/write/write.ts'
import { departments } from '../../../db/tables/departments.ts'
import { tasks } from '../../../db/tables/tasks.ts'
import { users } from '../../../db/tables/users.ts'
import { followProblems } from './follow.ts'

/**
 * Reports a problem to a department: an unassigned task. Everybody on duty there learns of it at once. Its photos
 * become the reporter's first comment. Throws 400 for a department that does not exist, and for photos that are not the
 * viewer's.
 */
export async function reportProblem(
  ctx: Context,
  { body }: Input<typeof problemsApi.report>,
): Promise<ReportedProblem> {
  const { title, departmentId, description = null, priority = 'medium' } = body
  mustBeAllowed(ctx, 'task:report', { departmentId })
  await departmentNamedFor(ctx, departmentId, 'departmentId')
  const photoIds = [...new Set(body.photoIds)]
  await checkPhotos(ctx, photoIds)
  const values = { title, description, priority, departmentId, place: body.place || null }
  const problem = await insert(ctx, tasks, {
    ...values,
    ...searchColumns(values),
    ...{ kind: 'problem', creatorId: ctx.viewer.id },
  })
  if (photoIds.length > 0) await addComment(ctx, problem.id, { photoIds })
  await followProblems(ctx, [], [problem])
  return reported(ctx, problem)
}

/** A problem as replies carry it, with whether anybody of its department is on duty, and else which managers are. */
export async function reported(
  ctx: Context,
  { id, departmentId }: Pick<typeof tasks.$inferSelect, 'id' | 'departmentId'>,
): Promise<ReportedProblem> {
  const people = departmentId === null ? [] : await peopleOnDuty(ctx, { departmentIds: [departmentId] })
  const nobodyOnDuty = people.length === 0
  const onDutyElsewhere = nobodyOnDuty ? await managersOnDuty(ctx) : []
  return { ...(await taskWithNames(ctx, id)), nobodyOnDuty, onDutyElsewhere }
}

/** Managers on duty anywhere, without the viewer. */
async function managersOnDuty(ctx: Context): Promise<ReportedProblem['onDutyElsewhere']> {
  const ids = (await peopleOnDuty(ctx, { from: 'manager' })).map(({ id }) => id).filter((id) => id !== ctx.viewer.id)
  if (ids.length === 0) return []
  return ctx.db
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName, department: departments.name })
    .from(users)
    .leftJoin(departments, eq(departments.id, users.departmentId))
    .where(inArray(users.id, ids))
    .orderBy(users.firstName, users.lastName, users.id)
    .limit(MAX_ON_DUTY_ELSEWHERE)
}
