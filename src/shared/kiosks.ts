import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { allSeen, id, idAndName, pathId, replyInstant, requiredText } from './fields.ts'
import { Owned } from './owned.ts'
import { english } from './words/message.ts'

/** The kiosks of a house, for administrators: tablets at a door, at which people clock in and out. What a tablet calls itself is in `kiosk.ts`. */

export const MAX_KIOSKS = 200

const Kiosk = z.object({
  id,
  name: z.string(),
  /** Whose people it shows; null for everybody. */
  department: z.nullable(idAndName),
  ...Owned,
  /** Since when it shows nobody, because nobody took it over; null while it works. A server of before does not say. */
  pausedAt: z.optional(z.nullable(replyInstant)),
  createdAt: replyInstant,
  /** To within a minute; null before its first call. */
  lastSeenAt: z.nullable(replyInstant),
})
export type Kiosk = z.output<typeof Kiosk>

export const NewKiosk = z.strictObject({
  name: requiredText(100, english('Name is required'), english('Name too long')).check(allSeen),
  departmentId: z.nullable(id),
})

/** For how many minutes a code makes a tablet a kiosk. */
export const KIOSK_CODE_MINUTES = 10

export const kiosksApi = {
  list: endpoint({
    method: 'GET',
    path: '/kiosks',
    summary: 'The kiosks by name',
    allow: 'kiosk:manage',
    reply: z.array(Kiosk),
    reads: ['kiosks', 'departments', 'users'],
  }),
  create: endpoint({
    method: 'POST',
    path: '/kiosks',
    summary: 'Make this browser a kiosk: it gets the kiosk’s cookie, and its session ends',
    allow: 'kiosk:manage',
    proof: true,
    body: NewKiosk,
    reply: Kiosk,
    status: 201,
    cookie: 'cleared',
    changes: ['kiosks'],
  }),
  createCode: endpoint({
    method: 'POST',
    path: '/kiosks/codes',
    summary: 'Make a code with which another browser becomes a kiosk, once, within ten minutes',
    allow: 'kiosk:manage',
    proof: true,
    body: NewKiosk,
    reply: z.object({ code: z.string(), expiresAt: replyInstant }),
    status: 201,
  }),
  takeOver: endpoint({
    method: 'POST',
    path: '/kiosks/:id/owner',
    summary:
      'Take over a kiosk whose owner has left. If it paused for that, it goes on. 409 `has_owner` for another one',
    allow: 'kiosk:manage',
    proof: true,
    params: { id: pathId },
    reply: Kiosk,
    status: 200,
    changes: ['kiosks'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/kiosks/:id',
    summary: 'Revoke a kiosk: its tablet shows nobody any more, and whoever is at it is sent away',
    allow: 'kiosk:manage',
    params: { id: pathId },
    changes: ['kiosks'],
  }),
}
