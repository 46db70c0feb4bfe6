import type { AbsenceKind, AbsenceState, AwayTime } from '../../../shared/absences/shapes.ts'
import { type Message, msg } from '../../../shared/words/message.ts'
import type { Reader } from '../../../shared/words/reader.ts'

/** Why somebody is away, for people who may know. */
export const absenceKindLabels: Record<AbsenceKind, Message> = {
  vacation: msg('Vacation'),
  sick: msg('Ill'),
  unpaid: msg('Unpaid leave'),
  other: msg('Other absence'),
}

/** The state of an absence. */
export const absenceStateLabels: Record<AbsenceState, Message> = {
  requested: msg('Requested ##an absence'),
  approved: msg('Approved ##an absence'),
  refused: msg('Refused ##an absence'),
  cancelled: msg('Cancelled ##an absence'),
}

/** "Vacation", "Ill, 08:00 – 12:00"; "Away" for people who may not know why. */
export function absenceInWords({ kind, start, end }: Pick<AwayTime, 'kind' | 'start' | 'end'>, i18n: Reader['i18n']) {
  const word = kind ? i18n.t(absenceKindLabels[kind]) : i18n.t('Away ##a person')
  return start && end ? i18n.t('{word}, {start} – {end}', { word, start, end }) : word
}
