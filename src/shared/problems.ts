import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { description, id, oneOf, pathId, queryInt, replyInstant, requiredText, text, title } from './fields.ts'
import { photoId } from './photos.ts'
import { MAX_PLACE } from './task-kinds.ts'
import { priorities } from './task-status.ts'
import { Task } from './tasks.ts'
import { english } from './words/message.ts'

/** Problems: what somebody reports, and who takes it. A problem is a task of kind `problem`. */

/** Photos of one report. */
export const MAX_PROBLEM_PHOTOS = 10
/** One's own reports of one reply, newest first. */
export const REPORT_PAGE = 50
/** Characters of what somebody says who gives a task back. */
export const MAX_RELEASE_NOTE = 1_000

export const NewProblem = z.strictObject({
  title,
  departmentId: id,
  place: z.optional(z.nullable(text(MAX_PLACE))),
  description: z.optional(z.nullable(description)),
  photoIds: z.optional(
    z
      .array(photoId)
      .check(z.maxLength(MAX_PROBLEM_PHOTOS, english('At most {max} photos', { max: MAX_PROBLEM_PHOTOS }))),
  ),
  priority: z.optional(oneOf(priorities)),
})
export type NewProblem = z.output<typeof NewProblem>

/** `nobodyOnDuty`: nobody of its department is on the clock, so the next who clocks in there sees it first. */
export const ReportedProblem = z.extend(Task, { nobodyOnDuty: z.boolean() })
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
  /** One's own reports, whatever became of them. */
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

export const Place = z.object({
  id,
  name: z.string(),
  departmentId: z.nullable(id),
  /** The end of the address that its sign shows. */
  code: z.string(),
  createdAt: replyInstant,
})
export type Place = z.output<typeof Place>

const placeFields = {
  name: requiredText(MAX_PLACE, english('Name is required')),
  departmentId: z.nullable(id),
}
export const NewPlace = z.strictObject({ name: placeFields.name, departmentId: z.optional(placeFields.departmentId) })
export type NewPlace = z.output<typeof NewPlace>
/** Places of one deployment. */
export const MAX_PLACES = 2_000

const placeReads = ['places', 'departments'] as const
/** Short enough for a sign, long enough that nobody guesses one. */
export const placeCode = z.string().check(z.regex(/^[A-Za-z0-9_-]{8,32}$/))

export const placesApi = {
  list: endpoint({
    method: 'GET',
    path: '/places',
    summary: 'Places with signs, by name',
    allow: 'task:report',
    reply: z.object({ places: z.array(Place) }),
    reads: placeReads,
    cached: 'steady',
  }),
  /** What was typed before and has no sign, for suggestions. */
  typed: endpoint({
    method: 'GET',
    path: '/places/typed',
    summary: 'Places of the latest problems, most used first, and those with signs',
    allow: 'task:report',
    reply: z.object({ names: z.array(z.string()) }),
    reads: ['places', 'tasks'],
    cached: 'steady',
  }),
  byCode: endpoint({
    method: 'GET',
    path: '/places/code/:code',
    summary: 'The place of a sign, with the open tasks there that one may see',
    allow: 'task:report',
    params: { code: placeCode },
    reply: z.object({ place: Place, tasks: z.array(Task) }),
    reads: [...placeReads, ...reads],
  }),
  create: endpoint({
    method: 'POST',
    path: '/places',
    summary: 'Create a place with a code of its own',
    allow: 'place:manage',
    body: NewPlace,
    reply: Place,
    status: 201,
    changes: ['places'],
  }),
  update: endpoint({
    method: 'PUT',
    path: '/places/:id',
    summary: 'Change a place. Its code stays',
    allow: 'place:manage',
    params,
    body: z.partial(z.strictObject(placeFields)),
    reply: Place,
    changes: ['places'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/places/:id',
    summary: 'Delete a place. Its sign leads nowhere then',
    allow: 'place:manage',
    params,
    changes: ['places'],
  }),
}
