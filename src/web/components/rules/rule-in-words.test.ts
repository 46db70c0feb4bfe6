import { expect, test } from 'vitest'
import { readerOf } from '../../../../test/support/readers.ts'
import { describeRule } from './rule-in-words.ts'

const reader = readerOf('UTC')

test.each([
  ['0 9 * * *', 'Every day at 09:00'],
  ['0 9 * * 1-5', 'Monday to Friday at 09:00'],
  ['0 9 * * 1', 'Every Monday at 09:00'],
  ['0 9 1 * *', 'On day 1 of every month at 09:00'],
  ['0 * * * *', 'Every hour'],
  ['0 9 L * *', 'On the last day of every month at 09:00'],
  ['0 9 L 3,6,9,12 *', 'At 09:00, on the last day of the month, only in March, June, September, and December'],
  ['0 9 15,L * *', 'At 09:00, on day 15 and on the last day of the month'],
  ['0 9 1-5,L * *', 'At 09:00, on day 1 through 5 and on the last day of the month'],
  ['0 9 L * mon', 'At 09:00, on the last day of the month or on Monday'],
  ['0 9 1,L * 1-5', 'At 09:00, on day 1, on the last day of the month or on Monday through Friday'],
  ['0 9 L * */2', 'At 09:00, on the last day of the month, only on Tuesday, Thursday, Saturday, and Sunday'],
  ['*/15 8-17 * * sat,sun', 'Every 15 minutes, between 08:00 and 17:59, only on Saturday and Sunday'],
  // Day or weekday.
  ['0 9 1 * 1-5', 'At 09:00, on day 1 of the month or on Monday through Friday'],
  ['0 9 1 * 1', 'At 09:00, on day 1 of the month or on Monday'],
  ['0 9 1,15 3 mon,wed', 'At 09:00, on day 1 and 15 of the month or on Monday and Wednesday, only in March'],
  ['0 9 1-7 * fri-sun', 'At 09:00, between day 1 and 7 of the month or on Friday through Sunday'],
  ['0 9 1-5/2 * 1-5/2', 'At 09:00, on day 1, 3, and 5 of the month or on Monday, Wednesday, and Friday'],
  // Day or weekday, and one of them is every day.
  ['0 9 1 * 0-6', 'At 09:00, every day'],
  ['0 9 1-31 * mon', 'At 09:00, every day'],
  ['0 9 1-31 2 mon', 'At 09:00, every day, only in February'],
  // Day and weekday, as one begins with a star.
  ['0 9 */2 * 1', 'At 09:00, every 2 days in a month, only on Monday'],
  ['0 9 */2 * 1-5', 'At 09:00, every 2 days in a month, only on Monday through Friday'],
  ['0 9 5 * */2', 'At 09:00, on day 5 of the month, only on Tuesday, Thursday, Saturday, and Sunday'],
  ['0 9 */1 * 1', 'At 09:00, only on Monday'],
  // Minutes and hours.
  ['0 9,13,17 * * *', 'Every day at 09:00, 13:00 and 17:00'],
  ['1 * * * *', 'At 1 minute past the hour, every hour, every day'],
  ['0,15-20 9 * * *', 'At 0 and 15 through 20 minutes past the hour, at 09:00, every day'],
  ['5-10/2 * * * *', 'Every 2 minutes, minutes 5 through 10 past the hour, every hour, every day'],
  ['0-10 9 * * *', 'Every minute between 09:00 and 09:10, every day'],
  ['*/25 9 * * *', 'Every 25 minutes, at 0, 25, and 50 minutes past the hour, between 09:00 and 09:59, every day'],
  ['0 9-17/2 * * *', 'On the hour, every 2 hours, between 09:00 and 17:00, every day'],
  ['30 9-11,14 * * *', 'At 30 minutes past the hour, at 09:00 through 11:59 and 14:00, every day'],
  [
    '*/5,7 9 * * *',
    'At 0, 5, 7, 10, 15, 20, 25, 30, 35, 40, 45, 50, and 55 minutes past the hour, at 09:00, every day',
  ],
  // Days and months.
  ['0 9 1-20/5 * *', 'At 09:00, every 5 days in a month, between day 1 and 20 of the month'],
  [
    '0 9 1-7,15 jan-mar,6 *',
    'At 09:00, on day 1 through 7 and 15 of the month, only in January through March and June',
  ],
  ['0 9 1 1-9/3 *', 'At 09:00, on day 1 of the month, every 3 months, January through September'],
])('%s reads "%s"', (rule, words) => {
  expect(describeRule(rule, reader.i18n)).toBe(words)
})

test('times are written with the clock of the language', () => {
  expect(describeRule('30 17 * * *', readerOf('UTC', 'ar').i18n)).toContain('05:30 م')
})

test('a bad rule throws', () => {
  expect(() => describeRule('0 9 * *', reader.i18n)).toThrow('Not a rule')
})
