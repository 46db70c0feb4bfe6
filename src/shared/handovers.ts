import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import {
  date,
  id,
  idAndName,
  instant,
  oneOf,
  pathId,
  personWithPicture,
  queryId,
  replyInstant,
  requiredText,
  text,
  userId,
} from './fields.ts'
import { english } from './words/message.ts'
import { MAX_SEARCH_LENGTH } from './words/search-length.ts'

/**
 * Handovers: one shift's messages to the next. An item is a task, a text, or both, with how much it matters and the
 * next step. It waits until somebody has received it.
 */

/** How much an item matters: keep an eye on it, do something, or do it at once. */
export const severities = ['watch', 'act', 'urgent'] as const
export type Severity = (typeof severities)[number]

/** Items of one handover. */
export const MAX_HANDOVER_ITEMS = 50
export const MAX_HANDOVER_NOTE = 4_000
export const MAX_HANDOVER_TEXT = 500
export const MAX_QUESTION = 500
/** Questions about one item. */
export const MAX_QUESTIONS = 20
/** An item that nobody has received so many minutes after somebody was on duty goes to the managers on duty. */
export const RECEIVE_MINUTES = 15
/** Handovers of one page of the log book. */
export const HANDOVER_PAGE = 50

const Question = z.object({
  id,
  asker: personWithPicture,
  question: z.string(),
  askedAt: replyInstant,
  answer: z.nullable(z.string()),
  /** The giver, or a manager who has answered. */
  answeredBy: z.nullable(personWithPicture),
  answeredAt: z.nullable(replyInstant),
})
export type Question = z.output<typeof Question>

export const HandoverItem = z.object({
  id,
  /** The person who hands it over, and when. */
  giver: personWithPicture,
  createdAt: replyInstant,
  /** The task's department, or the giver's if it is about no task; null: to managers. */
  department: z.nullable(idAndName),
  /** The task as it is called now; null for an item without one, and for a task that was deleted. */
  task: z.nullable(z.object({ id, title: z.string(), place: z.nullable(z.string()), status: z.string() })),
  text: z.nullable(z.string()),
  severity: z.enum(severities),
  /** The next step; empty if Muster wrote it: then somebody should look whether it is done. */
  next: z.string(),
  ifThen: z.nullable(z.string()),
  /** For this person alone; null: for everybody on duty in the department. */
  toUser: z.nullable(personWithPicture),
  receivedBy: z.nullable(personWithPicture),
  receivedAt: z.nullable(replyInstant),
  questions: z.array(Question),
  /** Its receiver has still to do it: it is about no task, and not done. */
  isHeld: z.boolean(),
  /** It waits again, because its receiver's shift has ended without it being done. */
  isReturned: z.boolean(),
  /** The words of others who handed over the same task, in lists where a task stands once. */
  also: z.array(
    z.object({
      id,
      giver: personWithPicture,
      createdAt: replyInstant,
      next: z.string(),
      ifThen: z.nullable(z.string()),
    }),
  ),
  /** Muster wrote it, because its giver forgot to clock out. */
  isForgotten: z.boolean(),
})
export type HandoverItem = z.output<typeof HandoverItem>

/** A handover with the items that the viewer may see. */
export const Handover = z.object({
  id,
  giver: personWithPicture,
  department: z.nullable(idAndName),
  /** Null for people who may see single items only. */
  note: z.nullable(z.string()),
  createdAt: replyInstant,
  items: z.array(HandoverItem),
})
export type Handover = z.output<typeof Handover>

const NewItem = z
  .strictObject({
    taskId: z.optional(z.nullable(id)),
    text: z.optional(z.nullable(requiredText(MAX_HANDOVER_TEXT, english('Say what it is about')))),
    severity: oneOf(severities),
    next: requiredText(MAX_HANDOVER_TEXT, english('Say what to do next')),
    ifThen: z.optional(z.nullable(text(MAX_HANDOVER_TEXT))),
    toUserId: z.optional(z.nullable(userId)),
    /** An item that the viewer has received and hands over again: it is off their hands with this. */
    fromItemId: z.optional(z.nullable(id)),
  })
  .check(
    z.refine(({ taskId, text }) => taskId != null || text != null, {
      path: ['text'],
      error: english('Say what it is about'),
    }),
  )

