import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { replyInstant } from './fields.ts'
import { english, msg } from './words/message.ts'

/** The PIN by which people say at a kiosk that it is them. It opens nothing elsewhere. */

export const PIN_DIGITS = 6

const notSixDigits = english('{count, plural, one {A PIN has # digit} other {A PIN has # digits}}', {
  count: PIN_DIGITS,
})
export const pin = z.string().check(z.maxLength(PIN_DIGITS, notSixDigits), z.regex(/^\d{6}$/, notSixDigits))

/** The first tries of people who guess PINs, besides those that `isEasyPin` recognises. */
const POPULAR = new Set([
  ...['112233', '332211', '123321', '321123', '102030', '010203', '123654', '456123', '147258', '258369', '159753'],
  ...['147852', '789456', '741852', '963852', '520131', '142536'],
])

/**
 * Whether a PIN is among the first that somebody would try: one or two digits alone, a part that is repeated, a run of
 * equal steps such as 123456 or 975319, or a popular one.
 */
export function isEasyPin(digits: string): boolean {
  const values = [...digits].map(Number)
  const steps = values.slice(1).map((value, at) => (value - (values[at] ?? 0) + 10) % 10)
  const [half, third] = [digits.slice(0, 3), digits.slice(0, 2)]
  return (
    new Set(values).size <= 2 ||
    new Set(steps).size === 1 ||
    digits === half.repeat(2) ||
    digits === third.repeat(3) ||
    POPULAR.has(digits)
  )
}

/** The message for a PIN that is too easy. */
export const EASY_PIN = msg('This PIN is easy to guess. Choose another one.')

const PinState = z.object({
  /** Since when; null without one. */
  setAt: z.nullable(replyInstant),
})
export type PinState = z.output<typeof PinState>

const own = { allow: 'clock:use' } as const

export const pinApi = {
  get: endpoint({
    ...own,
    method: 'GET',
    path: '/auth/pin',
    summary: 'Whether one has a PIN',
    reply: PinState,
    reads: ['sessions'],
  }),
  set: endpoint({
    ...own,
    method: 'PUT',
    path: '/auth/pin',
    summary: 'Set or change one’s own PIN',
    proof: true,
    limit: 'password',
    body: z.strictObject({ pin }),
    reply: PinState,
    changes: ['sessions'],
  }),
  remove: endpoint({
    ...own,
    method: 'DELETE',
    path: '/auth/pin',
    summary: 'Remove one’s own PIN: no kiosk knows one any more',
    proof: true,
    limit: 'password',
    changes: ['sessions'],
  }),
}
