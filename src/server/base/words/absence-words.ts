import { formatDays } from '../../../shared/words/formats.ts'
import type { Reader } from '../../../shared/words/reader.ts'

/** The act of a manager on a person's absence. */
export type AbsenceChange = 'approved' | 'refused' | 'added' | 'cancelled'

/** The first day and the last one, as "2026-12-10". */
export interface AbsenceDays {
  from: string
  to: string
}

const days = ({ from, to }: AbsenceDays, reader: Reader) => formatDays(from, to, reader)

/** Words about absences. None says why somebody is away: devices show them to everybody who looks. */
export const absenceWords = {
  /** For the person; `first` is when it begins. */
  'absence-decided': (
    { by, change, from, to }: AbsenceDays & { by: string; change: AbsenceChange; first: string },
    reader: Reader,
  ) => ({
    type: 'roster',
    title: {
      approved: reader.i18n.t('{by} has approved your absence', { by }),
      refused: reader.i18n.t('{by} has refused your absence', { by }),
      added: reader.i18n.t('{by} has entered an absence for you', { by }),
      cancelled: reader.i18n.t('{by} has cancelled your absence', { by }),
    }[change],
    message: days({ from, to }, reader),
  }),
  /** For managers on duty. */
  'absence-requested': ({ name, from, to }: AbsenceDays & { name: string; opened: number }, reader: Reader) => ({
    type: 'roster',
    title: reader.i18n.t('{name} asks for an absence', { name }),
    message: days({ from, to }, reader),
  }),
  /** For managers on duty; `opened`: how many shifts of the person are open now. */
  'person-away': ({ name, from, to, opened }: AbsenceDays & { name: string; opened: number }, reader: Reader) => ({
    type: 'roster',
    title: reader.i18n.t('{name} cannot work', { name }),
    message:
      opened === 0
        ? days({ from, to }, reader)
        : reader.i18n.t('{dates}: {count, plural, one {# shift is open now} other {# shifts are open now}}', {
            dates: days({ from, to }, reader),
            count: opened,
          }),
  }),
}
