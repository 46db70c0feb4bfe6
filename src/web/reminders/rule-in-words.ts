import imported from 'cronstrue'
import { type CronField, listsAll, readCronRule } from '../../shared/cron-rule.ts'

/** Node and the bundler import the package's exports, Vitest its default export. */
const cronstrue = (imported as typeof imported & { default?: typeof imported }).default ?? imported

/** English for rules with a day and a weekday: "or" if one of them suffices, "only" if both must match. */
const { en } = cronstrue.locales
cronstrue.locales.either = Object.assign(Object.create(en as object), {
  commaAndOnX0: () => ' or on %s',
  commaAndX0ThroughX1: () => ' or on %s through %s',
})
cronstrue.locales.both = Object.assign(Object.create(en as object), {
  commaAndOnX0: () => ', only on %s',
  commaAndX0ThroughX1: () => ', only on %s through %s',
})

/** A good rule in words, as "At 09:00, Monday through Friday". Throws for any other. */
export function describeRule(text: string): string {
  const { rule } = readCronRule(text)
  if (!rule) throw new Error(`Not a rule: ${text}`)
  const [minute, hour, day = '', month] = text.trim().split(/\s+/)
  const listOrStar = (field: CronField, values: number[], list: string) => (listsAll(field, values) ? '*' : list)
  const days = rule.needsBothDays ? day : listOf(rule.day)
  // Sunday is the last day of the week, as in the words for a weekend.
  const weekdays = listOf(rule.weekday.map((weekday) => weekday || 7).sort((a, b) => a - b))
  const fields = [minute, hour, listOrStar('day', rule.day, days), month, listOrStar('weekday', rule.weekday, weekdays)]
  const locale = rule.needsBothDays ? 'both' : 'either'
  return cronstrue.toString(fields.join(' '), { use24HourTimeFormat: true, verbose: true, locale })
}

/** Values as a list with ranges, `1-5,7`. It has no steps, which the library would describe on their own. */
function listOf(values: number[]) {
  const runs: number[][] = []
  for (const value of values) {
    const run = runs.at(-1)
    if (run?.at(-1) === value - 1) run.push(value)
    else runs.push([value])
  }
  return runs.map((run) => (run.length > 2 ? `${run[0]}-${run.at(-1)}` : run.join())).join()
}