export const NewHandover = z
  .strictObject({
    note: z.optional(z.nullable(text(MAX_HANDOVER_NOTE))),
    items: z
      .array(NewItem)
      .check(
        z.maxLength(
          MAX_HANDOVER_ITEMS,
          english('{max, plural, one {At most # item} other {At most # items}}', { max: MAX_HANDOVER_ITEMS }),
        ),
      ),
    /** When it was written, if the device could not send it then: at most 12 hours ago. It counts for paid time. */
    at: z.optional(instant),
  })
  .check(
    z.refine(({ note, items }) => items.length > 0 || (note ?? '') !== '', {
      path: ['note'],
      error: english('Write a note or hand something over'),
    }),
  )
export type NewHandover = z.output<typeof NewHandover>

const params = { id: pathId }
const reads = ['handovers', 'tasks', 'users', 'departments', 'projects'] as const
/** Limited in number, because the log book keeps it for two years. */
const limit = 'handover'

export const handoversApi = {
  list: endpoint({
    method: 'GET',
    path: '/handovers',
    summary: 'The log book: handovers of a department, newest first',
    allow: 'handover:read',
    query: z.strictObject({
      departmentId: z.optional(queryId),
      /** The first and the last day, in the deployment's time zone. */
      from: z.optional(date),
      to: z.optional(date),
      /** Words that the note, an item, the title of its task or the name of the giver contains. */
      search: z.optional(text(MAX_SEARCH_LENGTH)),
      /** The `next` of the page before. */
      before: z.optional(queryId),
    }),
    reply: z.object({ handovers: z.array(Handover), next: z.nullable(id) }),
    reads,
  }),
  create: endpoint({
    method: 'POST',
    path: '/handovers',
    summary: 'Hand over: a note for the department, and what the next shift must know',
    allow: 'handover:write',
    limit,
    body: NewHandover,
    reply: Handover,
    status: 201,
    changes: ['handovers', 'clock'],
  }),
  receive: endpoint({
    method: 'POST',
    path: '/handover-items/:id/receive',
    summary:
      'Got it: one has received an item, and has its task unless it is done or somebody else has it. 409 `received` with `assignee`: who was faster',
    allow: 'handover:write',
    limit,
    params,
    reply: HandoverItem,
    status: 200,
    changes: ['handovers', 'tasks'],
  }),
  done: endpoint({
    method: 'POST',
    path: '/handover-items/:id/done',
    summary:
      'Done: by the person who has received an item without a task. 409 `has_task` for one about a task, which is done with it',
    allow: 'handover:write',
    limit,
    params,
    reply: HandoverItem,
    status: 200,
    changes: ['handovers'],
  }),
  ask: endpoint({
    method: 'POST',
    path: '/handover-items/:id/ask',
    summary: 'Ask about an item: the giver if on duty, else the managers on duty. 409 `too_many_questions` beyond 20',
    allow: 'handover:write',
    limit,
    params,
    body: z.strictObject({ question: requiredText(MAX_QUESTION, english('Write your question')) }),
    reply: HandoverItem,
    status: 201,
    changes: ['handovers'],
  }),
  answer: endpoint({
    method: 'POST',
    path: '/handover-items/:id/answer',
    summary:
      'Answer the latest open question about an item: its giver, or a manager who may see it. 409 `no_question` without one',
    allow: 'handover:write',
    limit,
    params,
    body: z.strictObject({ answer: requiredText(MAX_QUESTION, english('Write your answer')) }),
    reply: HandoverItem,
    status: 200,
    changes: ['handovers'],
  }),
}
