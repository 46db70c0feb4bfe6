import { formatSpan, formatWeekdayDate } from '../../../shared/words/formats.ts'
import type { Reader } from '../../../shared/words/reader.ts'

/** From when to when a shift goes, as ISO 8601. */
export interface ShiftFact {
  start: string
  end: string
}

/** A change of a person's shift. `before` is null for a new one, `after` for one that is theirs no more. */
export interface PlanChangeFact {
  id: number
  before: ShiftFact | null
  after: ShiftFact | null
}

/** Of shifts that were published: how many, and when the first of them begins, as ISO 8601. */
export interface PublishedParams {
  by: string
  count: number
  first: string
  /** The first of them. Absent in notifications from before the briefing named them. */
  changes?: PlanChangeFact[]
}

/** A question about late changes, with the first of them; `first` is when it begins. */
export interface AskedParams extends PublishedParams {
  end: string
  reason: string
}

/** Words about one's own planned shifts, and about answers to questions. */
export const rosterWords = {
  /** For managers on duty. `others`: how many more people have not come to a shift that began at that time. */
  'shift-missed': (
    { name, start, end, others }: { name: string; start: string; end: string; others: number },
    reader: Reader,
  ) => ({
    type: 'roster',
    title:
      others === 0
        ? reader.i18n.t('{name} has not come', { name })
        : reader.i18n.t(
            '{count, plural, one {{name} and # other have not come} other {{name} and # others have not come}}',
            {
              name,
              count: others,
            },
          ),
    message: reader.i18n.t('Planned: {span}', { span: formatSpan(start, end, reader) }),
  }),
  'roster-published': ({ by, count, first }: PublishedParams, reader: Reader) => ({
    type: 'roster',
    title: reader.i18n.t('{count, plural, one {A new shift for you} other {# new shifts for you}}', { count }),
    message: reader.i18n.t('{by} published your plan. First: {day}', { by, day: formatWeekdayDate(first, reader) }),
  }),
  'roster-changed': ({ by, count, first, reason }: PublishedParams & { reason?: string }, reader: Reader) => ({
    type: 'roster',
    title: reader.i18n.t(
      '{count, plural, one {One of your shifts has changed} other {# of your shifts have changed}}',
      {
        count,
      },
    ),
    message: reason
      ? reader.i18n.t('{by}, from {day} on: {reason}', { by, day: formatWeekdayDate(first, reader), reason })
      : reader.i18n.t('{by} changed your plan. First: {day}', { by, day: formatWeekdayDate(first, reader) }),
  }),
  'shift-asked': ({ by, count, first, end, reason }: AskedParams, reader: Reader) => ({
    type: 'roster',
    title: reader.i18n.t('{count, plural, one {Can you work then?} other {Can you work then? # questions}}', { count }),
    message: reader.i18n.t('{by} asks for {span}: {reason}', { by, span: formatSpan(first, end, reader), reason }),
  }),
  /** For managers on duty; `from` is the person who offered it, null for a shift that was nobody's. */
  'shift-claimed': (
    { by, start, end, from }: { by: string; start: string; end: string; from: string | null },
    reader: Reader,
  ) => ({
    type: 'roster',
    title: from
      ? reader.i18n.t('{by} takes over a shift of {from}', { by, from })
      : reader.i18n.t('{by} takes an open shift', { by }),
    message: formatSpan(start, end, reader),
  }),
  /** For the person who offered it. */
  'shift-taken-over': ({ by, first, end }: { by: string; first: string; end: string }, reader: Reader) => ({
    type: 'roster',
    title: reader.i18n.t('{by} takes over your shift', { by }),
    message: formatSpan(first, end, reader),
  }),
  'shift-refused': (
    { by, start, end, reason }: { by: string; start: string; end: string; reason: string | null },
    reader: Reader,
  ) => ({
    type: 'roster',
    title: reader.i18n.t('{by} cannot work then', { by }),
    message: reason
      ? reader.i18n.t('{span}: {reason}', { span: formatSpan(start, end, reader), reason })
      : formatSpan(start, end, reader),
  }),
}
