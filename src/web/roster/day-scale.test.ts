import { expect, test } from 'vitest'
import type { Routine } from '../../shared/routines.ts'
import { daysFromTo } from '../../shared/time/time.ts'
import { lanesOf, minutesOfDistance, placeOnScale, spanAfterMidnight, windowsOn } from './day-scale.ts'

test('spans stand by the minute, and end with the scale', () => {
  expect(placeOnScale({ from: 360, to: 900 })).toEqual({ insetInlineStart: '20%', width: '30%' })
  expect(placeOnScale({ from: 1_350, to: 2_000 })).toEqual({ insetInlineStart: '75%', width: '25%' })
})

test('a shift of the day before lies on the scale from midnight on', () => {
  expect(spanAfterMidnight({ start: '22:00', end: '06:00' })).toEqual({ from: 0, to: 360 })
  expect(spanAfterMidnight({ start: '16:00', end: '00:00' })).toBeUndefined()
  expect(spanAfterMidnight({ start: '06:00', end: '14:00' })).toBeUndefined()
})

test('distances are quarter hours', () => {
  expect(minutesOfDistance(10, 1_800)).toBe(15)
  expect(minutesOfDistance(7, 1_800)).toBe(0)
  expect(minutesOfDistance(-61, 1_800)).toBe(-60)
})

test('spans that overlap get lanes of their own', () => {
  const spans = [
    [0, 60],
    [30, 90],
    [60, 120],
    [80, 100],
  ].map(([from = 0, to = 0]) => ({ from, to }))
  expect(lanesOf(spans)).toEqual([0, 1, 0, 2])
})

test('windows of a day come from the rules of routines', () => {
  const [day] = daysFromTo('2026-12-07', '2026-12-07', 'Europe/Berlin')
  if (!day) throw new Error('There is no day')
  const routine = (id: number, fields: Partial<Routine>) =>
    ({
      ...{ id, title: `Routine ${id}`, isActive: true, days: '* * *', everyDays: null, from: null },
      ...{ opensAt: '06:00', dueAfterMinutes: 60, closesAfterMinutes: 90 },
      ...fields,
    }) as Routine
  const routines = [
    routine(1, { opensAt: '22:00', closesAfterMinutes: null }),
    routine(2, {}),
    routine(3, { days: '* * 2' }),
    routine(4, { isActive: false }),
  ]
  expect(windowsOn(routines, day, 'Europe/Berlin').map(({ routineId, from, to }) => [routineId, from, to])).toEqual([
    [2, 360, 450],
    [1, 1_320, 1_380],
  ])
})
