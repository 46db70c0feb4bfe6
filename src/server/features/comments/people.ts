import type { commentsApi } from '../../../shared/comments.ts'
import type { Input } from '../../../shared/endpoint.ts'
import type { PersonWithPicture } from '../../../shared/fields.ts'
import { mustBeAllowed, taskFor } from '../../core/access/access.ts'
import { peopleWhoSee } from '../../core/access/people.ts'
import type { Context } from '../../core/context.ts'

/** People who can see a task, by name, for mentions. 404 for a hidden task, 403 without the right to comment. */
export async function listPeopleOfTask(
  ctx: Context,
  { params }: Input<typeof commentsApi.people>,
): Promise<{ people: PersonWithPicture[] }> {
  const task = await taskFor(ctx, params.id, 'task:read')
  mustBeAllowed(ctx, 'task:comment', task)
  return { people: await peopleWhoSee(ctx, task) }
}
