import { describe, expect, test } from 'vitest'
import { plainEnglish } from '../words/message.ts'
import { describeFault, readCronRule } from './cron-rule.ts'

const partsOf = (text: string) => {
  const { rule, fault } = readCronRule(text)
  if (!rule) throw new Error(plainEnglish(describeFault(fault)))
  return rule
}

describe('a rule', () => {
  test.each([
    ['0 9 * * *', { minute: [0], hour: [9], isHourly: false }],
    ['*/15 * * * *', { minute: [0, 15, 30, 45], isHourly: true }],
    ['0 */6 * * *', { hour: [0, 6, 12, 18], isHourly: true }],
    ['0 0-23 * * *', { isHourly: true }],
    ['0 8-18/2 * * *', { hour: [8, 10, 12, 14, 16, 18], isHourly: false }],
    ['5,50-55,5 9 * * *', { minute: [5, 50, 51, 52, 53, 54, 55] }],
    ['  0\t9   1  1 *  ', { minute: [0], hour: [9], day: [1], month: [1] }],
    ['007 09 01 02 03', { minute: [7], hour: [9], day: [1], month: [2], weekday: [3] }],
    ['0 9 * * 0', { weekday: [0] }],
    ['0 9 * * 7', { weekday: [0] }],
    ['0 9 * * 5-7', { weekday: [0, 5, 6] }],
    ['0 9 * * 0-7', { weekday: [0, 1, 2, 3, 4, 5, 6] }],
    ['0 9 * * sat-SUN', { weekday: [0, 6] }],
    ['0 9 * * Mon,wed,FRI', { weekday: [1, 3, 5] }],
    ['0 9 * * */2', { weekday: [0, 2, 4, 6] }],
    ['0 9 * jan-mar,Dec *', { month: [1, 2, 3, 12] }],
    ['0 9 */10 * *', { day: [1, 11, 21, 31] }],
    ['0 9 13 * 5', { needsBothDays: false }],
    ['0 9 */2 * 5', { needsBothDays: true }],
    // One match is enough, and one of them lists every value: every day.
    ['0 9 1-31 * mon', { needsBothDays: false, weekday: [0, 1, 2, 3, 4, 5, 6] }],
    ['0 9 1 2 0-6', { needsBothDays: false, day: Array.from({ length: 31 }, (_, at) => at + 1) }],
    ['0 9 5,* * mon', { needsBothDays: false, weekday: [0, 1, 2, 3, 4, 5, 6] }],
    ['0 9 *,5 * mon', { needsBothDays: true, weekday: [1] }],
    ['0 9 29 2 *', { day: [29], month: [2] }],
    ['0 9 31 4,5 *', { month: [4, 5] }],
    ['0 9 30 2 1', { needsBothDays: false }],
    ['0 9 L * *', { day: [], isLastDay: true }],
    ['0 9 15,l * *', { day: [15], isLastDay: true }],
    ['0 9 L 2 *', { day: [], isLastDay: true, month: [2] }],
    ['0 9 30,L 2 *', { day: [30], isLastDay: true }],
    ['0 9 L * mon', { needsBothDays: false, isLastDay: true }],
    ['0 9 1-31,L * *', { isLastDay: false }],
  ])('%s is read', (text, expected) => {
    expect(partsOf(text)).toMatchObject(expected)
  })

  test.each([
    ['', null, 'Needs five fields: minute hour day month weekday; this has none'],
    ['0 9 * *', null, 'Needs five fields: minute hour day month weekday; this has 4'],
    ['0 0 9 * * *', null, 'Needs five fields: minute hour day month weekday; this has 6'],
    ['@daily', null, 'Needs five fields: minute hour day month weekday; this has 1'],
    ['60 * * * *', 'minute', '60 is not between 0 and 59'],
    ['-1 * * * *', 'minute', '"" is not a number'],
    ['1.5 * * * *', 'minute', '"1.5" is not a number'],
    ['1e1 * * * *', 'minute', '"1e1" is not a number'],
    ['*/0 * * * *', 'minute', 'A step of 0 is not between 1 and 60'],
    ['*/61 * * * *', 'minute', 'A step of 61 is not between 1 and 60'],
    ['*/x * * * *', 'minute', '"x" is not a step'],
    ['5/15 * * * *', 'minute', '"5/15" needs a star or a range before the step, as */5 or 10-20/5'],
    ['*/5/5 * * * *', 'minute', '"*/5/5" has more than one step'],
    ['1,,2 * * * *', 'minute', 'Has an empty entry in its list'],
    ['0 24 * * *', 'hour', '24 is not between 0 and 23'],
    ['0 18-9 * * *', 'hour', '"18-9" runs backwards'],
    ['0 1-2-3 * * *', 'hour', '"1-2-3" is not a range'],
    ['0 ** * * *', 'hour', '"**" is not a number'],
    ['0 9 0 * *', 'day', '0 is not between 1 and 31'],
    ['0 9 32 * *', 'day', '32 is not between 1 and 31'],
    ['0 9 L-3 * *', 'day', '"L" is not a number'],
    ['0 9 L/2 * *', 'day', '"L/2" needs a star or a range before the step, as */5 or 10-20/5'],
    ['0 L * * *', 'hour', '"L" is not a number'],
    ['0 9 * L *', 'month', '"L" is not a number or a name'],
    ['0 9 15W * *', 'day', '"15W" is not a number'],
    ['0 9 ? * *', 'day', '"?" is not a number'],
    ['0 9 30 2 *', 'day', 'None of these months has this day'],
    ['0 9 31 apr,6,9,11 *', 'day', 'None of these months has this day'],
    ['0 9 * 13 *', 'month', '13 is not between 1 and 12'],
    ['0 9 * january *', 'month', '"january" is not a number or a name'],
    ['0 9 * * 8', 'weekday', '8 is not between 0 and 7'],
    ['0 9 * * fri#2', 'weekday', '"fri#2" is not a number or a name'],
    ['0 9 * * 5L', 'weekday', '"5L" is not a number or a name'],
    ['0 9 * * fri-mon', 'weekday', '"fri-mon" runs backwards'],
    [`0 9 * * ${'x'.repeat(300)}`, 'weekday', `"${'x'.repeat(20)}…" is not a number or a name`],
  ])('%s has a fault', (text, field, message) => {
    const { fault } = readCronRule(text)
    expect(fault && [fault.field, plainEnglish(fault.message)]).toEqual([field, message])
  })

  test('has a message that names the field', () => {
    const { fault } = readCronRule('0 9 * * 8')
    expect(fault && plainEnglish(describeFault(fault))).toBe('Weekday: 8 is not between 0 and 7')
  })
})
