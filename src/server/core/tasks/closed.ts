import { msg } from '../../../shared/words/message.ts'
import { conflict } from '../../base/errors.ts'
import type { tasks } from '../../db/tables/tasks.ts'

/**
 * Throws 409 `closed` for a task that was missed or skipped, unless this was done while its window was open, by a
 * device that could not say so then: that still counts.
 *
 * @param doneAt when it was done; null if the change is of another kind
 */
export function mustHaveBeenOpen(
  { closedAt, closesAt, outcome }: Pick<typeof tasks.$inferSelect, 'closedAt' | 'closesAt' | 'outcome'>,
  doneAt: string | null,
) {
  if (closedAt === null) return
  if (outcome === 'skipped') throw conflict('closed', msg('This was skipped. Open it again first.'))
  if (doneAt === null || closesAt === null || doneAt > closesAt)
    throw conflict('closed', msg('The time for this is over. It was missed.'))
}
