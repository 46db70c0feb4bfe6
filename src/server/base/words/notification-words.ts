import { URGENT_MESSAGE } from '../../../shared/notifications.ts'
import type { Reader } from '../../../shared/words/reader.ts'
import { absenceWords } from './absence-words.ts'
import { clockWords } from './clock-words.ts'
import { exchangeWords } from './exchange-words.ts'
import { handoverWords } from './handover-words.ts'
import { hoursWords } from './hours-words.ts'
import { ownerWords } from './owner-words.ts'
import { rosterWords } from './roster-words.ts'
import { securityWords } from './security-words.ts'
import { taskWords } from './task-words.ts'
import { shorten, type Words } from './words.ts'

/**
 * The kinds of notifications, and their words. A notification is stored as a kind with its params. The words are made
 * each time that somebody reads it, so that they can be in the reader's language.
 *
 * Params are facts as they were: names, titles, counts, times as ISO 8601. They stay in the database for a year, so a
 * kind keeps its params; it may get further ones that are optional.
 */

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

const kinds = {
  ...taskWords,
  ...handoverWords,
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
  ...absenceWords,
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
  | 'absence'

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

/** The same fact with the beginnings of its texts, of `max` characters each. */
export function withShortTexts<F extends Pick<NotificationFact, 'params'>>(fact: F, max: number): F {
  const params = Object.entries(fact.params).map(([name, value]) => [
    name,
    typeof value === 'string' ? shorten(value, max) : value,
  ])
  return { ...fact, params: Object.fromEntries(params) }
}

const wordsOf = ({ by, title }: CommentParams, text: string, i18n: Reader['i18n']) =>
  i18n.t('{by} on "{title}": {text}', { by, title, text })
