import { Cron } from 'croner'
import { type CronField, type CronRule, listsAll, readCronRule } from './cron-rule.ts'

/**
 * When a recurring reminder fires next; the only file that knows croner. Times are those of the clock on the wall: one that
 * does not exist on the night the clocks go forward fires at the next existing minute, one that exists twice fires once; an
 * hourly rule fires each real hour (decisions, section 3).
 */

/** Beyond this year the API knows no time. */
const LAST = Date.UTC(3000, 0, 1)

/** The next `count` times after an instant; fewer where the rule, or time itself, has no more. */
export function occurrencesAfter(text: string, after: Date, timeZone: string, count: number): Date[] {
  const { rule, fault } = readCronRule(text)
  if (fault) throw new Error(`Not a rule: ${text}`)
  const cron = new Cron(patternOf(rule), {
    paused: true,
    timezone: timeZone,
    mode: '5-part',
    // Here a rule is hourly or fixed by its hours alone; `patternOf` writes it so that croner sees the same.
    fixedTimeRule: 'no-wildcard',
    domAndDow: rule.needsBothDays,
  })
  return cron.nextRuns(count, after).filter((time) => time.getTime() < LAST)
}

/** The next time after an instant; null when there is none. */
export const nextOccurrence = (text: string, after: Date, timeZone: string): Date | null =>
  occurrencesAfter(text, after, timeZone, 1)[0] ?? null

/** The rule in plain numbers: no names, ranges and steps, and no star that would make fixed times hourly ones. */
function patternOf({ minute, hour, day, month, weekday, isHourly }: CronRule) {
  const listOrStar = (field: CronField, values: number[]) => (listsAll(field, values) ? '*' : values.join())
  return [
    minute.join(),
    isHourly ? hourly(hour) : hour.join(),
    listOrStar('day', day),
    listOrStar('month', month),
    listOrStar('weekday', weekday),
  ].join(' ')
}

/** With a step among them, croner takes the hours for those of an hourly rule. */
const hourly = ([first, ...more]: number[]) => [`${first}-${first}/1`, ...more].join()
