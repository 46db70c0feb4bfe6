import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { allSeen, id, idAndName, language, oneOf, pathId, replyInstant, requiredText, text, userId } from './fields.ts'
import { Owned } from './owned.ts'
import { pin } from './pin.ts'
import { statuses } from './task-status.ts'
import { Task } from './tasks.ts'
import { english } from './words/message.ts'

/**
 * Kiosks: tablets at a door, at which people clock in and out. Administrators call `kiosksApi`. A tablet calls
 * `kioskApi`, with its cookie and, once somebody has entered their PIN, with the pass of that person.
 */

export const MAX_KIOSKS = 200

const Kiosk = z.object({
  id,
  name: z.string(),
  /** The department that it shows; null for everybody. */
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

/** A pass ends this long after the last sign of life of its person, in seconds. */
export const PASS_SECONDS = 60
/** However often somebody touches the screen, their pass ends after so many minutes. */
export const MAX_PASS_MINUTES = 5
/** People that a kiosk lists; more are found by their names. */
export const MAX_KIOSK_PEOPLE = 500

/** Only fields that a passer-by may read. */
const KioskPerson = z.object({
  id: userId,
  firstName: z.string(),
  /** The initial with a full stop; the whole name if two people would look the same. */
  lastName: z.string(),
  isOnDuty: z.boolean(),
  /** Since when they are on a break; null if they are on none. A server of before does not say. */
  onBreakSince: z.optional(z.nullable(replyInstant)),
  hasPin: z.boolean(),
})
export type KioskPerson = z.output<typeof KioskPerson>

const KioskView = z.object({
  name: z.string(),
  /** The name of the department whose people it shows; null for everybody. */
  department: z.nullable(z.string()),
  organisation: z.nullable(z.string()),
  timeZone: z.string(),
  now: replyInstant,
  people: z.array(KioskPerson),
  /** Whether there are more people than the list has. */
  hasMore: z.boolean(),
})
export type KioskView = z.output<typeof KioskView>

const Pass = z.object({
  /** The bearer of the calls that the person makes. */
  pass: z.string(),
  firstName: z.string(),
  language,
  secondsLeft: z.int(),
})
export type Pass = z.output<typeof Pass>

export const kioskApi = {
  read: endpoint({
    method: 'GET',
    path: '/kiosk',
    summary: 'The kiosk of this browser, with the people who may clock in at it',
    allow: 'kiosk',
    query: z.strictObject({ search: z.optional(text(100)) }),
    reply: KioskView,
    reads: ['users', 'departments', 'duty'],
  }),
  setUp: endpoint({
    method: 'POST',
    path: '/kiosk/set-up',
    summary: 'Make this browser a kiosk with a code that an administrator has made',
    allow: 'anyone',
    body: z.strictObject({ code: requiredText(40, english('Enter the code')) }),
  }),
  enter: endpoint({
    method: 'POST',
    path: '/kiosk/passes',
    summary: 'Check the PIN of somebody at this kiosk; the reply holds their pass',
    allow: 'kiosk',
    body: z.strictObject({ userId, pin }),
    reply: Pass,
    status: 201,
  }),
  stay: endpoint({
    method: 'POST',
    path: '/kiosk/pass/renewal',
    summary: 'The person at the kiosk is still there; called with their pass',
    allow: 'clock:use',
    kiosk: true,
    reply: z.object({ secondsLeft: z.int() }),
    status: 200,
  }),
  setStatus: endpoint({
    method: 'PUT',
    path: '/tasks/:id/status',
    summary: 'Set only the status of a task, also by a person at a kiosk',
    allow: 'task:set-status',
    kiosk: true,
    limit: 'task-change',
    params: { id: pathId },
    /** `was` is the status that its sender has seen: 409 `edited_meanwhile` where another person's would be lost. */
    body: z.strictObject({ status: oneOf(statuses), was: oneOf(statuses) }),
    reply: Task,
    changes: ['tasks'],
  }),
  leave: endpoint({
    method: 'DELETE',
    path: '/kiosk/pass',
    summary: 'The person leaves the kiosk; called with their pass, which ends',
    allow: 'clock:use',
    kiosk: true,
  }),
}
