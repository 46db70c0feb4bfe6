import * as z from 'zod/mini'
import { rangeFields } from './analytics.ts'
import { FIGURE_PAGE, figureCursor, OccurrenceCounts, ProblemCounts } from './analytics-routines.ts'
import { HandoverCounts } from './analytics-shift.ts'
import { endpoint } from './endpoint.ts'
import { id, personWithPicture, queryId, queryInt, replyInstant } from './fields.ts'
import { causes } from './routines.ts'

/** The figures of a department on one page, beside the figures of the days before and of a year before. */

/** Rows of each list on the page. */
export const SHEET_ROWS = 5

/** A figure of the days of a query, of the days before, and of the same days a year before (`comparedWith`). */
const compared = <S extends z.ZodMiniType>(figure: S) => z.object({ now: figure, before: figure, yearBefore: figure })

export const MostMissed = z.object({
  /** Null for the occurrences of routines that are gone. */
  routineId: z.nullable(id),
  title: z.string(),
  missed: z.int(),
  /** Why it was missed most often. */
  cause: z.enum(causes),
})
export type MostMissed = z.output<typeof MostMissed>

export const PresenceHours = z.object({
  /** Presence within the days. A running session counts up to now. */
  hoursWorked: z.number(),
  /** People who were there. */
  people: z.int(),
})
export type PresenceHours = z.output<typeof PresenceHours>

export const AnalyticsSheet = z.object({
  problems: compared(ProblemCounts),
  routines: compared(OccurrenceCounts),
  handovers: compared(HandoverCounts),
  hours: compared(PresenceHours),
  /** The routines that were missed most, and the places with the most problems: 5 of each at most. */
  missed: z.array(MostMissed),
  places: z.array(
    z.object({
      place: z.string(),
      /** The code of its sign, which leads to its history; null without a sign. */
      code: z.nullable(z.string()),
      reported: z.int(),
      minutesToDone: z.nullable(z.int()),
    }),
  ),
})
export type AnalyticsSheet = z.output<typeof AnalyticsSheet>

/** Hours that a manager has added or corrected. */
export const CorrectedHours = z.object({
  id,
  person: personWithPicture,
  startTime: replyInstant,
  /** Null while they run. */
  endTime: z.nullable(replyInstant),
  correctedBy: z.string(),
  correctedAt: replyInstant,
  reason: z.nullable(z.string()),
})
export type CorrectedHours = z.output<typeof CorrectedHours>

export const analyticsSheetApi = {
  corrected: endpoint({
    method: 'GET',
    path: '/analytics/corrected-hours',
    summary: 'The hours of a period or of chosen dates that managers have added or corrected, the latest first',
    allow: 'clock:read-others',
    query: z.strictObject({
      ...rangeFields,
      departmentId: z.optional(queryId),
      after: z.optional(figureCursor),
      limit: z.optional(queryInt(1, FIGURE_PAGE)),
    }),
    reply: z.object({ hours: z.array(CorrectedHours), next: z.nullable(z.string()) }),
    reads: ['clock', 'users'],
  }),
  read: endpoint({
    method: 'GET',
    path: '/analytics/sheet',
    summary: 'Problems, routines, handovers and hours on one page, beside the days before and a year before',
    allow: 'analytics:read',
    query: z.strictObject({ ...rangeFields, departmentId: z.optional(queryId) }),
    reply: AnalyticsSheet,
    reads: ['tasks', 'routines', 'departments', 'duty', 'handovers', 'clock', 'places', 'users'],
  }),
}
