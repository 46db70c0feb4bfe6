import * as z from 'zod/mini'
import { id, idAndName, replyInstant, userId } from './fields.ts'

export const clockStatuses = ['active', 'completed'] as const

/** A break lasts at most so long without a question whether it is over. It is never ended by itself. */
export const LONG_BREAK_MINUTES = 120
/** Hours that ended so many days ago are settled: nobody is asked about them, and only managers change them. */
export const SETTLED_DAYS = 31
/** Whether hours are settled at a time in milliseconds. */
export const isSettled = ({ endTime }: { endTime: string | null }, now: number) =>
  endTime !== null && Date.parse(endTime) < now - SETTLED_DAYS * 24 * 3_600_000

export const Break = z.object({
  startTime: replyInstant,
  /** Null while the person is on the break. */
  endTime: z.nullable(replyInstant),
  /** Whether the break counts as paid time. */
  isPaid: z.boolean(),
  /** How long the person wanted to be away, for the lists of people on duty. */
  plannedMinutes: z.nullable(z.int()),
  /** Whether the device was offline when the break began or ended, and sent the time later. */
  startedOffline: z.boolean(),
  endedOffline: z.boolean(),
  /** When the person stated the break afterwards; null for one whose beginning the clock or a manager recorded. */
  statedAt: z.nullable(replyInstant),
})
export type Break = z.output<typeof Break>

export const ClockSession = z.object({
  id,
  userId,
  /** The person's department when the session began. */
  departmentId: z.nullable(id),
  startTime: replyInstant,
  endTime: z.nullable(replyInstant),
  /** Whole minutes, rounded down; null while it runs. */
  duration: z.nullable(z.int()),
  status: z.enum(clockStatuses),
  createdAt: replyInstant,
  updatedAt: replyInstant,
  department: z.nullable(idAndName),
  /** Whether the device was offline when the session began or ended, and sent the time later. */
  startedOffline: z.boolean(),
  endedOffline: z.boolean(),
  /** When the person said, in a session longer than `DUTY_HOURS`, that they are still there. */
  confirmedAt: z.nullable(replyInstant),
  /** When the person said afterwards when the shift had ended, because they had forgotten to clock out. */
  endStatedAt: z.nullable(replyInstant),
  /** When the person last stated a break afterwards. A server of before does not say. */
  breaksStatedAt: z.optional(z.nullable(replyInstant)),
  /** The session's breaks, earliest first. They do not overlap and lie within it. Absent from a server of before. */
  breaks: z.optional(z.array(Break)),
  /**
   * Whether it is longer than 16 hours, or its end or a break was stated afterwards, and no manager has corrected it
   * since.
   */
  needsReview: z.boolean(),
  /** The last correction by a manager, or the reason why a manager added the session. */
  correction: z.nullable(z.object({ reason: z.string(), at: replyInstant, by: z.string() })),
})
export type ClockSession = z.output<typeof ClockSession>
