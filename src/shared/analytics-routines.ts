import * as z from 'zod/mini'
import { rangeFields } from './analytics.ts'
import { endpoint } from './endpoint.ts'
import { id, oneOf, queryId, queryInt, replyInstant, text, title } from './fields.ts'
import { type Cause, causes } from './routines.ts'
import { MAX_PLACE } from './task-kinds.ts'
import { statuses } from './task-status.ts'
import { english } from './words/message.ts'

/** Figures of routines, by when their occurrences opened, and of problems, by when people reported them. */

/** Routines of one reply, the worst first. */
export const MAX_ROUTINES_COMPARED = 100
/** Rows of one page of a list behind a figure. */
export const FIGURE_PAGE = 50
/** Places and kinds of problems of one reply, those with the most problems first. */
export const MAX_PLACES_COMPARED = 20
/** The problems that have been open for longest, of one reply. */
export const MAX_OLDEST_PROBLEMS = 10
/** Minutes after which a problem that nobody has taken counts as not taken. */
export const CLAIM_MINUTES = 10

const counts = {
  done: z.int(),
  late: z.int(),
  missed: z.int(),
  skipped: z.int(),
  /** Neither done nor closed yet. */
  open: z.int(),
}
export const OccurrenceCounts = z.object(counts)
export type OccurrenceCounts = z.output<typeof OccurrenceCounts>

/** The share that was done in time, of those that were done, done late or missed: from 0 to 1, or null without any. */
export function shareInTime({ done, late, missed }: Pick<OccurrenceCounts, 'done' | 'late' | 'missed'>) {
  const all = done + late + missed
  return all === 0 ? null : done / all
}

const department = { departmentId: z.nullable(id), departmentName: z.string() }

export const RoutineCounts = z.object({
  /** Null for the occurrences of routines that are gone. */
  routineId: z.nullable(id),
  title: z.string(),
  /** Whether it has been deleted, so that no page shows it. */
  isDeleted: z.boolean(),
  ...counts,
  /** Why it was missed most often; null if it was not. An older server does not say. */
  cause: z.optional(z.nullable(z.enum(causes))),
})
export type RoutineCounts = z.output<typeof RoutineCounts>

/** A key each, because the reply's writer leaves out keys that its schema does not name. */
const ofCause = {
  nobody_on_duty: z.int(),
  on_duty_not_taken: z.int(),
  taken_not_finished: z.int(),
  muster_was_down: z.int(),
} satisfies Record<Cause, unknown>

const weekday = { min: 1, max: 7 }
const hour = { min: 0, max: 23 }

/** The openings of one hour of the week, in the deployment's time zone. 1 is Monday. */
export const WeekHour = z.object({
  weekday: z.int(),
  hour: z.int(),
  missed: z.int(),
  /** All that opened then. */
  opened: z.int(),
})
export type WeekHour = z.output<typeof WeekHour>

export const RoutineFigures = z.object({
  /** Whether there are routines at all. */
  hasRoutines: z.boolean(),
  total: OccurrenceCounts,
  departments: z.array(z.object({ ...department, ...counts })),
  /** Those with the most missed occurrences first, then those with the most late ones. */
  routines: z.array(RoutineCounts),
  /** How many routines had occurrences; `routines` has no more than 100 of them. */
  routineCount: z.int(),
  /** The hours with openings, Monday first. */
  hours: z.array(WeekHour),
  /** How many were missed for each cause. */
  causes: z.object(ofCause),
})
export type RoutineFigures = z.output<typeof RoutineFigures>

export const MissedOccurrence = z.object({
  taskId: id,
  title: z.string(),
  departmentName: z.nullable(z.string()),
  /** The person who should have done it, or had taken it. */
  assigneeName: z.nullable(z.string()),
  occurrenceAt: replyInstant,
  closedAt: replyInstant,
  cause: z.enum(causes),
})
export type MissedOccurrence = z.output<typeof MissedOccurrence>

const durations = {
  reported: z.int(),
  taken: z.int(),
  done: z.int(),
  /** Nobody took or did them within `CLAIM_MINUTES`. */
  notTaken: z.int(),
  /** Medians, in whole minutes from the report, of those taken and those done; null without any. */
  minutesToTaken: z.nullable(z.int()),
  minutesToDone: z.nullable(z.int()),
}

