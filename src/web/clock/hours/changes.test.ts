import { expect, test } from 'vitest'
import { READ_AGAIN } from '../../live/task-changes.ts'
import { changePeriodHours } from './changes.ts'

const november = { period: { end: '2026-11-30' } }
const context = { timeZone: 'Europe/Berlin', viewerId: 'a', param: undefined }
const change = (startTime: string | null, correction: object | null = null) =>
  ({ resource: 'clock', id: 1, row: startTime && { startTime, correction } }) as never

test.each([
  ['began within the period', change('2026-11-30T22:59:00.000Z'), READ_AGAIN],
  ['began after it', change('2026-11-30T23:00:00.000Z'), november],
  ['was corrected, and may have begun earlier', change('2026-11-30T23:00:00.000Z', { reason: 'Late' }), READ_AGAIN],
  ['began long before', change('2026-10-01T08:00:00.000Z'), READ_AGAIN],
  ['is not to be seen', change(null), READ_AGAIN],
])('hours of a period, when a session %s', (_, each, after) => {
  expect(changePeriodHours(november, each, {}, context)).toBe(after)
})
