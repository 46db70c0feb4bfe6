import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, idAndName, page, personWithPicture, queryId, replyInstant } from './fields.ts'

/** A person, and whether they are on duty now. */
const PersonOnShift = z.object({
  ...personWithPicture.shape,
  department: z.nullable(idAndName),
  /** Since when they are on duty; null if they are not. */
  onDutySince: z.nullable(replyInstant),
  /** When they count as off duty unless they clock out before: they would have forgotten it. */
  onDutyUntil: z.nullable(replyInstant),
  /** Since when they are on a break; null if they are on none. A server of before does not say. */
  onBreakSince: z.optional(z.nullable(replyInstant)),
  /** The latest visible task that they have set to In Progress themselves. Null for people off duty. */
  doing: z.nullable(z.object({ id, title: z.string() })),
})
export type PersonOnShift = z.output<typeof PersonOnShift>

export const shiftApi = {
  people: endpoint({
    method: 'GET',
    path: '/shift/people',
    summary:
      'The active people of a department, or all one may see: those on duty first, then by name, 1,000 at a time',
    allow: 'duty:read',
    query: z.strictObject({ departmentId: z.optional(queryId), ...page }),
    reply: z.array(PersonOnShift),
    reads: ['duty', 'users', 'departments', 'tasks'],
  }),
}
