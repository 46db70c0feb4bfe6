import { Cron } from 'croner'
import { type CronField, type CronRule, listsAll, readCronRule } from './cron-rule.ts'

/**
 * When a recurring reminder fires next. No other file uses croner. A rule names local time: a time that the change of
 * the clocks leaves out fires at the next existing minute, and one that occurs twice fires once. An hourly rule fires
 * each real hour.
 */

/** The API has no instants from this one on (milliseconds since 1970). */
const END_OF_TIME = Date.UTC(3000, 0, 1)

/**
 * The next `count` times of a rule after an instant, fewer if it has no more before the year 3000.
 *
 * @throws if the text is not a rule; the contract has checked it
 */
export function occurrencesAfter(text: string, after: Date, timeZone: string, count: number): Date[] {
  const { rule, fault } = readCronRule(text)
  if (fault) throw new Error(`Not a rule: ${text}`)
  const cron = new Cron(patternOf(rule), {
    paused: true,
    timezone: timeZone,
    mode: '5-part',
    // Whether a rule is hourly depends on its hours alone. `patternOf` writes it so that croner decides the same.
    fixedTimeRule: 'no-wildcard',
    domAndDow: rule.needsBothDays,
  })
  return cron.nextRuns(count, after).filter((time) => time.getTime() < END_OF_TIME)
}

/** The next time of a rule after an instant; null if there is none. Throws if the text is not a rule. */
export const nextOccurrence = (text: string, after: Date, timeZone: string): Date | null =>
  occurrencesAfter(text, after, timeZone, 1)[0] ?? null

/** The rule as lists of numbers, without names, ranges and steps. No star makes a rule of fixed times hourly. */
function patternOf({ minute, hour, day, isLastDay, month, weekday, isHourly }: CronRule) {
  const listOrStar = (field: CronField, values: number[]) => (listsAll(field, values) ? '*' : values.join())
  return [
    minute.join(),
    isHourly ? hourly(hour) : hour.join(),
    isLastDay ? [...day, 'L'].join() : listOrStar('day', day),
    listOrStar('month', month),
    listOrStar('weekday', weekday),
  ].join(' ')
}

/** The hours of an hourly rule. The step makes croner treat the rule as hourly. */
const hourly = ([first, ...more]: number[]) => [`${first}-${first}/1`, ...more].join()
