import { useId } from 'react'
import type { ExpectedPerson, PlannedToday } from '../../../shared/roster/day-shapes.ts'
import { LATE_MINUTES, MISSING_MINUTES } from '../../../shared/roster/plan-actual.ts'
import { formatCount, formatTime } from '../../../shared/words/formats.ts'
import type { Reader } from '../../../shared/words/reader.ts'
import { Avatar, fullName } from '../../components/people/avatar.tsx'
import { formatMinutes } from '../../components/time/format-minutes.ts'
import { useReader } from '../../components/time/use-reader.ts'
import { timesInWords } from '../../roster/shift-words.ts'
import { cx } from '../../ui/class-names.ts'
import { useMinute } from '../../ui/now.ts'
import { Way } from './group.tsx'

const MINUTE_MS = 60_000

/** The people who are to be there today by the plan: when they came, how late they are, or that they are missing. */
export function Planned({ planned: { people, total } }: { planned: PlannedToday }) {
  const reader = useReader()
  const { i18n } = reader
  const id = useId()
  const now = useMinute()
  if (total === 0) return null
  return (
    <div className="min-w-0 px-4 py-2.5">
      <h3 id={id} className="flex items-baseline gap-2 font-semibold text-muted text-sm">
        {i18n.t('Planned for today')}
        <span className="tabular font-medium">{formatCount(total, { i18n })}</span>
      </h3>
      <ul aria-labelledby={id}>
        {people.map((person) => (
          <PlannedLine key={person.id} person={person} now={now} reader={reader} />
        ))}
      </ul>
      <p>
        <Way to="/roster">
          {total > people.length ? i18n.t('All {total, number}', { total }) : i18n.t('Open the roster')}
        </Way>
      </p>
    </div>
  )
}

function PlannedLine({ person, now, reader }: { person: ExpectedPerson; now: number; reader: Reader }) {
  const { words, isAlarming } = stateOf(person, now, reader)
  return (
    <li className="flex min-h-11 items-center gap-2 py-1">
      <Avatar person={person.user} />
      <span dir="auto" className="min-w-0 flex-1 truncate font-medium">
        {fullName(person.user)}
      </span>
      <span className="tabular shrink-0 text-end text-muted text-sm">
        <span className="block">{timesInWords(person, reader)}</span>
        {words && <span className={cx('block', isAlarming && 'font-medium text-overdue')}>{words}</span>}
      </span>
    </li>
  )
}

/** How it went so far, in words. */
function stateOf({ startTime, endTime, cameAt, state }: ExpectedPerson, now: number, reader: Reader) {
  const { i18n } = reader
  const late = Math.floor(((cameAt === null ? now : Date.parse(cameAt)) - Date.parse(startTime)) / MINUTE_MS)
  const time = formatMinutes(late, i18n)
  if (cameAt !== null)
    return late >= LATE_MINUTES
      ? {
          words: i18n.t('came {at}, {time} late', { at: formatTime(cameAt, reader), time }),
          isAlarming: state === 'running',
        }
      : { words: i18n.t('came {at}', { at: formatTime(cameAt, reader) }), isAlarming: false }
  if (late < LATE_MINUTES) return { words: null, isAlarming: false }
  if (Date.parse(endTime) <= now) return { words: i18n.t('did not come'), isAlarming: false }
  return late < MISSING_MINUTES
    ? { words: i18n.t('{time} late', { time }), isAlarming: false }
    : { words: i18n.t('missing for {time}', { time }), isAlarming: true }
}
