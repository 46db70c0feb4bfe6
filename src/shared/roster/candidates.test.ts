import { expect, test } from 'vitest'
import { bestFirst, minutesOfWork, restsBeside } from './candidates.ts'
import type { Candidate } from './exchange-calls.ts'

const at = (text: string) => Date.parse(`2027-06-${text}:00.000Z`)
const piece = (from: string, to: string, breaks: { from: number; to: number; isPaid: boolean }[] = []) => ({
  ...{ from: at(from), to: at(to), breaks },
})
const shift = { startTime: '2027-06-08T06:00:00.000Z', endTime: '2027-06-08T14:00:00.000Z' }

test('rests lie between the shift and the work beside it', () => {
  expect(restsBeside(shift, [])).toEqual({ restBefore: null, restAfter: null })
  expect(
    restsBeside(shift, [piece('05T06:00', '05T14:00'), piece('07T14:00', '07T22:30'), piece('09T01:00', '09T08:00')]),
  ).toEqual({ restBefore: 450, restAfter: 660 })
  expect(restsBeside(shift, [piece('08T05:00', '08T07:00')])).toEqual({ restBefore: 0, restAfter: null })
})

test('minutes of work are those between two instants, without unpaid breaks', () => {
  const pause = { from: at('07T18:00'), to: at('07T18:30') }
  const work = [
    piece('07T14:00', '07T22:30', [
      { ...pause, isPaid: false },
      { ...pause, isPaid: true },
    ]),
  ]
  expect(minutesOfWork(work, at('07T00:00'), at('08T00:00'))).toBe(480)
  expect(minutesOfWork(work, at('07T18:15'), at('07T19:15'))).toBe(45)
  expect(minutesOfWork(work, at('08T00:00'), at('09T00:00'))).toBe(0)
})

test('the best come first', () => {
  const person = (name: string, fields: Partial<Candidate>): Candidate => ({
    user: { id: name, firstName: name, lastName: '', profileImageUrl: null },
    ...{ restBefore: null, restAfter: null, weekMinutes: 0, weekMinutesWith: 480, contractMinutes: null },
    ...{ whyNot: null, wantsExtraShifts: false, askedAt: null, declinedAt: null },
    ...fields,
  })
  const whyNot = { code: 'overlaps' as const, rule: null, value: null, limit: null, side: null }
  const sorted = bestFirst([
    person('busy', { whyNot, wantsExtraShifts: true }),
    person('said no', { declinedAt: '2027-06-01T08:00:00.000Z', wantsExtraShifts: true }),
    person('over', { contractMinutes: 2_400, weekMinutesWith: 2_640 }),
    person('tired', { contractMinutes: 2_400, weekMinutesWith: 2_160, restBefore: 660 }),
    person('rested', { contractMinutes: 2_400, weekMinutesWith: 2_160, restBefore: 900, restAfter: 1_000 }),
    person('without a contract', { weekMinutesWith: 960 }),
    person('willing', { contractMinutes: 2_400, weekMinutesWith: 2_640, wantsExtraShifts: true }),
  ])
  expect(sorted.map(({ user }) => user.firstName)).toEqual([
    ...['willing', 'rested', 'tired', 'over', 'without a contract', 'said no', 'busy'],
  ])
})
