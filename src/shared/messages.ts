import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, personWithPicture, replyInstant, requiredText, userId } from './fields.ts'
import { english } from './words/message.ts'

/** Short messages to people on duty, and urgent ones that also reach people off duty. */

export const MAX_MESSAGE = 500
export const MIN_REASON = 10
export const MAX_REASON = 500
/** People of one message. A larger department is addressed as a whole. */
export const MAX_ADDRESSEES = 200

const messageText = requiredText(MAX_MESSAGE, english('Write your message'))
const people = z
  .array(userId)
  .check(
    z.minLength(1, english('Choose somebody')),
    z.maxLength(
      MAX_ADDRESSEES,
      english('{max, plural, one {At most # person} other {At most # people}}', { max: MAX_ADDRESSEES }),
    ),
  )

/** A message names its people or a department. With both, or with neither, its recipients would not be clear. */
const eitherOf = (userIds: string[] | undefined, departmentId: number | undefined) =>
  (userIds === undefined) !== (departmentId === undefined)
const notClear = { path: ['userIds'], error: english('Choose either people or a department') }

/** To people, or to everybody on duty in a department. */
export const NewMessage = z
  .strictObject({ userIds: z.optional(people), onDutyIn: z.optional(id), text: messageText })
  .check(z.refine(({ userIds, onDutyIn }) => eitherOf(userIds, onDutyIn), notClear))
export type NewMessage = z.output<typeof NewMessage>

const reason = requiredText(MAX_REASON, english('Say why it cannot wait')).check(
  z.minLength(
    MIN_REASON,
    english(
      '{min, plural, one {Say why it cannot wait, in # character or more} other {Say why it cannot wait, in # characters or more}}',
      { min: MIN_REASON },
    ),
  ),
)
/** To people, or to everybody of a department, on duty or not. */
export const UrgentMessage = z
  .strictObject({ userIds: z.optional(people), departmentId: z.optional(id), text: messageText, reason })
  .check(z.refine(({ userIds, departmentId }) => eitherOf(userIds, departmentId), notClear))
export type UrgentMessage = z.output<typeof UrgentMessage>

/** A message that was sent, with everybody that it reached. */
export const SentMessage = z.object({
  id,
  text: z.string(),
  /** Why it could not wait; null for one that is not urgent. */
  reason: z.nullable(z.string()),
  createdAt: replyInstant,
  /** Its thread; null for a message to several people, who have it in a thread of two each. */
  threadId: z.nullable(id),
  /** `wasOnDuty`: whether the person was on duty then. */
  recipients: z.array(z.extend(personWithPicture, { wasOnDuty: z.boolean() })),
})
export type SentMessage = z.output<typeof SentMessage>

export const messagesApi = {
  send: endpoint({
    method: 'POST',
    path: '/messages',
    summary: 'Send a message to people on duty',
    allow: 'message:send',
    limit: 'message',
    body: NewMessage,
    reply: SentMessage,
    status: 201,
    changes: ['messages'],
  }),
  sendUrgent: endpoint({
    method: 'POST',
    path: '/messages/urgent',
    summary: 'Send a message that also reaches people off duty, with the reason why it cannot wait',
    allow: 'message:urgent',
    limit: 'urgent-message',
    body: UrgentMessage,
    reply: SentMessage,
    status: 201,
    changes: ['messages'],
  }),
}
