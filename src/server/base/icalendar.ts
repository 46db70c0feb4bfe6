/** Writes calendars as RFC 5545 has them. */

/** An event, in the words that calendars show. */
export interface CalendarEvent {
  uid: string
  summary: string
  description?: string | undefined
  location?: string | undefined
  categories: string[]
  /** From 1, the highest, to 9. */
  priority?: number | undefined
  url?: string | undefined
  /** A day ("2026-11-20"), or from when to when as ISO 8601. */
  time: { day: string; next: string } | { from: string; to: string }
  createdAt: string
  updatedAt: string
  /** Higher after each change. */
  sequence: number
  /** Whether it is not sure yet. */
  isTentative?: boolean
  /** Whether its person is busy then. */
  isBusy?: boolean
}

const MAX_LINE_BYTES = 75
const encoder = new TextEncoder()

/** A calendar as text. `refreshMinutes`: how often programs should ask again. */
export function calendarText(name: string, refreshMinutes: number, events: CalendarEvent[]): string {
  const every = `PT${refreshMinutes}M`
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Muster//Tasks//EN',
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    `REFRESH-INTERVAL;VALUE=DURATION:${every}`,
    `X-PUBLISHED-TTL:${every}`,
    ...events.flatMap(linesOf),
    'END:VCALENDAR',
    '',
  ]
    .map(folded)
    .join('\r\n')
}

const linesOf = (event: CalendarEvent) => [
  'BEGIN:VEVENT',
  `UID:${event.uid}`,
  `DTSTAMP:${utc(event.updatedAt)}`,
  `CREATED:${utc(event.createdAt)}`,
  `LAST-MODIFIED:${utc(event.updatedAt)}`,
  `SEQUENCE:${event.sequence}`,
  ...timeLines(event.time),
  `SUMMARY:${escaped(event.summary)}`,
  ...(event.description ? [`DESCRIPTION:${escaped(event.description)}`] : []),
  ...(event.location ? [`LOCATION:${escaped(event.location)}`] : []),
  ...(event.categories.length > 0 ? [`CATEGORIES:${event.categories.map(escaped).join()}`] : []),
  ...(event.priority === undefined ? [] : [`PRIORITY:${event.priority}`]),
  `STATUS:${event.isTentative ? 'TENTATIVE' : 'CONFIRMED'}`,
  // A task does not make its person busy for others.
  `TRANSP:${event.isBusy ? 'OPAQUE' : 'TRANSPARENT'}`,
  ...(event.url ? [`URL:${event.url}`] : []),
  'END:VEVENT',
]

const timeLines = (time: CalendarEvent['time']) =>
  'day' in time
    ? [`DTSTART;VALUE=DATE:${time.day.replaceAll('-', '')}`, `DTEND;VALUE=DATE:${time.next.replaceAll('-', '')}`]
    : [`DTSTART:${utc(time.from)}`, `DTEND:${utc(time.to)}`]

/** "2026-11-20T17:30:00.000Z" as 20261120T173000Z. */
const utc = (iso: string) => `${iso.slice(0, 19).replace(/[-:]/g, '')}Z`

/** Characters that no value may hold: control characters but tab and line break. */
const FORBIDDEN = /(?![\t\n])\p{Cc}/gu

/** The text of a value: a comma, a semicolon, a backslash or a line break would mean something else. */
const escaped = (text: string) =>
  text
    .replace(/\r\n?/g, '\n')
    .replace(FORBIDDEN, '')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n')

/** A line of at most 75 bytes; the rest goes on in lines that begin with a space. No character is cut. */
function folded(line: string): string {
  if (line.length <= MAX_LINE_BYTES / 4 || encoder.encode(line).length <= MAX_LINE_BYTES) return line
  const lines = ['']
  let bytes = 0
  for (const character of line) {
    const size = encoder.encode(character).length
    if (bytes + size > MAX_LINE_BYTES) {
      lines.push(' ')
      bytes = 1
    }
    lines[lines.length - 1] += character
    bytes += size
  }
  return lines.join('\r\n')
}
