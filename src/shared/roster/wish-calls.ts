import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { id, userId } from '../fields.ts'
import { english } from '../words/message.ts'
import { NewWish, Wish } from './wish-shapes.ts'
import { MAX_WISHES } from './wishes.ts'

/** The calls about the wishes of people: when they would like to work, and when they cannot. */

const reply = z.object({ wishes: z.array(Wish) })
const atMost = english('{max, plural, one {At most # wish} other {At most # wishes}}', { max: MAX_WISHES })

export const wishCalls = {
  wishes: endpoint({
    method: 'GET',
    path: '/roster/wishes',
    summary: "One's own wishes about shifts, or those of a person that one plans. Past ones are left out",
    allow: 'roster:own',
    query: z.strictObject({ userId: z.optional(userId) }),
    reply,
    reads: ['shift-wishes'],
    cached: 'moving',
  }),
  saveWishes: endpoint({
    method: 'PUT',
    path: '/roster/wishes',
    summary:
      "Say all of one's wishes about shifts, or those of a person that one plans. Only they and planners see them",
    allow: 'roster:own',
    limit: 'shift-wish',
    body: z.strictObject({
      userId: z.optional(userId),
      wishes: z.array(NewWish).check(z.maxLength(MAX_WISHES, atMost)),
      /** The ids that the caller has read: 409 `edited_meanwhile` if there are others by now. */
      known: z.optional(z.array(id).check(z.maxLength(MAX_WISHES, atMost))),
    }),
    reply,
    changes: ['shift-wishes'],
  }),
}
