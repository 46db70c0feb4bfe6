import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, pathId, replyInstant, requiredText } from './fields.ts'
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
