import { type Priority, priorities } from '../../../shared/task-status.ts'
import { dateOf, startOfDay } from '../../../shared/time/time.ts'
import { fold } from '../../../shared/words/fold.ts'
import { formatDayWord, formatWeekdayName, writesMonthFirst } from '../../../shared/words/formats.ts'
import type { Reader } from '../../../shared/words/reader.ts'
import { priorityLabels } from '../../components/labels/priority-icon.tsx'
import type { MentionablePerson, QuickAddVocabulary } from './parse.ts'

const WEEK = 7
/** Words before a time, in all languages: people write in several. */
const BEFORE_A_TIME = new Set(
  ['at', '@', 'um', 'a', 'las', 'la', 'alle', 'as', 'o', 'о', 'об', 'saat', 'الساعة'].map(fold),
)

/** The reader's words; priorities also in English. A weekday is the next after today. `now` is in ms. */
export function vocabularyFor(people: readonly MentionablePerson[], reader: Reader, now: number): QuickAddVocabulary {
  const ofPriorities = new Map<string, Priority>()
  for (const priority of priorities)
    for (const word of [priority, reader.i18n.t(priorityLabels[priority])]) ofPriorities.set(fold(word), priority)

  const days = new Map<string, string>()
  for (let ahead = WEEK; ahead >= 0; ahead -= 1) {
    const date = dateOf(startOfDay(now, reader.timeZone, ahead) + HALF_A_DAY, reader.timeZone)
    if (ahead > 0) days.set(fold(formatWeekdayName(new Date(`${date}T12:00Z`).getUTCDay(), reader, 'long')), date)
    if (ahead < 2) days.set(fold(formatDayWord(ahead, reader)), date)
  }
  return {
    people,
    priorities: ofPriorities,
    days,
    before: BEFORE_A_TIME,
    today: dateOf(now, reader.timeZone),
    isMonthFirst: writesMonthFirst(reader),
  }
}

const HALF_A_DAY = 12 * 3_600_000
