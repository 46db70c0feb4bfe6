import { describe, expect, test } from 'vitest'
import { boundsOf, weekOfDate } from '../time/time.ts'
import { workRulePresets } from '../work-rules.ts'
import { contractMinutesOf, isNight, nightsAndWeekends, plannedMinutesBetween } from './plan-figures.ts'
import { type PlannedWork, piecesOfPlan, planBreachFinder, type WorkedSession } from './plan-warnings.ts'
import { localReader, shiftSpanOf } from './shift-times.ts'

const zone = 'Europe/Berlin'
const shift = (date: string, start: string, end: string, breakMinutes = 0): PlannedWork => ({
  ...shiftSpanOf({ date, start, end }, zone),
  breakMinutes,
})
const at = (date: string, time: string) => Date.parse(shiftSpanOf({ date, start: time, end: '00:00' }, zone).startTime)
const session = (date: string, start: string, end: string | null): WorkedSession => {
  const { startTime, endTime } = shiftSpanOf({ date, start, end: end ?? start }, zone)
  return { startTime, endTime: end === null ? null : endTime }
}
const inZone = (time: number) => new Date(time).toISOString().slice(0, 16)

describe('the pieces of a plan', () => {
  const now = at('2026-12-10', '12:00')
  const spansOf = (sessions: WorkedSession[], shifts: PlannedWork[]) =>
    piecesOfPlan(sessions, shifts, now).map(({ from, to }) => [inZone(from), inZone(to)])

  test('are sessions of the past and shifts of the future: a shift that nobody worked is no work', () => {
    const shifts = [shift('2026-12-09', '06:00', '14:00'), shift('2026-12-11', '06:00', '14:00')]
    expect(spansOf([session('2026-12-09', '14:00', '22:00')], shifts)).toEqual([
      ['2026-12-09T13:00', '2026-12-09T21:00'],
      ['2026-12-11T05:00', '2026-12-11T13:00'],
    ])
  })

  test('have a running session to the end of the shift that it covers', () => {
    const [early, today] = [session('2026-12-10', '06:00', null), shift('2026-12-10', '06:00', '14:00')]
    expect(spansOf([early], [today])).toEqual([['2026-12-10T05:00', '2026-12-10T13:00']])
    expect(spansOf([early], [])).toEqual([['2026-12-10T05:00', '2026-12-10T11:00']])
    // The shift begins in an hour, and its person is here already.
    expect(spansOf([session('2026-12-10', '11:00', null)], [shift('2026-12-10', '13:00', '21:00')])).toEqual([
      ['2026-12-10T10:00', '2026-12-10T20:00'],
    ])
  })

  test('have it for at most 14 hours', () => {
    expect(spansOf([session('2026-12-10', '01:00', null)], [shift('2026-12-10', '11:00', '23:00')])).toEqual([
      ['2026-12-10T00:00', '2026-12-10T14:00'],
    ])
  })

  test('have the break of a shift in its middle, unpaid', () => {
    const [piece] = piecesOfPlan([], [shift('2026-12-11', '06:00', '14:00', 30)], now)
    expect(piece?.breaks.map(({ from, to, isPaid }) => [inZone(from), inZone(to), isPaid])).toEqual([
      ['2026-12-11T08:45', '2026-12-11T09:15', false],
    ])
  })
})

describe('the warnings of a plan', () => {
  const week = boundsOf(weekOfDate('2026-12-10', zone))
  const now = at('2026-12-10', '12:00')

  test('are about what was really worked and what is planned', () => {
    const breachesOf = planBreachFinder({ ...workRulePresets.none, restMinutes: 660 }, week, zone)
    const late = session('2026-12-09', '14:00', '23:50')
    const next = shift('2026-12-11', '06:00', '14:00')
    expect(breachesOf(piecesOfPlan([late], [next], now), null)).toEqual([])
    const worked = session('2026-12-10', '09:00', null)
    const [breach] = breachesOf(piecesOfPlan([worked], [shift('2026-12-10', '09:00', '23:00'), next], now), null)
    expect(breach).toMatchObject({ rule: 'restMinutes', value: 420, limit: 660 })
  })

  test('take the contract for the limit of a week where no rule has one', () => {
    const pieces = piecesOfPlan([], [shift('2026-12-11', '06:00', '14:00'), shift('2026-12-12', '06:00', '14:00')], now)
    const without = planBreachFinder(workRulePresets.none, week, zone)
    expect(without(pieces, null)).toEqual([])
    expect(without(pieces, 960)).toEqual([])
    expect(without(pieces, 900)).toMatchObject([{ rule: 'overtimeWeekMinutes', value: 960, limit: 900 }])
    const withRule = planBreachFinder({ ...workRulePresets.none, overtimeWeekMinutes: 2400 }, week, zone)
    expect(withRule(pieces, 900)).toEqual([])
  })
})

describe('the figures of a plan', () => {
  const { from, to } = boundsOf(weekOfDate('2026-12-10', zone))

  test('are paid minutes of the days: a night into the next week counts up to midnight', () => {
    expect(plannedMinutesBetween([shift('2026-12-10', '06:00', '14:00', 30)], from, to)).toBe(450)
    expect(plannedMinutesBetween([shift('2026-12-13', '22:00', '06:00')], from, to)).toBe(120)
  })

  test('take a seventh of the contract for each day', () => {
    const days = weekOfDate('2026-12-10', zone)
    expect(contractMinutesOf([], days)).toBeNull()
    expect(contractMinutesOf([{ from: '2026-01-05', weeklyMinutes: 2310 }], days)).toBe(2310)
    expect(contractMinutesOf([{ from: '2026-12-10', weeklyMinutes: 700 }], days)).toBe(400)
  })

  test.each([
    ['22:00', '06:00', true],
    ['20:00', '02:00', true],
    ['20:00', '01:59', false],
    ['03:00', '11:00', true],
    ['03:01', '11:00', false],
    ['06:00', '14:00', false],
  ])('a shift from %s to %s', (start, end, night) => expect(isNight({ start, end })).toBe(night))

  test('count the days of weekends on which a shift begins', () => {
    const shifts = [
      ...[shift('2026-12-11', '22:00', '06:00'), shift('2026-12-12', '06:00', '10:00')],
      ...[shift('2026-12-12', '12:00', '14:00'), shift('2026-12-13', '06:00', '14:00')],
    ]
    expect(nightsAndWeekends(shifts, localReader(zone))).toEqual({ nights: 1, weekendDays: 2 })
  })
})
