import * as z from 'zod/mini'

/** The body of every error reply. */
export const ErrorReply = z.object({
  message: z.string(),
  code: z.string(),
  issues: z.optional(z.array(z.object({ path: z.string(), message: z.string() }))),
  requestId: z.optional(z.string()),
})
export type ErrorReply = z.output<typeof ErrorReply>
