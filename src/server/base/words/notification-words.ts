import { URGENT_MESSAGE } from '../../../shared/notifications.ts'
import { formatTime } from '../../../shared/words/formats.ts'
import type { Reader } from '../../../shared/words/reader.ts'
import { clockWords } from './clock-words.ts'
import { exchangeWords } from './exchange-words.ts'
import { hoursWords } from './hours-words.ts'
import { ownerWords } from './owner-words.ts'
import { rosterWords } from './roster-words.ts'
import { securityWords } from './security-words.ts'

/**
 * The kinds of notifications, and their words. A notification is stored as a kind with its params. The words are made
 * each time that somebody reads it, so that they can be in the reader's language.
 *
 * Params are facts as they were: names, titles, counts, times as ISO 8601. They stay in the database for a year, so a
 * kind keeps its params; it may get further ones that are optional.
 */

export interface Words {
  /** Groups kinds, for the icon and the link. */
  type: string
  title: string
  message: string | null
  /** The title where the words of people are not shown, as on a locked screen, if `title` holds some. */
  withoutWords?: string
}

export interface ProblemsParams {
  by: string
  title: string
  place: string | null
  count?: number
}

export interface WaitingParams {
  title: string
  place: string | null
  department: string | null
  minutes: number
}

export interface DueParams {
  /** Of several, the first that is due. */
  title: string
  due: string
  count?: number
}

export interface CommentParams {
  by: string
  title: string
  /** Absent in notifications from before 0.3.0. */
  text?: string
  commentId?: number
}

export interface MessageParams {
  by: string
  text: string
  /** Why it could not wait, only of urgent ones. */
  reason?: string
  /** Its thread; absent in notifications from before 0.3.0. */
  threadId?: number
  /** The name of the department to whose thread it was written. */
  department?: string
  /** Its content, if it has no words; nothing once it was taken back. */
  shows?: 'photo' | 'task' | 'nothing'
}

/** Characters of a handover's short title. The message has them all. */
const MAX_ABOUT = 120

/** `about` is the first one's subject, and `by` is the person whose work it was. */
export interface HandedOverParams {
  by: string
  about: string
  count?: number
}

