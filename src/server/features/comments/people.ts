import type { commentsApi, PersonWithPicture } from '../../../shared/comments.ts'
import type { Input } from '../../../shared/endpoint.ts'
import { taskFor } from '../../core/access.ts'
import { peopleWhoSee } from '../../core/access-people.ts'
import type { Context } from '../../core/context.ts'

/** The people who can see a task, by name, for mentions. Throws 404 when the viewer may not see it. */
export async function listPeopleOfTask(
  ctx: Context,
  { params }: Input<typeof commentsApi.people>,
): Promise<{ people: PersonWithPicture[] }> {
  return { people: await peopleWhoSee(ctx, await taskFor(ctx, params.id, 'task:read')) }
}
