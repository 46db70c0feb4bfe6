import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { type CalendarEvent, calendarText } from './icalendar.ts'

const event: CalendarEvent = {
  ...{ uid: 'task-1@muster.example', summary: 'Towels', categories: [], priority: 5, sequence: 3 },
  time: { from: '2026-11-20T17:00:00.000Z', to: '2026-11-20T17:30:00.000Z' },
  ...{ createdAt: '2026-11-01T08:00:00.000Z', updatedAt: '2026-11-02T08:00:00.000Z' },
}
/** A calendar's reading of one event. */
function readBack(fields: Partial<CalendarEvent>) {
  const text = calendarText('Tasks', 30, [{ ...event, ...fields }])
  for (const line of text.split('\r\n')) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n\uFFFD]/)
  const [read] = new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent')
  if (!read) throw new Error('There is no event')
  return new ICAL.Event(read)
}

test.each([
  'Change 12; 14, and \\n 16',
  'Two\nlines, one; more',
  'ö'.repeat(200),
  '🧹'.repeat(60),
  'مرحبا '.repeat(40).trim(),
  `${'x'.repeat(66)}é${'y'.repeat(80)}`,
  'BEGIN:VEVENT\nSUMMARY:injected\nEND:VEVENT',
])('a text comes back as it was: %j', (text) => {
  expect(readBack({ summary: text, description: text, location: text })).toMatchObject({
    ...{ summary: text, description: text, location: text },
  })
})

test('line breaks of every kind are one, and signs that calendars refuse are left out', () => {
  expect(readBack({ summary: 'a\r\nb\rc\0\u001bd' }).summary).toBe('a\nb\ncd')
})

test('a time is in UTC, a day is a whole day', () => {
  const timed = readBack({})
  expect([timed.startDate.toString(), timed.endDate.toString()]).toEqual([
    '2026-11-20T17:00:00Z',
    '2026-11-20T17:30:00Z',
  ])
  const day = readBack({ time: { day: '2026-12-31', next: '2027-01-01' } })
  expect([day.startDate.isDate, day.startDate.toString(), day.endDate.toString()]).toEqual([
    true,
    '2026-12-31',
    '2027-01-01',
  ])
  expect([day.uid, day.sequence]).toEqual(['task-1@muster.example', 3])
})
