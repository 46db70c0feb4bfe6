import { msg } from '../../../shared/words/message.ts'
import { invalidFields } from '../../base/errors.ts'
import { peopleWhoSeeAmong } from '../../core/access/people.ts'
import type { Context } from '../../core/context.ts'
import type { tasks } from '../../db/tables/tasks.ts'

/**
 * Checks a comment's mentions. People mentioned already may stay, even if they cannot see the task now. Throws 400 at
 * each of the others who cannot see it.
 */
export async function checkMentions(
  ctx: Context,
  task: typeof tasks.$inferSelect,
  mentions: string[],
  already: readonly string[] = [],
) {
  const known = await peopleWhoSeeAmong(ctx, task, mentions)
  const faults = mentions.flatMap((id, at) =>
    known.has(id) || already.includes(id)
      ? []
      : [{ path: `mentions.${at}`, message: msg('This person cannot see the task') }],
  )
  if (faults.length > 0) throw invalidFields(faults)
}
