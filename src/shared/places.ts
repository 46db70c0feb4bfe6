import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, pathId, queryInt, replyInstant, requiredText } from './fields.ts'
import { MAX_PLACE } from './task-kinds.ts'
import { Task } from './tasks.ts'
import { english } from './words/message.ts'

/** Places with signs. The sign of a place shows an address with the code of the place. */

const params = { id: pathId }
const reads = ['tasks', 'users', 'departments', 'projects'] as const

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
/** Places that one call creates. */
export const MAX_PLACES_PER_CALL = 500

const placeReads = ['places', 'departments'] as const
/** Tasks of one page of a place's history. */
export const HISTORY_PAGE = 30
/** Months of a place's figures, this one included. */
export const HISTORY_MONTHS = 12

export const PlaceHistory = z.object({
  /** Problems that were reported there within the last twelve months. */
  problems: z.object({
    reported: z.int(),
    done: z.int(),
    /** Medians in whole minutes from the report; null if nobody has taken one, or none is done. */
    minutesToTaken: z.nullable(z.int()),
    minutesToDone: z.nullable(z.int()),
  }),
  /** How many of them in each month, as "2026-11", the oldest first. */
  months: z.array(z.object({ month: z.string(), reported: z.int() })),
  /** Tasks of any status, newest first. */
  tasks: z.array(Task),
  /** The `before` of the next page. */
  next: z.nullable(id),
})
export type PlaceHistory = z.output<typeof PlaceHistory>

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
  /** Places without a sign that were typed before, for suggestions. */
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
  history: endpoint({
    method: 'GET',
    path: '/places/code/:code/history',
    summary: 'What was reported and done at a place, newest first, with the figures of twelve months',
    allow: 'analytics:read',
    params: { code: placeCode },
    query: z.strictObject({
      /** The `next` of the page before. */
      before: z.optional(queryInt(1, 2_147_483_647)),
    }),
    reply: PlaceHistory,
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
  createMany: endpoint({
    method: 'POST',
    path: '/places/many',
    summary: 'Create many places, each with a code of its own; all or none. A name that a place has already is refused',
    allow: 'place:manage',
    isLarge: true,
    body: z.strictObject({
      places: z
        .array(NewPlace)
        .check(
          z.minLength(1),
          z.maxLength(
            MAX_PLACES_PER_CALL,
            english('{max, plural, one {At most # place} other {At most # places}}', { max: MAX_PLACES_PER_CALL }),
          ),
        ),
    }),
    reply: z.object({ ids: z.array(id) }),
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
