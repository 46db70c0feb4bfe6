import type { RoutineRule } from '../../shared/time/routine-times.ts'
import { formatTime, formatWeekdayDate } from '../../shared/words/formats.ts'
import { windowTimes } from '../components/rules/window-words.ts'
import { useReader } from '../components/time/use-reader.ts'
import { useTicking } from '../ui/now.ts'
import { nextWindows } from './occurrences.ts'

const NEXT = 3

/** The next windows of a rule, each with its day. */
export function NextWindows({ rule }: { rule: RoutineRule }) {
  const reader = useReader()
  const { i18n, timeZone } = reader
  // As one text, so that the component renders again only when they change.
  const windows = useTicking((now) =>
    nextWindows(rule, now, timeZone, NEXT)
      .map(({ opensAt, dueAt }) => `${opensAt} ${dueAt}`)
      .join(),
  )
  if (windows === '') return <p className="text-muted">{i18n.t('It does not come again.')}</p>
  const moment = (iso: string) =>
    i18n.t('{date}, {time}', { date: formatWeekdayDate(iso, reader), time: formatTime(iso, reader) })
  return (
    <ol aria-label={i18n.t('Next')} className="tabular flex flex-col gap-0.5 text-muted">
      {windows.split(',').map((window) => {
        const [opensAt = '', dueAt = ''] = window.split(' ')
        const [date, dueDate] = [formatWeekdayDate(opensAt, reader), formatWeekdayDate(dueAt, reader)]
        return (
          <li key={opensAt}>
            <time dateTime={opensAt}>
              {date === dueDate
                ? i18n.t('{date}, {time}', { date, time: windowTimes(opensAt, dueAt, reader) })
                : `${moment(opensAt)} – ${moment(dueAt)}`}
            </time>
          </li>
        )
      })}
    </ol>
  )
}
