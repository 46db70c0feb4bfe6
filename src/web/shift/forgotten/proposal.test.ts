import { expect, test } from 'vitest'
import { endAt, proposedEnd } from './proposal.ts'

const span = (startTime: string, endTime: string | null = null) => ({
  startTime: `2026-11-${startTime}:00.000Z`,
  endTime: endTime && `2026-11-${endTime}:00.000Z`,
})
const NOW = Date.parse('2026-11-20T23:00:00.000Z')
const iso = (time: number) => new Date(time).toISOString()

test('the end is proposed as the person’s shifts usually are, to five minutes', () => {
  const earlier = [
    span('10T07:00', '10T15:32'),
    span('11T07:00', '11T13:00'),
    // With a break.
    span('12T13:00', '12T16:00'),
    span('12T07:00', '12T12:30'),
    // A moment and a forgotten one are no shifts.
    span('13T07:00', '13T07:10'),
    span('14T07:00', '14T23:59'),
  ]
  expect(iso(proposedEnd(span('20T06:58'), earlier, NOW))).toBe('2026-11-20T15:30:00.000Z')
})

test('without earlier shifts it is eight hours, and never later than the recorded end', () => {
  expect(iso(proposedEnd(span('20T07:00'), [], NOW))).toBe('2026-11-20T15:00:00.000Z')
  expect(iso(proposedEnd(span('20T07:00', '20T11:02'), [], NOW))).toBe('2026-11-20T11:00:00.000Z')
})

test('a time before the beginning is on the next day', () => {
  expect(endAt(span('20T07:00'), '15:30', 'Europe/Lisbon')).toBe('2026-11-20T15:30:00.000Z')
  expect(endAt(span('20T22:00'), '06:30', 'Europe/Lisbon')).toBe('2026-11-21T06:30:00.000Z')
  expect(endAt(span('20T23:30'), '06:30', 'Europe/Berlin')).toBe('2026-11-21T05:30:00.000Z')
})
