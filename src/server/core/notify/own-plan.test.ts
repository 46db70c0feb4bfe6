import { expect, test } from 'vitest'
import { whenOwnPlanIsDelivered } from './own-plan.ts'

const at = (time: string) => Date.parse(time)
const inBerlin = (
  kind: Parameters<typeof whenOwnPlanIsDelivered>[0]['kind'],
  now: string,
  { first = '2026-12-10T05:00:00.000Z', nextShift = null as string | null } = {},
) => {
  const times = { first: at(first), nextShift: nextShift === null ? null : at(nextShift), now: at(now) }
  const ring = whenOwnPlanIsDelivered({ kind, ...times }, 'Europe/Berlin')
  return typeof ring === 'number' ? new Date(ring).toISOString() : ring
}

test.each([
  // In Berlin 08:59, 09:00, 19:59 and 20:00.
  ['roster-published', '2026-12-01T07:59:00.000Z', '2026-12-01T08:00:00.000Z'],
  ['roster-published', '2026-12-01T08:00:00.000Z', 'now'],
  ['roster-changed', '2026-12-01T18:59:00.000Z', 'now'],
  ['roster-changed', '2026-12-01T19:00:00.000Z', '2026-12-02T08:00:00.000Z'],
  ['shift-taken-over', '2026-12-01T07:59:00.000Z', '2026-12-01T08:00:00.000Z'],
  ['shift-asked', '2026-12-01T05:59:00.000Z', '2026-12-01T06:00:00.000Z'],
  ['shift-asked', '2026-12-01T19:59:00.000Z', 'now'],
  ['shift-asked', '2026-12-01T20:00:00.000Z', '2026-12-02T06:00:00.000Z'],
  // The clocks go forward in the night.
  ['roster-published', '2027-03-27T22:00:00.000Z', '2027-03-28T07:00:00.000Z'],
  ['comment', '2026-12-01T08:00:00.000Z', null],
] as const)('%s at %s rings %s', (kind, now, ring) => {
  expect(inBerlin(kind, now, { first: '2027-04-10T05:00:00.000Z' })).toBe(ring)
})

test.each([
  ['2026-12-09T05:00:00.000Z', 'clock_in'],
  ['2026-12-09T05:00:01.000Z', 'now'],
  // The shift itself, and one after it.
  ['2026-12-10T05:00:00.000Z', 'now'],
  ['2026-12-12T05:00:00.000Z', 'now'],
  [null, 'now'],
])('with the next shift at %s it rings %s', (nextShift, ring) => {
  expect(inBerlin('roster-changed', '2026-12-01T10:00:00.000Z', { nextShift })).toBe(ring)
})
