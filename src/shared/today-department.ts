import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, idAndName, instant, personWithPicture, queryId, replyInstant } from './fields.ts'
import { PlannedToday } from './roster/day-shapes.ts'
import { causes } from './routines.ts'
import { ItemSection, TaskSection } from './today.ts'

/** The part of Today for managers: the problems of a department, its waiting work, and the people on duty. */

/** Items that each part shows. */
export const DEPARTMENT_ITEMS = 5
/** People of each list whose names the reply has. */
export const DEPARTMENT_PEOPLE = 12
/** Planned people of today whose names the reply has. */
export const DEPARTMENT_PLANNED = 40
/** Hours that it covers at most. */
export const DEPARTMENT_HOURS = 24

/** An occurrence of a routine that was missed. */
const RecentlyMissed = z.object({
  taskId: id,
  title: z.string(),
  /** Null for a routine that was deleted for good. */
  routineId: z.nullable(id),
  occurrenceAt: replyInstant,
  closedAt: replyInstant,
  cause: z.enum(causes),
  /** Null if anybody on duty in the department was expected. */
  assignee: z.nullable(personWithPicture),
})
export type RecentlyMissed = z.output<typeof RecentlyMissed>

const PersonHere = z.extend(personWithPicture, {
  /** When they clocked in. */
  since: replyInstant,
  onBreakSince: z.nullable(replyInstant),
})
export type PersonHere = z.output<typeof PersonHere>
const PeopleSection = z.object({ people: z.array(PersonHere), total: z.int() })

export const DepartmentToday = z.object({
  department: idAndName,
  /** When the server read this. A person who says "all clear" has read everything up to this time. */
  asOf: replyInstant,
  /** The `asOf` of the last "all clear", or `DEPARTMENT_HOURS` ago. Occurrences missed before it are not shown. */
  since: replyInstant,
  /** The last person who said "all clear", and when; null if nobody has. */
  allClear: z.nullable(z.object({ by: personWithPicture, at: replyInstant })),
  /** How many of the things below are newer than `since`. */
  unread: z.int(),
  missed: z.object({ items: z.array(RecentlyMissed), total: z.int() }),
  /** Problems that nobody has taken: those that cannot wait in front, then the oldest. */
  problems: TaskSection,
  /** Items of handovers that nobody has received, or that wait again. */
  handovers: ItemSection,
  /** Overdue tasks, without the problems above. */
  overdue: TaskSection,
  onDuty: PeopleSection,
  /** People who clocked in so long ago that they count as off duty, and did not clock out. */
  notClockedOut: PeopleSection,
  /** People who are to be there today by the published plan. Absent in a reply of an older server. */
  planned: z.optional(PlannedToday),
})
export type DepartmentToday = z.output<typeof DepartmentToday>

const reads = [
  'tasks',
  'users',
  'departments',
  'projects',
  'handovers',
  'duty',
  'clock',
  'all-clears',
  'roster',
] as const

export const todayDepartmentApi = {
  read: endpoint({
    method: 'GET',
    path: '/today/department',
    summary: 'What a manager reads first: what went wrong in a department, what waits there, and who is on duty',
    allow: 'department:review',
    query: z.strictObject({ departmentId: queryId }),
    reply: DepartmentToday,
    reads,
    cached: 'moving',
  }),
  allClear: endpoint({
    method: 'POST',
    path: '/today/department/all-clear',
    summary: 'Read it, all clear: remembers that the viewer has read everything of a department up to `asOf`',
    allow: 'department:review',
    // A person says that they have read it, no program.
    sessionOnly: true,
    body: z.strictObject({ departmentId: id, asOf: instant }),
    status: 204,
    changes: ['all-clears'],
  }),
}
