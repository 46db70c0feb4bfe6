import * as z from 'zod/mini'
import { userId } from './fields.ts'
import { secondSteps } from './second-step.ts'

/** The values in a message, for clients that say it in their own words. */
const params = z.optional(z.record(z.string(), z.union([z.string(), z.number()])))

/** The body of every error reply. Messages are in the reader's language. */
export const ErrorReply = z.object({
  message: z.string(),
  code: z.string(),
  params,
  issues: z.optional(
    z.array(
      z.object({
        path: z.string(),
        message: z.string(),
        /** The fault in a word, for clients, where the code of the reply does not say it all. */
        code: z.optional(z.string()),
        params,
      }),
    ),
  ),
  /** The person who has the task or shift that the call wanted to take: with 409 `taken`. */
  assignee: z.optional(z.object({ id: userId, firstName: z.string(), lastName: z.string() })),
  /** By which second steps the sign-in can go on: of 401 `second_step`, after a right password. */
  secondSteps: z.optional(z.array(z.enum(secondSteps))),
  requestId: z.optional(z.string()),
})
export type ErrorReply = z.output<typeof ErrorReply>
