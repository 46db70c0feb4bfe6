import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, type NotifyChoice, pathId, replyInstant, requiredText } from './fields.ts'
import type { Urgency } from './notifications.ts'
import type { Role } from './permissions.ts'
import { english } from './words/message.ts'

/** Web push: notifications on a device that does not show Muster. A device is a browser with a signed-in person. */

/** Why a notification rang on a device. All but the first reach a person off duty. */
export const deliveryReasons = ['on_duty', 'always', 'urgent', 'security', 'own_reminder', 'own_plan'] as const
export type DeliveryReason = (typeof deliveryReasons)[number]

/** When devices ring by default. Users of a department without a clock-in for 30 days count as `always`. */
export const usualNotify = (role: Role): NotifyChoice => (role === 'user' ? 'on_duty' : 'always')

/** Characters of the address of a push service. */
export const MAX_PUSH_ADDRESS = 1_000
const PUSH_KEY_BYTES = 87
const PUSH_AUTH_BYTES = 24
/** The latest time that a date can hold. */
const LAST_MOMENT = 8_640_000_000_000_000
const base64url = (max: number) =>
  z
    .string()
    .check(z.maxLength(max), z.regex(/^[A-Za-z0-9_-]+=*$/, english('Must be base64url, as the browser gives it')))

/** As `PushSubscription.toJSON()` gives it in the browser. */
export const NewSubscription = z.strictObject({
  endpoint: requiredText(MAX_PUSH_ADDRESS, english('The address is missing')),
  keys: z.strictObject({ p256dh: base64url(PUSH_KEY_BYTES + 1), auth: base64url(PUSH_AUTH_BYTES) }),
  /** In ms since 1970. It has no use: a push service says with an answer that a subscription has ended. */
  expirationTime: z.optional(z.nullable(z.number().check(z.minimum(0), z.maximum(LAST_MOMENT)))),
})
export type NewSubscription = z.output<typeof NewSubscription>

export const PushDevice = z.object({
  id,
  /** From the user agent: "Chrome on Android". */
  device: z.string(),
  createdAt: replyInstant,
  /** Since when pushes come back undelivered; null while they arrive. */
  asleepSince: z.nullable(replyInstant),
  /** Whether it is the browser of this request. */
  isCurrent: z.boolean(),
})
export type PushDevice = z.output<typeof PushDevice>

export const pushApi = {
  list: endpoint({
    method: 'GET',
    path: '/push-subscriptions',
    summary: "One's own devices that are told, and the key by which a browser subscribes",
    allow: 'notification:read',
    sessionOnly: true,
    reply: z.object({ publicKey: z.string(), devices: z.array(PushDevice) }),
    reads: ['push-devices', 'sessions'],
  }),
  subscribe: endpoint({
    method: 'POST',
    path: '/push-subscriptions',
    summary: 'Tell this device: it takes the place of the one of the same sign-in session',
    allow: 'notification:read',
    sessionOnly: true,
    limit: 'push',
    body: NewSubscription,
    reply: PushDevice,
    status: 201,
    changes: ['push-devices'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/push-subscriptions/:id',
    summary: 'Do not tell this device any more',
    allow: 'notification:read',
    sessionOnly: true,
    params: { id: pathId },
    changes: ['push-devices'],
  }),
  test: endpoint({
    method: 'POST',
    path: '/push-subscriptions/:id/test',
    summary: 'Send a test to one of the own devices',
    allow: 'notification:read',
    sessionOnly: true,
    limit: 'push',
    params: { id: pathId },
  }),
}

/**
 * A message to a device, as the browser gives it to the service worker: Declarative Web Push (W3C Push API). A browser
 * that knows it shows it even if the service worker is gone.
 */
export interface PushMessage {
  web_push: 8030
  notification: {
    title: string
    /** The full text; only if the administrator allows it (PUSH_CONTENT). */
    body?: string
    /** Where a tap leads. */
    navigate: string
    /** One for each notification: sent again, it takes the place of itself. */
    tag: string
    lang: string
    dir: 'ltr' | 'rtl'
    /** `notificationId` is null for a test. `type` is as in the list of notifications. */
    data: { notificationId: number | null; type: string; urgency: Urgency }
  }
  /** How many notifications the person has not read, up to a hundred. */
  app_badge: number
  /** The service worker sees it first. */
  mutable: true
}
