import { expect, test } from 'vitest'
import { describeRule } from './rule-in-words.ts'

test.each([
  ['0 9 * * *', 'At 09:00, every day'],
  ['0 9 * * 1-5', 'At 09:00, Monday through Friday'],
  ['0 9 * * 1', 'At 09:00, only on Monday'],
  ['0 9 1 * *', 'At 09:00, on day 1 of the month'],
  ['0 * * * *', 'Every hour, every day'],
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
])('%s reads "%s"', (rule, words) => {
  expect(describeRule(rule)).toBe(words)
})

test('a bad rule throws', () => {
  expect(() => describeRule('0 9 * *')).toThrow('Not a rule')
})
