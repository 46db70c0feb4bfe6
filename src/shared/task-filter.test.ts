import { expect, test } from 'vitest'
import { dueBounds } from './task-filter.ts'
import type { DueFilter } from './task-query.ts'
import { dateTimeIn } from './time/time.ts'

const timeZone = 'Europe/Lisbon'
/** A Saturday evening. In the night that follows, the clocks go back. */
const now = Date.parse('2026-10-24T21:00:00.000Z')

test.each<[DueFilter, from: string, to: string]>([
  ['yesterday', '2026-10-23', '2026-10-24'],
  ['today', '2026-10-24', '2026-10-25'],
  ['tomorrow', '2026-10-25', '2026-10-26'],
  ['day_after_tomorrow', '2026-10-26', '2026-10-27'],
  ['week', '2026-10-19', '2026-10-26'],
  ['next_week', '2026-10-26', '2026-11-02'],
])('%s lasts from midnight to midnight, also where the clocks change', (due, from, to) => {
  const bounds = dueBounds(due as Parameters<typeof dueBounds>[0], { now, timeZone })
  const wall = (time: number) => dateTimeIn(new Date(time).toISOString(), timeZone)
  expect([wall(bounds.from), wall(bounds.to)]).toMatchObject([
    { date: from, time: '00:00' },
    { date: to, time: '00:00' },
  ])
})
