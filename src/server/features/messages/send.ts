import type { Input } from '../../../shared/endpoint.ts'
import type { messagesApi, SentMessage } from '../../../shared/messages.ts'
import { msg } from '../../../shared/words/message.ts'
import { conflict } from '../../base/errors.ts'
import type { Context } from '../../core/context.ts'
import { fullName } from '../notifications/notify.ts'
import { deliver } from './deliver.ts'
import { peopleNamed, peopleOfDepartment } from './recipients.ts'

/**
 * Sends a message to people on duty: to those named, or to everybody on duty in a department. Throws 400 with the names
 * of those who are not on duty, and 409 when nobody is.
 */
export async function sendMessage(ctx: Context, { body }: Input<typeof messagesApi.send>): Promise<SentMessage> {
  const { userIds = [], onDutyIn, text } = body
  if (onDutyIn === undefined) {
    const people = await peopleNamed(ctx, userIds, 'message:send', (person) =>
      person.wasOnDuty ? null : msg('{name} is not on duty', { name: fullName(person) }),
    )
    return deliver(ctx, { text, reason: null, departmentId: null }, people)
  }
  const everybody = await peopleOfDepartment(ctx, onDutyIn, 'message:send', 'onDutyIn')
  const people = everybody.filter(({ wasOnDuty }) => wasOnDuty)
  if (people.length === 0) throw conflict('nobody_on_duty', msg('Nobody else is on duty there now'))
  return deliver(ctx, { text, reason: null, departmentId: onDutyIn }, people)
}