const kinds = {
  'task-assigned': ({ by, title }: { by: string; title: string }, { i18n }: Reader): Words => ({
    type: 'task',
    title: i18n.t('New task for you'),
    message: i18n.t('{by} assigned you "{title}"', { by, title }),
  }),
  /** `title` is the first task's title. */
  'task-assigned-many': (
    { by, title, count }: { by: string; title: string; count: number },
    { i18n }: Reader,
  ): Words => ({
    type: 'task',
    title: i18n.t('{count, plural, one {# new task for you} other {# new tasks for you}}', { count }),
    message: i18n.t('{by} assigned you "{title}" and {count} more', { by, title, count: count - 1 }),
  }),
  /** `from` is who has left, and whose open work it was. */
  'work-reassigned': (
    { by, from, tasks, routines }: { by: string; from: string; tasks: number; routines: number },
    { i18n }: Reader,
  ): Words => ({
    type: 'task',
    title: i18n.t('You take over the work of {name}', { name: from }),
    message:
      routines === 0
        ? i18n.t('{by} assigned you {tasks, plural, one {# task} other {# tasks}}', { by, tasks })
        : tasks === 0
          ? i18n.t('{by} assigned you {routines, plural, one {# routine} other {# routines}}', { by, routines })
          : i18n.t(
              '{by} assigned you {tasks, plural, one {# task} other {# tasks}} and {routines, plural, one {# routine} other {# routines}}',
              { by, tasks, routines },
            ),
  }),
  /** `title` and `place` are the first problem's, and `by` the person who reported, sent, solved or took them. */
  'problem-reported': ({ by, title, place, count = 1 }: ProblemsParams, { i18n }: Reader): Words => ({
    type: 'problem',
    title: i18n.t('{count, plural, one {New problem} other {# new problems}}', { count }),
    message: i18n.t('{by}: {problem}', { by, problem: problemOf({ title, place, count }, i18n) }),
  }),
  'problem-moved': ({ by, title, place, count = 1 }: ProblemsParams, { i18n }: Reader): Words => ({
    type: 'problem',
    title: i18n.t('{count, plural, one {A problem was sent to you} other {# problems were sent to you}}', { count }),
    message: i18n.t('{by}: {problem}', { by, problem: problemOf({ title, place, count }, i18n) }),
  }),
  'problem-taken': ({ by, title, place, count = 1 }: ProblemsParams, { i18n }: Reader): Words => ({
    type: 'problem',
    title: i18n.t('{by} takes care of it', { by }),
    message: problemOf({ title, place, count }, i18n),
  }),
  'problem-done': ({ by, title, place, count = 1 }: ProblemsParams, { i18n }: Reader): Words => ({
    type: 'problem',
    title: i18n.t('{count, plural, one {Your problem is solved} other {# of your problems are solved}}', { count }),
    message: i18n.t('{by}: {problem}', { by, problem: problemOf({ title, place, count }, i18n) }),
  }),
  /** Nobody has taken it for so many minutes. */
  'problem-waiting': ({ title, place, department, minutes }: WaitingParams, { i18n }: Reader): Words => ({
    type: 'problem',
    title: i18n.t('Nobody has taken a problem for {minutes, plural, one {a minute} other {# minutes}}', { minutes }),
    message: department
      ? i18n.t('{department}: {problem}', { department, problem: problemOf({ title, place, count: 1 }, i18n) })
      : problemOf({ title, place, count: 1 }, i18n),
  }),
  'due-soon': ({ title, due, count = 1 }: DueParams, reader: Reader): Words => ({
    type: 'task',
    title: reader.i18n.t('{count, plural, one {Due at {time}} other {# tasks are due at {time}}}', {
      ...{ count, time: formatTime(due, reader) },
    }),
    message: firstOf({ title, count }, reader),
  }),
  overdue: ({ title, due, count = 1 }: DueParams, reader: Reader): Words => ({
    type: 'task',
    title: reader.i18n.t('{count, plural, one {A task is overdue} other {# tasks are overdue}}', { count }),
    message:
      count === 1
        ? reader.i18n.t('"{title}" was due at {time}', { title, time: formatTime(due, reader) })
        : firstOf({ title, count }, reader),
  }),
  /** For managers on duty. `assignee` is null for a task that nobody has. */
  'overdue-managers': (
    { title, due, count = 1, assignee }: DueParams & { assignee: string | null },
    reader: Reader,
  ): Words => ({
    type: 'task',
    title: reader.i18n.t('{count, plural, one {A task is still overdue} other {# tasks are still overdue}}', { count }),
    message:
      count > 1
        ? firstOf({ title, count }, reader)
        : assignee
          ? reader.i18n.t('"{title}" was due at {time}. {assignee} has it.', {
              ...{ title, time: formatTime(due, reader), assignee },
            })
          : reader.i18n.t('"{title}" was due at {time}. Nobody has taken it.', {
              title,
              time: formatTime(due, reader),
            }),
  }),
  handover: ({ by, about, count = 1 }: HandedOverParams, reader: Reader): Words => {
    const { i18n } = reader
    const withoutWords = i18n.t('{count, plural, one {{by} hands over something} other {{by} hands over # things}}', {
      by,
      count,
    })
    if (count > 1) return { type: 'handover', title: withoutWords, message: firstOf({ title: about, count }, reader) }
    const beginning = shorten(about, MAX_ABOUT)
    return {
      type: 'handover',
      title: i18n.t('{by} hands over: {about}', { by, about: beginning }),
      message: beginning === about ? null : about,
      withoutWords,
    }
  },
  /** Its giver forgot to clock out, or somebody else has ended the shift. */
  'handover-forgotten': ({ by, about, count = 1 }: HandedOverParams, { i18n }: Reader): Words => ({
    type: 'handover',
    title: i18n.t(
      '{count, plural, one {Please check whether this is done} other {Please check whether # tasks are done}}',
      {
        count,
      },
    ),
    message: handedOver({ by, about, count }, i18n),
  }),
  /** Nobody has received it, although somebody was on duty. */
  'handover-waiting': (
    { by, about, count = 1, department }: HandedOverParams & { department: string | null },
    { i18n }: Reader,
  ): Words => ({
    type: 'handover',
    title: i18n.t('{count, plural, one {Nobody has received a handover} other {Nobody has received # handovers}}', {
      count,
    }),
    message: department
      ? i18n.t('{department}: {handover}', { department, handover: handedOver({ by, about, count }, i18n) })
      : handedOver({ by, about, count }, i18n),
  }),
  'handover-question': (
    { by, about, question }: { by: string; about: string; question: string },
    { i18n }: Reader,
  ): Words => ({
    type: 'handover',
    title: i18n.t('{by} asks about a handover', { by }),
    message: about ? i18n.t('{about}: {text}', { about, text: question }) : question,
  }),
  'handover-answer': (
    { by, about, answer }: { by: string; about: string; answer: string },
    { i18n }: Reader,
  ): Words => ({
    type: 'handover',
    title: i18n.t('{by} has answered your question', { by }),
    message: about ? i18n.t('{about}: {text}', { about, text: answer }) : answer,
  }),
  /** `title` is the task's. `text` begins the comment's; it goes when the comment is deleted, and follows its edits. */
  comment: (comment: CommentParams, { i18n }: Reader): Words => ({
    type: 'comment',
    title: i18n.t('New comment'),
    message: comment.text
      ? wordsOf(comment, comment.text, i18n)
      : i18n.t('{by} commented on "{title}"', { by: comment.by, title: comment.title }),
  }),
  mention: (comment: CommentParams, { i18n }: Reader): Words => ({
    type: 'comment',
    title: i18n.t('You were mentioned'),
    message: comment.text
      ? wordsOf(comment, comment.text, i18n)
      : i18n.t('{by} mentioned you in "{title}"', { by: comment.by, title: comment.title }),
  }),
  reminder: ({ title, description }: { title: string; description: string | null }): Words => ({
    type: 'reminder',
    title,
    message: description,
  }),
  /** `text` begins the message; an urgent one has all of it. */
  message: ({ by, text, reason, department, shows }: MessageParams, { i18n }: Reader): Words => ({
    type: reason === undefined ? 'message' : URGENT_MESSAGE,
    title:
      reason !== undefined
        ? i18n.t('Urgent message from {by}', { by })
        : department
          ? i18n.t('Message from {by} to {department}', { by, department })
          : i18n.t('Message from {by}', { by }),
    message:
      reason !== undefined
        ? i18n.t('{text} (Reason: {reason})', { text, reason })
        : shows === 'photo'
          ? i18n.t('Photo')
          : shows === 'task'
            ? i18n.t('Task')
            : shows === 'nothing'
              ? i18n.t('Message taken back')
              : text,
  }),
  ...clockWords,
  ...hoursWords,
  ...rosterWords,
  ...exchangeWords,
  'sop-read-reminder': (
    { title, version, changeNote }: { title: string; version: string; changeNote?: string },
    { i18n }: Reader,
  ): Words => ({
    type: 'sop',
    title: i18n.t('Please read a procedure'),
    message: changeNote
      ? i18n.t('Please confirm "{title}", version {version}. What changed: {changeNote}', {
          ...{ title, version, changeNote },
        })
      : i18n.t('Please confirm "{title}", version {version}', { title, version }),
  }),
  ...securityWords,
  /** It is told nothing any more: the receiver wants nothing, has failed for three days, or too much waits for it. */
  'webhook-stopped': (
    { name, because }: { name: string; because: 'gone' | 'failing' | 'full' },
    { i18n }: Reader,
  ): Words => ({
    type: 'webhook',
    title: i18n.t('A webhook was paused'),
    message:
      because === 'gone'
        ? i18n.t('{name}: the other program wants no more messages.', { name })
        : because === 'failing'
          ? i18n.t('{name}: no message has arrived for three days.', { name })
          : i18n.t('{name}: too many messages wait for it.', { name }),
  }),
  ...ownerWords,
  /** One from before 0.2.0, when the words were stored. */
  legacy: ({ type, title, message }: Words): Words => ({ type, title, message }),
} satisfies Record<string, (params: never, reader: Reader) => Words>

