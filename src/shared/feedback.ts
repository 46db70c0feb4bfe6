import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, pathId, queryId, queryInt, replyInstant, text, userId, wholeNumber } from './fields.ts'
import { english } from './words/message.ts'

export const MAX_COMMENT_LENGTH = 2000
/** The categories of the form, which the database has in English. The API accepts others too. */
export const feedbackCategories = [
  english('General'),
  english('Idea'),
  english('Something is broken'),
  english('Hard to use'),
  english('Praise'),
]

const rating = wholeNumber(1, 5, english('Choose one to five stars'))

export const NewFeedback = z.strictObject({
  rating,
  category: z.optional(z.nullable(text(100))),
  comment: z.optional(z.nullable(text(MAX_COMMENT_LENGTH))),
})
export type NewFeedback = z.output<typeof NewFeedback>

export const Feedback = z.object({
  id,
  rating: z.nullable(z.int()),
  category: z.nullable(z.string()),
  comment: z.nullable(z.string()),
  isVisible: z.boolean(),
  createdAt: replyInstant,
  user: z.object({ id: userId, firstName: z.string(), lastName: z.string(), email: z.nullable(z.string()) }),
})
export type Feedback = z.output<typeof Feedback>

export const FeedbackPage = z.object({
  feedback: z.array(Feedback),
  /** Of all matching feedback, not of this page alone. */
  total: z.int(),
  /** Of all matching feedback; null if there is none. */
  averageRating: z.nullable(z.number()),
  /** The `after` of the next page; null on the last page. */
  next: z.nullable(id),
})
export type FeedbackPage = z.output<typeof FeedbackPage>

export const feedbackApi = {
  list: endpoint({
    method: 'GET',
    path: '/feedback',
    summary: 'Feedback, newest first, in pages',
    allow: 'feedback:read',
    query: z.strictObject({
      visible: z.optional(z.enum(['true', 'false'])),
      limit: z.optional(queryInt(1, 200)),
      after: z.optional(queryId),
    }),
    reply: FeedbackPage,
    reads: ['feedback', 'users'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/feedback',
    summary: 'Send feedback',
    allow: 'feedback:create',
    limit: 'feedback',
    body: NewFeedback,
    reply: Feedback,
    status: 201,
    changes: ['feedback'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/feedback/:id',
    summary: 'Hide or show feedback',
    allow: 'feedback:hide',
    params: { id: pathId },
    body: z.strictObject({ isVisible: z.boolean() }),
    reply: Feedback,
    changes: ['feedback'],
  }),
}
