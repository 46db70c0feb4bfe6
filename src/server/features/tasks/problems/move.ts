import type { Input } from '../../../../shared/endpoint.ts'
import type { problemsApi, ReportedProblem } from '../../../../shared/problems.ts'
import { departmentNamedFor } from '../../../core/access/people.ts'
import type { Context } from '../../../core/context.ts'
import { update } from '../../../core/write/write.ts'
import { tasks } from '../../../db/tables/tasks.ts'
import { problemToMoveFor } from './access.ts'
import { mustBeOpen } from './claim.ts'
import { followProblems } from './follow.ts'
import { givenBack } from './release.ts'
import { reported } from './report.ts'

/**
 * Sends a problem to another department and clears its assignee, because they belong to the old one. Throws 400 for a
 * department that does not exist, 409 when the problem is completed.
 */
export async function moveProblem(
  ctx: Context,
  { params, body: { departmentId } }: Input<typeof problemsApi.move>,
): Promise<ReportedProblem> {
  const problem = await problemToMoveFor(ctx, params.id)
  mustBeOpen(problem)
  if (departmentId === problem.departmentId) return reported(ctx, problem)
  await departmentNamedFor(ctx, departmentId, 'departmentId')
  const moved = await update(ctx, tasks, problem, { departmentId, ...givenBack(problem) }, 'move')
  await followProblems(ctx, [problem], [moved])
  return reported(ctx, moved)
}
