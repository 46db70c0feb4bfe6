import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { replyInstant } from './fields.ts'

/** The secret address by which a calendar reads the tasks of a person. docs/api.md describes it. */

const CalendarFeed = z.object({
  /** Since when the address works; null without one. */
  since: z.nullable(replyInstant),
  /** When a calendar last asked, to within an hour. */
  lastReadAt: z.nullable(replyInstant),
})
export type CalendarFeed = z.output<typeof CalendarFeed>

export const calendarApi = {
  get: endpoint({
    method: 'GET',
    path: '/calendar-address',
    summary: "Whether one's own tasks have a secret address for calendars",
    allow: 'token:own',
    reply: CalendarFeed,
    reads: ['sessions'],
  }),
  renew: endpoint({
    method: 'PUT',
    path: '/calendar-address',
    summary: 'Make a new secret address; the one before stops working. The reply holds it, this once',
    allow: 'token:own',
    proof: true,
    limit: 'token',
    reply: z.object({
      /** The path, to be put behind the address of Muster. */
      path: z.string(),
    }),
    status: 200,
    changes: ['sessions'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/calendar-address',
    summary: 'The secret address stops working',
    allow: 'token:own',
    changes: ['sessions'],
  }),
}
