import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { allSeen, date, id, pathId, replyInstant, requiredText } from './fields.ts'
import { MAX_HOLIDAY_NAME } from './read-holidays.ts'
import { english } from './words/message.ts'

/** Public holidays, and other days that the house keeps as such. */

/** Holidays of one deployment: ten years of a country with many. */
export const MAX_HOLIDAYS = 400

export const Holiday = z.object({ id, date: z.string(), name: z.string(), createdAt: replyInstant })
export type Holiday = z.output<typeof Holiday>

const name = requiredText(MAX_HOLIDAY_NAME, english('Name is required')).check(allSeen)
export const NewHoliday = z.strictObject({ date, name })
export type NewHoliday = z.output<typeof NewHoliday>

const params = { id: pathId }

export const holidaysApi = {
  list: endpoint({
    method: 'GET',
    path: '/holidays',
    summary: 'Holidays by date',
    allow: 'holiday:read',
    reply: z.object({ holidays: z.array(Holiday) }),
    reads: ['holidays'],
    cached: 'steady',
  }),
  create: endpoint({
    method: 'POST',
    path: '/holidays',
    summary: 'Add holidays, all or none. A date that is one already keeps its name',
    allow: 'holiday:manage',
    isLarge: true,
    body: z.strictObject({
      holidays: z
        .array(NewHoliday)
        .check(
          z.minLength(1, english('Name at least one holiday')),
          z.maxLength(
            MAX_HOLIDAYS,
            english('{max, plural, one {At most # holiday} other {At most # holidays}}', { max: MAX_HOLIDAYS }),
          ),
        ),
    }),
    /** How many were new. */
    reply: z.object({ added: z.int() }),
    status: 200,
    changes: ['holidays'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/holidays/:id',
    summary: 'Delete a holiday',
    allow: 'holiday:manage',
    params,
    changes: ['holidays'],
  }),
}
