import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { date, id, personWithPicture, queryId, replyInstant } from './fields.ts'
import { deliveryReasons } from './push.ts'

/** Figures of shifts: whether items arrive, and how often people are reached off duty. */

/** The days of a reply at most, and those without `from`. */
export const MAX_SHIFT_DAYS = 366
export const DEFAULT_SHIFT_DAYS = 30
/** Items of one reply that nobody has received, the oldest first. */
export const MAX_WAITING_ITEMS = 10
/** Urgent messages of one reply, the newest first. */
export const MAX_URGENT_MESSAGES = 50

const counts = {
  /** Handed over within the days. */
  items: z.int(),
  received: z.int(),
  /** In time: within `RECEIVE_MINUTES` after the named person, or anybody of its department, could. */
  inTime: z.int(),
  /** Nobody has received it yet. */
  waiting: z.int(),
  /** The median, in whole minutes since somebody could, of those received; null without any. */
  minutesToReceipt: z.nullable(z.int()),
  questions: z.int(),
  answered: z.int(),
}
export const HandoverCounts = z.object(counts)
export type HandoverCounts = z.output<typeof HandoverCounts>

export const WaitingItem = z.object({
  id,
  /** The title of its task, or its text. */
  about: z.string(),
  giverName: z.string(),
  departmentName: z.nullable(z.string()),
  createdAt: replyInstant,
})
export type WaitingItem = z.output<typeof WaitingItem>

export const UrgentMessageSent = z.object({
  id,
  sender: personWithPicture,
  reason: z.string(),
  createdAt: replyInstant,
  /** The department to which it went as a whole. */
  departmentName: z.nullable(z.string()),
  recipients: z.int(),
  offDuty: z.int(),
})
export type UrgentMessageSent = z.output<typeof UrgentMessageSent>

export const ShiftFigures = z.object({
  /** The first and the last day. */
  from: z.string(),
  to: z.string(),
  handovers: HandoverCounts,
  departments: z.array(z.object({ departmentId: z.nullable(id), departmentName: z.string(), ...counts })),
  waiting: z.array(WaitingItem),
  /** Notifications that rang on devices of people off duty: by month ("2026-11") and reason, oldest first. */
  contacts: z.array(z.object({ month: z.string(), because: z.enum(deliveryReasons), contacts: z.int() })),
  urgent: z.object({ total: z.int(), messages: z.array(UrgentMessageSent) }),
})
export type ShiftFigures = z.output<typeof ShiftFigures>

export const analyticsShiftApi = {
  shift: endpoint({
    method: 'GET',
    path: '/analytics/shift',
    summary: 'Whether handovers arrive, how often people are reached off duty, and urgent messages, of up to 366 days',
    allow: 'analytics:read',
    query: z.strictObject({
      /** The first and the last day, in the deployment's time zone: by default the last 30 days. */
      from: z.optional(date),
      to: z.optional(date),
      departmentId: z.optional(queryId),
    }),
    reply: ShiftFigures,
    reads: ['handovers', 'tasks', 'users', 'departments', 'duty', 'notifications', 'messages'],
  }),
}
