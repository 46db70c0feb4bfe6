import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { description, id, oneOf, pathId, queryInt, text, title, userId } from './fields.ts'
import { photoId } from './photos.ts'
import { MAX_PLACE } from './task-kinds.ts'
import { priorities } from './task-status.ts'
import { Task } from './tasks.ts'
import { english } from './words/message.ts'

/** Problems: somebody reports one, and somebody takes it. A problem is a task of kind `problem`. */

/** Photos of one report. */
export const MAX_PROBLEM_PHOTOS = 10
/** One's own reports of one reply, newest first. */
export const REPORT_PAGE = 50
/** Characters of the note with which somebody gives a task back. */
export const MAX_RELEASE_NOTE = 1_000

export const NewProblem = z.strictObject({
  title,
  departmentId: id,
  place: z.optional(z.nullable(text(MAX_PLACE))),
  description: z.optional(z.nullable(description)),
  photoIds: z.optional(
    z
      .array(photoId)
      .check(
        z.maxLength(
          MAX_PROBLEM_PHOTOS,
          english('{max, plural, one {At most # photo} other {At most # photos}}', { max: MAX_PROBLEM_PHOTOS }),
        ),
      ),
  ),
  priority: z.optional(oneOf(priorities)),
})
export type NewProblem = z.output<typeof NewProblem>

/** Managers on duty elsewhere who are named at the end of a report. */
export const MAX_ON_DUTY_ELSEWHERE = 5

export const ReportedProblem = z.extend(Task, {
  /** Nobody of its department is on the clock, so the next person who clocks in there sees it first. */
  nobodyOnDuty: z.boolean(),
  /** Managers on duty in other departments, if nobody is on duty in its own. */
  onDutyElsewhere: z.array(
    z.object({ id: userId, firstName: z.string(), lastName: z.string(), department: z.nullable(z.string()) }),
  ),
})
export type ReportedProblem = z.output<typeof ReportedProblem>

const params = { id: pathId }
const reads = ['tasks', 'users', 'departments', 'projects'] as const

export const problemsApi = {
  report: endpoint({
    method: 'POST',
    path: '/problems',
    summary: 'Report a problem to a department',
    allow: 'task:report',
    limit: 'problem',
    body: NewProblem,
    reply: ReportedProblem,
    status: 201,
    changes: ['tasks'],
  }),
  /** One's own reports, with any outcome. */
  list: endpoint({
    method: 'GET',
    path: '/problems',
    summary: 'The problems that one has reported, newest first',
    allow: 'task:report',
    query: z.strictObject({
      /** The `next` of the page before. */
      before: z.optional(queryInt(1, 2_147_483_647)),
      limit: z.optional(queryInt(1, REPORT_PAGE)),
    }),
    reply: z.object({ problems: z.array(Task), next: z.nullable(id) }),
    reads,
    cached: 'moving',
  }),
  move: endpoint({
    method: 'PUT',
    path: '/problems/:id/department',
    summary: 'Send a problem to another department: for its reporter, who has it, and managers of its department',
    allow: 'task:report',
    limit: 'problem',
    params,
    body: z.strictObject({ departmentId: id }),
    reply: ReportedProblem,
    changes: ['tasks'],
  }),
  claim: endpoint({
    method: 'POST',
    path: '/tasks/:id/claim',
    summary: 'Take a task that nobody has. 409 `taken` with `assignee` when somebody was faster',
    allow: 'task:claim',
    limit: 'claim',
    params,
    reply: Task,
    status: 200,
    changes: ['tasks'],
  }),
  release: endpoint({
    method: 'POST',
    path: '/tasks/:id/release',
    summary: 'Give a task back, so that others can take it',
    allow: 'task:release',
    limit: 'claim',
    params,
    body: z.strictObject({ note: z.optional(text(MAX_RELEASE_NOTE)) }),
    reply: Task,
    status: 200,
    changes: ['tasks', 'comments'],
  }),
}
