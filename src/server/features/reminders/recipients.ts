import type { Reminder } from '../../../shared/reminders.ts'
import { msg } from '../../../shared/words/message.ts'
import { invalid } from '../../base/errors.ts'
import { mustBeAllowed, roleMustBeAllowed } from '../../core/access/access.ts'
import { activePersonFor, departmentNamedFor } from '../../core/access/people.ts'
import type { Context } from '../../core/context.ts'

/**
 * Checks the recipients of a reminder: a person, a department's people or, with neither, everyone. Throws 403 when the
 * viewer may not remind them, 400 for both a person and a department, and for one that does not exist.
 */
export async function checkRecipients(
  ctx: Context,
  { userId, departmentId }: Pick<Reminder, 'userId' | 'departmentId'>,
) {
  if (userId !== null && departmentId !== null)
    throw invalid('departmentId', msg('A reminder is for a person or for a department, not for both'))
  if (userId === ctx.viewer.id) return mustBeAllowed(ctx, 'reminder:personal', { userId })
  if (userId !== null) {
    roleMustBeAllowed(ctx, 'reminder:personal-others')
    return mustBeAllowed(ctx, 'reminder:personal-others', await activePersonFor(ctx, userId, 'userId'))
  }
  if (departmentId === null) return mustBeAllowed(ctx, 'reminder:general', {})
  mustBeAllowed(ctx, 'reminder:department', { departmentId })
  await departmentNamedFor(ctx, departmentId, 'departmentId')
}