export const ProblemCounts = z.object(durations)
export type ProblemCounts = z.output<typeof ProblemCounts>

export const ListedProblem = z.object({
  id,
  title: z.string(),
  place: z.nullable(z.string()),
  departmentName: z.nullable(z.string()),
  assigneeName: z.nullable(z.string()),
  status: z.enum(statuses),
  createdAt: replyInstant,
  takenAt: z.nullable(replyInstant),
  completedAt: z.nullable(replyInstant),
})
export type ListedProblem = z.output<typeof ListedProblem>

export const ProblemFigures = z.object({
  total: ProblemCounts,
  departments: z.array(z.object({ ...department, ...durations })),
  /** By the hour of the report, in the deployment's time zone; only hours with reports. */
  hours: z.array(z.object({ hour: z.int(), ...durations })),
  /** The places with the most problems, as people write them. An older server does not say. */
  places: z.optional(
    z.array(
      z.object({
        place: z.string(),
        /** The code of its sign, which leads to its history; null without a sign. */
        code: z.nullable(z.string()),
        ...durations,
      }),
    ),
  ),
  /** The kinds with the most problems: those that were reported in the same words. An older server does not say. */
  kinds: z.optional(z.array(z.object({ title: z.string(), ...durations }))),
  /** Open now, whenever they were reported. */
  open: z.int(),
  /** Open for longest, at most 10. */
  oldest: z.array(ListedProblem),
})
export type ProblemFigures = z.output<typeof ProblemFigures>

/** The problems behind a figure. `open` are those open now; the others were reported within the period. */
export const problemLists = ['reported', 'taken', 'done', 'not_taken', 'open'] as const
export type ProblemList = (typeof problemLists)[number]

/** Where a page ends: the time of its last row and its id. */
export const figureCursor = z
  .string()
  .check(z.maxLength(60), z.regex(/^\d{1,14}_[1-9]\d{0,9}$/, english('Must be the cursor of a page')))

const ofRange = { ...rangeFields, departmentId: z.optional(queryId) }
const pages = { after: z.optional(figureCursor), limit: z.optional(queryInt(1, FIGURE_PAGE)) }
const next = z.nullable(z.string())

export const analyticsRoutinesApi = {
  routines: endpoint({
    method: 'GET',
    path: '/analytics/routines',
    summary: 'What became of the occurrences of routines that opened within a period or chosen dates',
    allow: 'analytics:read',
    query: z.strictObject(ofRange),
    reply: RoutineFigures,
    reads: ['tasks', 'routines', 'departments', 'duty'],
  }),
  missed: endpoint({
    method: 'GET',
    path: '/analytics/missed-occurrences',
    summary: 'The missed occurrences behind a figure, the latest first',
    allow: 'analytics:read',
    query: z.strictObject({
      ...ofRange,
      ...pages,
      routineId: z.optional(queryId),
      cause: z.optional(oneOf(causes)),
      weekday: z.optional(queryInt(weekday.min, weekday.max)),
      hour: z.optional(queryInt(hour.min, hour.max)),
    }),
    reply: z.object({ occurrences: z.array(MissedOccurrence), next }),
    reads: ['tasks', 'users', 'departments', 'duty'],
  }),
  problems: endpoint({
    method: 'GET',
    path: '/analytics/problems',
    summary: 'How long people waited for problems that they reported within a period, and what is open now',
    allow: 'analytics:read',
    query: z.strictObject(ofRange),
    reply: ProblemFigures,
    reads: ['tasks', 'users', 'departments', 'places'],
  }),
  problemList: endpoint({
    method: 'GET',
    path: '/analytics/problem-list',
    summary: 'The problems behind a figure: open ones the oldest first, others the latest first',
    allow: 'analytics:read',
    query: z.strictObject({
      ...ofRange,
      ...pages,
      list: z.optional(oneOf(problemLists)),
      hour: z.optional(queryInt(hour.min, hour.max)),
      /** At this place only, written as it is here, in capitals or not. */
      place: z.optional(text(MAX_PLACE)),
      /** Reported in these words only. */
      title: z.optional(title),
    }),
    reply: z.object({ problems: z.array(ListedProblem), next }),
    reads: ['tasks', 'users', 'departments'],
  }),
}
