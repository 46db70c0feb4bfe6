import { describe, expect, test } from 'vitest'
import { diceOf } from '../../sample/story.ts'
import {
  defaultPayPeriods,
  nextPayPeriod,
  type PayPeriodRules,
  payPeriodKinds,
  payPeriodOf,
  previousPayPeriod,
  withPayPeriod,
} from './pay-periods.ts'
import { boundsOf, daysFromTo, daysLater } from './time/time.ts'

const seed = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))
const always = (kind: PayPeriodRules[0]['kind'], anchor: string | null = null): PayPeriodRules => [
  { kind, anchor, since: null },
]

describe('the pay period of a day', () => {
  test.each([
    ['month', null, '2026-11-28', '2026-11-01', '2026-11-30'],
    ['month', null, '2028-02-10', '2028-02-01', '2028-02-29'],
    ['month', null, '2026-12-31', '2026-12-01', '2026-12-31'],
    ['half-month', null, '2026-11-15', '2026-11-01', '2026-11-15'],
    ['half-month', null, '2026-11-16', '2026-11-16', '2026-11-30'],
    ['half-month', null, '2027-02-16', '2027-02-16', '2027-02-28'],
    ['week', null, '2026-11-29', '2026-11-23', '2026-11-29'],
    ['week', null, '2026-11-30', '2026-11-30', '2026-12-06'],
    ['two-weeks', '2026-11-25', '2026-11-25', '2026-11-25', '2026-12-08'],
    ['two-weeks', '2026-11-25', '2026-11-24', '2026-11-11', '2026-11-24'],
    ['two-weeks', '2030-01-02', '2026-11-24', '2026-11-11', '2026-11-24'],
  ] as const)('%s from %s: %s lies in %s to %s', (kind, anchor, day, start, end) => {
    expect(payPeriodOf(day, always(kind, anchor))).toEqual({ start, end })
  })

  test('the next and the previous one', () => {
    const period = payPeriodOf('2026-11-28', defaultPayPeriods)
    expect(nextPayPeriod(period, defaultPayPeriods)).toEqual({ start: '2026-12-01', end: '2026-12-31' })
    expect(previousPayPeriod(period, defaultPayPeriods)).toEqual({ start: '2026-10-01', end: '2026-10-31' })
  })

  test('has all of its hours where clocks change', () => {
    const { from, to } = boundsOf(daysFromTo('2026-10-01', '2026-10-31', 'Europe/Berlin'))
    expect((to - from) / 3_600_000).toBe(31 * 24 + 1)
    const week = payPeriodOf('2026-03-29', always('week'))
    const { from: monday, to: sunday } = boundsOf(daysFromTo(week.start, week.end, 'Europe/Berlin'))
    expect((sunday - monday) / 3_600_000).toBe(7 * 24 - 1)
  })
})

describe('a change of the pay period', () => {
  test('holds from the next period on', () => {
    const rules = withPayPeriod(defaultPayPeriods, { kind: 'week', anchor: null }, '2026-11-28', false)
    expect(payPeriodOf('2026-11-30', rules)).toEqual({ start: '2026-11-01', end: '2026-11-30' })
    // Tuesday, because the week would begin in the month before.
    expect(payPeriodOf('2026-12-01', rules)).toEqual({ start: '2026-12-01', end: '2026-12-06' })
    expect(payPeriodOf('2026-12-07', rules)).toEqual({ start: '2026-12-07', end: '2026-12-13' })
  })

  test('cuts a period short that would end after it', () => {
    const weeks = withPayPeriod(always('week'), { kind: 'month', anchor: null }, '2026-11-18', false)
    expect(payPeriodOf('2026-11-23', weeks)).toEqual({ start: '2026-11-23', end: '2026-11-30' })
    expect(payPeriodOf('2026-12-01', weeks)).toEqual({ start: '2026-12-01', end: '2026-12-31' })
  })

  test('holds for all days as long as nothing is approved', () => {
    const rules = withPayPeriod(defaultPayPeriods, { kind: 'two-weeks', anchor: '2026-11-02' }, '2026-11-28', true)
    expect(rules).toEqual([{ kind: 'two-weeks', anchor: '2026-11-02', since: null }])
  })

  test('is taken back before it holds', () => {
    const rules = withPayPeriod(defaultPayPeriods, { kind: 'week', anchor: null }, '2026-11-27', false)
    expect(withPayPeriod(rules, { kind: 'month', anchor: null }, '2026-11-28', false)).toEqual(defaultPayPeriods)
  })

  test('leaves no day out, and gives none to two periods', () => {
    const random = diceOf(seed).roll
    let rules = defaultPayPeriods
    let day = '2024-01-01'
    for (let change = 0; change < 40; change += 1) {
      const kind = payPeriodKinds[Math.floor(random() * payPeriodKinds.length)] ?? 'month'
      day = daysLater(day, Math.floor(random() * 40))
      rules = withPayPeriod(rules, { kind, anchor: daysLater('2026-11-02', Math.floor(random() * 14)) }, day, false)
    }
    let period = payPeriodOf('2023-12-20', rules)
    while (period.start < '2028-01-01') {
      for (let date = period.start; date <= period.end; date = daysLater(date, 1))
        expect(payPeriodOf(date, rules), `seed ${seed}, ${date}`).toEqual(period)
      const next = nextPayPeriod(period, rules)
      expect(next.start, `seed ${seed}`).toBe(daysLater(period.end, 1))
      expect(previousPayPeriod(next, rules), `seed ${seed}`).toEqual(period)
      period = next
    }
  })
})
