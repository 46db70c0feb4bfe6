import type { Input } from '../../../shared/endpoint.ts'
import type { messagesApi, SentMessage } from '../../../shared/messages.ts'
import { msg } from '../../../shared/words/message.ts'
import { conflict } from '../../base/errors.ts'
import type { Context } from '../../core/context.ts'
import { deliver } from './deliver.ts'
import { peopleNamed, peopleOfDepartment } from './recipients.ts'

/**
 * Sends a message that cannot wait, with the reason: to those named, or to everybody of a department, on duty or not.
 * Throws 409 when nobody else belongs to the department.
 */
export async function sendUrgentMessage(
  ctx: Context,
  { body }: Input<typeof messagesApi.sendUrgent>,
): Promise<SentMessage> {
  const { userIds = [], departmentId, text, reason } = body
  if (departmentId === undefined) {
    const people = await peopleNamed(ctx, userIds, 'message:urgent')
    return deliver(ctx, { text, reason, departmentId: null }, people)
  }
  const people = await peopleOfDepartment(ctx, departmentId, 'message:urgent', 'departmentId')
  if (people.length === 0) throw conflict('nobody_there', msg('Nobody else belongs to this department'))
  return deliver(ctx, { text, reason, departmentId }, people)
}
