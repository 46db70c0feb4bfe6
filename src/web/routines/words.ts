import type { Routine } from '../../shared/routines.ts'
import type { RoutineRule } from '../../shared/time/routine-times.ts'
import { formatTime } from '../../shared/words/formats.ts'
import type { Reader } from '../../shared/words/reader.ts'
import { fullName } from '../components/people/avatar.tsx'
import { describeRule } from '../components/rules/rule-in-words.ts'

type I18n = Reader['i18n']

/** Minutes. */
const DAY = 24 * 60

/** "Monday to Friday at 06:00, due 07:30, closes 09:00". */
export function describeRoutine(rule: RoutineRule, i18n: I18n): string {
  const { dueAfterMinutes, closesAfterMinutes } = rule
  const end = (minutes: number) => timeAfter(rule.opensAt, minutes, i18n)
  const phrases = [
    openingWords(rule, i18n),
    i18n.t('due {when} ##in a list', { when: end(dueAfterMinutes) }),
    closesAfterMinutes === null
      ? i18n.t('stays open ##in a list')
      : i18n.t('closes {when} ##in a list', { when: end(closesAfterMinutes) }),
  ]
  return phrases.reduce((words, phrase) => i18n.t('{words}, {phrase}', { words, phrase }))
}

function openingWords({ days, everyDays, opensAt }: RoutineRule, i18n: I18n) {
  const [hour = '', minute = ''] = opensAt.split(':')
  if (days === null)
    return i18n.t('{count, plural, one {Every day at {time}} other {Every # days at {time}}}', {
      count: everyDays ?? 1,
      time: timeAfter(opensAt, 0, i18n),
    })
  try {
    return describeRule(`${Number(minute)} ${Number(hour)} ${days}`, i18n)
  } catch {
    // A rule that an older or newer server knows.
    return `${days}, ${opensAt}`
  }
}

/** The time so many minutes after the opening: "07:30", "07:30 the next day", "07:30, 3 days later". */
export function timeAfter(opensAt: string, minutes: number, i18n: I18n) {
  const [hour, minute] = opensAt.split(':').map(Number)
  const total = (hour ?? 0) * 60 + (minute ?? 0) + minutes
  const time = formatTime(new Date(Date.UTC(2026, 0, 1, 0, total % DAY)).toISOString(), { i18n, timeZone: 'UTC' })
  return onDay(time, Math.floor(total / DAY), i18n)
}

function onDay(time: string, days: number, i18n: I18n) {
  if (days === 0) return time
  return i18n.t('{days, plural, one {{time} the next day} other {{time} # days later}}', { days, time })
}

/** The people expected to do it: "Ana Reis", or "Anybody on duty in Kitchen". */
export function expectedOf({ assignee, department }: Pick<Routine, 'assignee' | 'department'>, i18n: I18n) {
  if (assignee) return fullName(assignee)
  return i18n.t('Anybody on duty in {department}', { department: department?.name ?? '' })
}
