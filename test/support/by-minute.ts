/** Times on the wall, minute by minute: a second way to work out rules, without croner and our own code. */

export const MINUTE = 60_000
export const DAY = 1440 * MINUTE

export interface Minute {
  time: number
  /** The local time, as if it were UTC. */
  wall: number
}

/** Every real minute from an instant on, in milliseconds, up to another. */
export function minutesBetween(timeZone: string, from: number, to: number): Minute[] {
  const format = new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  return Array.from({ length: (to - from) / MINUTE }, (_, at) => {
    const time = from + at * MINUTE
    const [day = 0, month = 0, year = 0, hour = 0, minute = 0] = format.format(time).split(/\D+/).map(Number)
    return { time, wall: Date.UTC(year, month - 1, day, hour, minute) }
  })
}

const names = ['jan feb mar apr may jun jul aug sep oct nov dec', 'sun mon tue wed thu fri sat'].map((line) =>
  line.split(' '),
)

/** The values from `min` to `max` of a field such as `1-5/2,7` or `mon-fri`. */
export function valuesIn(field: string, min: number, max: number, words: string[] = [], from = 0) {
  const numberOf = (text: string) => (/^\d+$/.test(text) ? Number(text) : words.indexOf(text) + from)
  const isNamed = (value: number) =>
    field.split(',').some((part) => {
      const [range = '', step = '1'] = part.split('/')
      const [first = '', last = first] = range.split('-')
      const [begin, end] = range === '*' ? [min, max] : [numberOf(first), numberOf(last)]
      return value >= begin && value <= end && (value - begin) % Number(step) === 0
    })
  return new Set(Array.from({ length: max + 2 }, (_, value) => value).filter(isNamed))
}

/** Makes the test of whether a rule (day of month, month, weekday) means the day of a local time. */
export function dayMatcherOf(rule: string) {
  const [day = '', month = '', weekday = ''] = rule.split(' ')
  const hasLast = day.toLowerCase().split(',').includes('l')
  const [days, months] = [valuesIn(day, 1, 31), valuesIn(month, 1, 12, names[0], 1)]
  const weekdays = valuesIn(weekday, 0, 6, names[1])
  const isBoth = day.startsWith('*') || weekday.startsWith('*')
  return (wall: number) => {
    const shown = new Date(wall)
    const isLast = new Date(wall + DAY).getUTCDate() === 1
    const dayFits = days.has(shown.getUTCDate()) || (hasLast && isLast)
    const weekdayFits = weekdays.has(shown.getUTCDay()) || (shown.getUTCDay() === 0 && weekdays.has(7))
    return months.has(shown.getUTCMonth() + 1) && (isBoth ? dayFits && weekdayFits : dayFits || weekdayFits)
  }
}
