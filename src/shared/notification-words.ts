import { type Device, formatDevice } from './device.ts'
import { formatDate, formatSpan, formatTime } from './time.ts'

/**
 * The kinds of notifications, and their words. A notification is stored as a kind with its params. The words are made each time
 * that somebody reads it, so that they can be in the reader's language.
 *
 * Params are facts as they were: names, titles, counts, times as ISO 8601. They stay in the database for a year, so a kind keeps
 * its params; it may get further ones that are optional.
 */

/** What the words depend on besides the facts. */
export interface Reader {
  timeZone: string
}

export interface Words {
  /** Groups kinds, for the icon and the link. */
  type: string
  title: string
  message: string | null
}

interface Span {
  start: string
  end: string | null
}

interface Place {
  device: Device
  ipAddress: string | null
  at: string
}

const kinds = {
  'task-assigned': ({ by, title }: { by: string; title: string }): Words => ({
    type: 'task',
    title: 'New task for you',
    message: `${by} assigned you "${title}"`,
  }),
  /** `title` is that of the first of them. */
  'task-assigned-many': ({ by, title, count }: { by: string; title: string; count: number }): Words => ({
    type: 'task',
    title: `${count} new tasks for you`,
    message: `${by} assigned you "${title}" and ${count - 1} more`,
  }),
  reminder: ({ title, description }: { title: string; description: string | null }): Words => ({
    type: 'reminder',
    title,
    message: description,
  }),
  'clock-corrected': (
    { by, before, after, reason }: { by: string; before: Span; after: Span; reason: string },
    reader: Reader,
  ): Words => ({
    type: 'clock',
    title: 'Your hours were corrected',
    message: `${by} changed ${span(before, reader)} to ${span(after, reader)}: ${reason}`,
  }),
  'clock-confirmed': (
    { by, session, reason }: { by: string; session: Span; reason: string },
    reader: Reader,
  ): Words => ({
    type: 'clock',
    title: 'Your hours were confirmed',
    message: `${by} confirmed ${span(session, reader)}: ${reason}`,
  }),
  'clock-added': ({ by, session, reason }: { by: string; session: Span; reason: string }, reader: Reader): Words => ({
    type: 'clock',
    title: 'Hours of yours were added',
    message: `${by} added ${span(session, reader)}: ${reason}`,
  }),
  'sop-read-reminder': ({ title, version }: { title: string; version: string }): Words => ({
    type: 'sop',
    title: 'Please read a procedure',
    message: `"${title}", version ${version}, waits for your confirmation`,
  }),
  'sign-in-new-browser': (place: Place, reader: Reader): Words => ({
    type: 'security',
    title: 'New sign-in to your account',
    message: `Signed in with ${whereAndWhen(place, reader)}. If this was not you, change your password.`,
  }),
  'sign-in-failures': (place: Place, reader: Reader): Words => ({
    type: 'security',
    title: 'Failed sign-ins to your account',
    message: `Somebody gave a wrong password several times, last with ${whereAndWhen(place, reader)}. If this was not you, choose a long password that you use nowhere else.`,
  }),
  /** `by` is null for the account's owner. */
  'email-changed': (
    { from, to, by, at }: { from: string; to: string; by: string | null; at: string },
    reader: Reader,
  ): Words => ({
    type: 'security',
    title: 'Your e-mail address was changed',
    message: `From ${from} to ${to}, by ${by ?? 'you'}, ${dateAndTime(at, reader)}. If this is not right, tell an administrator at once.`,
  }),
  /** One from before 0.2.0, when the words were stored. */
  legacy: ({ type, title, message }: Words): Words => ({ type, title, message }),
} satisfies Record<string, (params: never, reader: Reader) => Words>

export type Kind = keyof typeof kinds

/** What a notification is about, as the audit log names it. */
export type SubjectType = 'task' | 'reminder' | 'sop' | 'clock-session'

/** What happened, as it is stored and sent between servers. */
export type NotificationFact = {
  [K in Kind]: {
    kind: K
    params: Parameters<(typeof kinds)[K]>[0]
    subject: { type: SubjectType; id: number } | null
  }
}[Kind]

/** A kind of a newer Muster, which runs beside this one during an upgrade. */
const UNKNOWN: Words = { type: 'unknown', title: 'Notification', message: null }

/** The words of a notification for one reader. */
export function describeNotification(
  { kind, params }: Pick<NotificationFact, 'kind' | 'params'>,
  reader: Reader,
): Words {
  if (!Object.hasOwn(kinds, kind)) return UNKNOWN
  return (kinds[kind] as (params: object, reader: Reader) => Words)(params, reader)
}

/** The beginning of a text, in characters as people count them. */
export const shorten = (text: string, max: number) =>
  text.length <= max ? text : Array.from(text).slice(0, max).join('')

/** The same fact with the beginnings of its texts, of `max` characters each. */
export function withShortTexts<F extends Pick<NotificationFact, 'params'>>(fact: F, max: number): F {
  const params = Object.entries(fact.params).map(([name, value]) => [
    name,
    typeof value === 'string' ? shorten(value, max) : value,
  ])
  return { ...fact, params: Object.fromEntries(params) }
}

const span = ({ start, end }: Span, { timeZone }: Reader) => formatSpan(start, end, timeZone)

/** "Nov 20, 2026, 17:30". */
const dateAndTime = (at: string, { timeZone }: Reader) => `${formatDate(at, timeZone)}, ${formatTime(at, timeZone)}`

/** "Chrome on Windows from 203.0.113.7, Nov 20, 2026, 17:30". */
const whereAndWhen = ({ device, ipAddress, at }: Place, reader: Reader) =>
  `${formatDevice(device)} from ${ipAddress ?? 'an unknown address'}, ${dateAndTime(at, reader)}`
