import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { language, replyInstant, requiredText, text, userId } from './fields.ts'
import { pin } from './pin.ts'
import { english } from './words/message.ts'

/** What a kiosk calls: with its cookie, and, once somebody has entered their PIN, with the pass of that person. */

/** A pass ends this long after the last sign of life of its person, in seconds. */
export const PASS_SECONDS = 60
/** However often somebody touches the screen, their pass ends after so many minutes. */
export const MAX_PASS_MINUTES = 5
/** People that a kiosk lists; more are found by their names. */
export const MAX_KIOSK_PEOPLE = 500

/** No more than what somebody who passes by may read. */
const KioskPerson = z.object({
  id: userId,
  firstName: z.string(),
  /** The initial with a full stop; the whole name if two people would look the same. */
  lastName: z.string(),
  isOnDuty: z.boolean(),
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
  leave: endpoint({
    method: 'DELETE',
    path: '/kiosk/pass',
    summary: 'The person leaves the kiosk; called with their pass, which ends',
    allow: 'clock:use',
    kiosk: true,
  }),
}
