/** Reads holidays from a pasted list or an iCal file (RFC 5545): pure functions, for the preview in the browser. */

export interface ReadHoliday {
  /** As 2027-01-01. */
  date: string
  name: string
}
export interface ReadHolidays {
  holidays: ReadHoliday[]
  /** The lines of a list, or the events of a file, that are no holidays for Muster. */
  notUnderstood: string[]
}

/** Characters of a name. */
export const MAX_HOLIDAY_NAME = 100
/** Characters of a list or a file that are read. A national calendar of ten years has a tenth of that. */
export const MAX_HOLIDAYS_TEXT = 1_000_000
/** Lines and events that are named when they were not understood. */
const MAX_NAMED = 50
/** An event of more days is no holiday. */
const MAX_DAYS = 14
/** Characters of a line. Longer ones are no holidays, and would take the patterns below long. */
const MAX_LINE = 300
const DAY_MS = 86_400_000

/** The date of three numbers, if the calendar has it; null otherwise. */
function dateOf(year: string, month: string, day: string): string | null {
  const date = `${year.padStart(4, '0')}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const time = Date.parse(`${date}T00:00:00.000Z`)
  const exists = !Number.isNaN(time) && new Date(time).toISOString().startsWith(date)
  return exists && date >= '1970-01-01' && date < '3000-01-01' ? date : null
}

const LINE = /^(\d{1,4})([./-])(\d{1,2})[./-](\d{1,4})(?:[\s,;:|]|\.\s)\s*(\S.*)$/

/** A line as "2027-01-01 New Year", "1.1.2027 Neujahr" or "1/6/2027;Epiphany"; null for any other. */
function holidayOfLine(line: string, isMonthFirst: boolean): ReadHoliday | null {
  if (line.length > MAX_LINE) return null
  const [, first = '', sign = '', second = '', third = '', name = ''] = LINE.exec(line) ?? []
  if (name === '') return null
  const date =
    first.length === 4
      ? dateOf(first, second, third)
      : third.length !== 4
        ? null
        : isMonthFirst && sign === '/'
          ? dateOf(third, first, second)
          : dateOf(third, second, first)
  const shown = name.replace(/^[-–—:;,|\s"]+|["\s]+$/g, '')
  return date === null || shown === '' || shown.length > MAX_HOLIDAY_NAME ? null : { date, name: shown }
}

/**
 * Reads a pasted list, a holiday a line: a date with its year, then a name.
 *
 * @param isMonthFirst whether the reader writes 1/6/2027 for January 6
 */
export function readPastedHolidays(text: string, isMonthFirst: boolean): ReadHolidays {
  const lines = text
    .slice(0, MAX_HOLIDAYS_TEXT)
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
  return sorted(lines.map((line) => ({ from: line, found: present(holidayOfLine(line, isMonthFirst)) })))
}

const present = <T>(value: T | null) => (value === null ? [] : [value])

/** Whether a text is an iCal file. */
export const isIcal = (text: string) => /^\uFEFF?\s*BEGIN:VCALENDAR/i.test(text.slice(0, 100))

/** Reads the all-day events of an iCal file. Events with a rule or a time are named as not understood. */
export function readIcalHolidays(text: string): ReadHolidays {
  const read: Found[] = []
  let event: Map<string, string> | null = null
  let depth = 0
  for (const line of unfolded(text.slice(0, MAX_HOLIDAYS_TEXT))) {
    const colon = valueAt(line)
    if (colon === -1) continue
    const name = line.slice(0, colon).split(';', 1)[0]?.toUpperCase() ?? ''
    const value = line.slice(colon + 1)
    if (name === 'BEGIN') {
      if (event) depth += 1
      else if (value.toUpperCase() === 'VEVENT') event = new Map()
    } else if (name === 'END' && event) {
      if (depth > 0) depth -= 1
      else {
        read.push(foundIn(event))
        event = null
      }
    } else if (event && depth === 0 && !event.has(name)) event.set(name, value)
  }
  return sorted(read)
}

/** Lines that begin with a blank go on with the line before. */
function unfolded(text: string): string[] {
  const lines: string[][] = []
  for (const line of text.split(/\r\n|\r|\n/)) {
    const last = lines.at(-1)
    if (last && (line.startsWith(' ') || line.startsWith('\t'))) last.push(line.slice(1))
    else lines.push([line])
  }
  return lines.map((parts) => parts.join(''))
}

/** Where the colon before the value stands: outside of the quotes of parameters. -1 without one. */
function valueAt(line: string) {
  let isQuoted = false
  for (let at = 0; at < line.length; at++) {
    if (line[at] === '"') isQuoted = !isQuoted
    else if (line[at] === ':' && !isQuoted) return at
  }
  return -1
}

interface Found {
  /** How the line or the event is named if nothing was found in it. */
  from: string
  found: ReadHoliday[]
}

const escaped: Record<string, string> = { n: ' ', N: ' ' }

function foundIn(event: ReadonlyMap<string, string>): Found {
  const name = (event.get('SUMMARY') ?? '')
    .slice(0, 1_000)
    .replace(/\\(.)/g, (_, sign: string) => escaped[sign] ?? sign)
    .replace(/\s+/g, ' ')
    .trim()
  const start = event.get('DTSTART')?.trim() ?? ''
  const from = [start, name].filter(Boolean).join(' ') || 'VEVENT'
  const [first, end] = [dayOf(start), dayOf(event.get('DTEND')?.trim() ?? '')]
  const isRepeated = event.has('RRULE') || event.has('RDATE') || event.get('STATUS') === 'CANCELLED'
  if (!first || isRepeated || name === '' || name.length > MAX_HOLIDAY_NAME) return { from, found: [] }
  const days = end === null ? 1 : Math.max(1, Math.round((Date.parse(end) - Date.parse(first)) / DAY_MS))
  if (days > MAX_DAYS) return { from, found: [] }
  const dates = Array.from({ length: days }, (_, at) =>
    new Date(Date.parse(first) + at * DAY_MS).toISOString().slice(0, 10),
  )
  return { from, found: dates.map((date) => ({ date, name })) }
}

/** The date of a day as 20270101; null for an instant. */
function dayOf(value: string) {
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(value) ?? []
  return year && month && day ? dateOf(year, month, day) : null
}

/** By date, each date once, with the first of its names. */
function sorted(read: readonly Found[]): ReadHolidays {
  const byDate = new Map<string, ReadHoliday>()
  for (const holiday of read.flatMap(({ found }) => found))
    if (!byDate.has(holiday.date)) byDate.set(holiday.date, holiday)
  return {
    holidays: [...byDate.values()].sort((a, b) => (a.date < b.date ? -1 : 1)),
    notUnderstood: read
      .flatMap(({ from, found }) => (found.length === 0 ? [from.slice(0, 200)] : []))
      .slice(0, MAX_NAMED),
  }
}
