import { expect, test } from 'vitest'
import { lengthOf, movedTimes, stretchedTimes } from './stretch.ts'

const early = { start: '06:00', end: '14:00' }
const night = { start: '22:00', end: '06:00' }

test.each([
  [early, 'end', 15, '06:00–14:15'],
  [early, 'start', -15, '05:45–14:00'],
  [night, 'end', -15, '22:00–05:45'],
  [night, 'end', 120, '22:00–08:00'],
  // To the next quarter hour first.
  [{ start: '06:10', end: '14:00' }, 'start', 15, '06:15–14:00'],
  [{ start: '06:10', end: '14:00' }, 'start', -15, '06:00–14:00'],
  // Over midnight.
  [{ start: '16:00', end: '23:45' }, 'end', 15, '16:00–00:00'],
  // The shortest and the longest shift.
  [{ start: '06:00', end: '06:15' }, 'end', -15, null],
  [{ start: '06:00', end: '22:00' }, 'end', 15, null],
  // Its beginning stays in its day.
  [{ start: '00:00', end: '08:00' }, 'start', -15, null],
] as const)('%j with its %s moved by %i minutes is %s', (times, edge, minutes, expected) => {
  const found = stretchedTimes(times, edge, minutes)
  expect(found && `${found.start}–${found.end}`).toBe(expected)
})

test('a shift that is moved keeps its length', () => {
  expect(movedTimes(night, 90)).toEqual({ start: '23:30', end: '07:30' })
  expect(movedTimes(night, 120)).toBeNull()
  expect(movedTimes(early, -375)).toBeNull()
  expect(lengthOf(night)).toBe(480)
})
