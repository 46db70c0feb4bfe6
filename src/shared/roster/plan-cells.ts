import { bareName, fold } from '../words/fold.ts'
import { type Message, msg } from '../words/message.ts'
import type { ShiftTemplate } from './shapes.ts'
import { MAX_SHIFT_MINUTES, MIN_SHIFT_MINUTES } from './shift-times.ts'

/** The shifts that a cell of a pasted plan names: pure functions. */

export interface ReadShift {
  start: string
  end: string
  breakMinutes: number
  title: string | null
  templateId: number | null
}

export type KnownTemplate = Pick<ShiftTemplate, 'id' | 'name' | 'start' | 'end' | 'breakMinutes'>

/** Characters of a cell that are looked at, and shifts of one. */
const MAX_CELL = 300
const MAX_IN_CELL = 6
/** Characters of a title. The contract has the same number (`MAX_SHIFT_TITLE`). */
const MAX_TITLE = 60
/** Letters of an abbreviated name of a template. */
const MAX_ABBREVIATION = 3
const MINUTES_OF_DAY = 24 * 60

/** Words for "does not work" in the ten languages, folded. */
const free = new Set(
  [
    ...['', '-', '--', '/', 'x', '0', 'off', 'day off', 'free', 'rest', 'do', 'frei', 'f', 'ruhetag'],
    ...['libre', 'descanso', 'repos', 'rh', 'conge', 'riposo', 'libero', 'r', 'wolne', 'w', 'dw'],
    ...['folga', 'descanso', 'izin', 'izinli', 'tatil', 'вихідний', 'вих', 'в', 'راحة', 'اجازة', 'عطلة'],
  ].map(fold),
)

const half = String.raw`([ap])\.?\s?m\.?`
const time = String.raw`(\d{1,2})(?:[:.h]?(\d{2}))?\s{0,2}(?:${half}|uhr|h)?`
const SPAN = new RegExp(
  String.raw`^(.*?)(?<!\d)${time}\s{0,2}(?:-|to|bis|till|hasta|until|à|a|do|до|até|ate)\s{0,2}${time}(?!\d)(.*)$`,
  'iu',
)

/** Dashes and digits of other scripts as plain ones. The case of letters stays, for titles. */
const plain = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/[\p{Pd}−]/gu, '-')
    .replace(/[٠-٩۰-۹]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf))

/** "06:30" of an hour and a minute as they were written; undefined if there is no such time. */
function timeOf(hour = '', minute = '0', half: string | undefined): string | undefined {
  const [h, m] = [Number(hour), Number(minute)]
  if (m > 59 || h > 24 || (h === 24 && m > 0) || (half && (h < 1 || h > 12))) return undefined
  const of24 = half ? (h % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : h % 24
  return `${String(of24).padStart(2, '0')}:${String(m).padStart(2, '0')}`
}

const minuteOf = (at: string) => Number(at.slice(0, 2)) * 60 + Number(at.slice(3))

const quoted = (text: string) => (text.length > 40 ? `${text.slice(0, 40)}…` : text)

/**
 * Makes the function that reads a cell: times as "06:00-14:30", "6–14.30" or "10pm-6am", perhaps with a title; names of
 * templates, or their first letters; and words for a free day. Several shifts stand on lines, or are parted by signs.
 */
export function cellReader(templates: readonly KnownTemplate[]) {
  const named = templates.map((template) => ({ template, name: bareName(template.name) }))

  function templateOf(text: string): { template: KnownTemplate } | { fault: Message } | undefined {
    const bare = bareName(text)
    const whole = named.find(({ name }) => name === bare)
    if (whole) return whole
    if (bare === '' || bare.length > MAX_ABBREVIATION) return undefined
    const [found, other] = named.filter(({ name }) => name.startsWith(bare))
    if (found && other)
      return {
        fault: msg('"{text}" may be {first} or {second}', {
          ...{ text: quoted(text), first: found.template.name, second: other.template.name },
        }),
      }
    return found
  }

  function readPart(text: string): { shift: ReadShift } | { fault: Message } | null {
    const found = SPAN.exec(text)
    if (!found) {
      if (free.has(fold(text))) return null
      const template = templateOf(text)
      if (template && 'fault' in template) return template
      if (!template) return { fault: msg('"{text}" is neither times nor a template', { text: quoted(text) }) }
      const { id: templateId, start, end, breakMinutes } = template.template
      return { shift: { start, end, breakMinutes, title: null, templateId } }
    }
    const [, before = '', hour, minute, firstHalf, endHour, endMinute, endHalf, behind = ''] = found
    const [start, end] = [timeOf(hour, minute, firstHalf), timeOf(endHour, endMinute, endHalf)]
    if (start === undefined || end === undefined)
      return { fault: msg('"{text}" is not a time of day', { text: quoted(text) }) }
    const title = `${before} ${behind}`.replace(/^[\s,:()-]+|[\s,:()-]+$/g, '').replace(/\s+/g, ' ')
    if (/\d\s*[:-]\s*\d/.test(title) || title.length > MAX_TITLE)
      return { fault: msg('"{text}" is more than one time. Put each on a line of its own.', { text: quoted(text) }) }
    const length = (minuteOf(end) - minuteOf(start) + MINUTES_OF_DAY) % MINUTES_OF_DAY || MINUTES_OF_DAY
    if (length < MIN_SHIFT_MINUTES || length > MAX_SHIFT_MINUTES)
      return {
        fault: msg('"{text}" is shorter than 15 minutes, or longer than 16 hours', { text: quoted(text) }),
      }
    const byTimes = templates.filter((each) => each.start === start && each.end === end)
    const byTitle = title === '' ? undefined : byTimes.find(({ name }) => bareName(name) === bareName(title))
    const template = byTitle ?? (byTimes.length === 1 ? byTimes[0] : undefined)
    return {
      shift: {
        ...{ start, end, breakMinutes: template?.breakMinutes ?? 0, templateId: template?.id ?? null },
        title: title === '' || byTitle ? null : title,
      },
    }
  }

  return (text: string): { shifts: ReadShift[]; faults: Message[] } => {
    const parts = plain(text.slice(0, MAX_CELL))
      .split(/[\n\r;|,+&]|\s\/\s/)
      .map((part) => part.trim())
      .filter(Boolean)
    if (parts.length > MAX_IN_CELL || text.length > MAX_CELL)
      return {
        shifts: [],
        faults: [
          msg('{count, plural, one {A cell holds at most # shift} other {A cell holds at most # shifts}}', {
            count: MAX_IN_CELL,
          }),
        ],
      }
    const read = parts.map(readPart)
    return {
      shifts: read.flatMap((part) => (part && 'shift' in part ? [part.shift] : [])),
      faults: read.flatMap((part) => (part && 'fault' in part ? [part.fault] : [])),
    }
  }
}