export type NotificationKind = keyof typeof kinds

/** The subject of a notification, as the audit log names it. */
export type SubjectType =
  | 'task'
  | 'reminder'
  | 'sop'
  | 'clock-session'
  | 'handover-item'
  | 'message'
  | 'planned-shift'
  | 'shift-exchange'

/** The thread of a message's notification, if it has one. */
export const threadIdOf = ({ kind, params }: Pick<NotificationFact, 'kind' | 'params'>): number | undefined =>
  kind === 'message' ? (params as MessageParams).threadId : undefined

/** An event, as it is stored and sent between servers. */
export type NotificationFact = {
  [K in NotificationKind]: {
    kind: K
    params: Parameters<(typeof kinds)[K]>[0]
    subject: { type: SubjectType; id: number } | null
  }
}[NotificationKind]

/** A kind of a newer Muster, which runs beside this one during an upgrade. */
const unknown = ({ i18n }: Reader): Words => ({ type: 'unknown', title: i18n.t('Notification'), message: null })

/** The words of a notification for one reader. */
export function describeNotification(
  { kind, params }: Pick<NotificationFact, 'kind' | 'params'>,
  reader: Reader,
): Words {
  if (!Object.hasOwn(kinds, kind)) return unknown(reader)
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

/** "Air the rooms", or that and how many more. */
const firstOf = ({ title, count }: { title: string; count: number }, { i18n }: Reader) =>
  count === 1 ? title : i18n.t('"{title}" and {count} more', { title, count: count - 1 })

/** "Tap drips (Room 204)", and how many more. */
function problemOf(
  { title, place, count }: Pick<ProblemsParams, 'title' | 'place'> & { count: number },
  i18n: Reader['i18n'],
) {
  const problem = place ? i18n.t('{title} ({place})', { title, place }) : title
  return count === 1 ? problem : i18n.t('{problem} and {count} more', { problem, count: count - 1 })
}

const wordsOf = ({ by, title }: CommentParams, text: string, i18n: Reader['i18n']) =>
  i18n.t('{by} on "{title}": {text}', { by, title, text })

/** "Ada King: Tap drips", and how many more. */
const handedOver = ({ by, about, count }: Required<HandedOverParams>, i18n: Reader['i18n']) =>
  count === 1
    ? i18n.t('{by}: {about}', { by, about })
    : i18n.t('{by}: {about}, and {count} more', { by, about, count: count - 1 })
