import type { ComingShift } from '../../../shared/roster/day-shapes.ts'
import { dateOf } from '../../../shared/time/time.ts'
import { formatTime, formatWeekdayName } from '../../../shared/words/formats.ts'
import type { Reader } from '../../../shared/words/reader.ts'
import { fullName } from '../../components/people/avatar.tsx'
import { useReader } from '../../components/time/use-reader.ts'

/** The people of a department who come next by the plan, and are not there yet. */
export function ComingNext({ shifts, now }: { shifts: readonly ComingShift[]; now: number }) {
  const reader = useReader()
  const { i18n } = reader
  const coming = shifts.filter(({ isOnDuty }) => !isOnDuty)
  if (coming.length === 0) return null
  return (
    <p className="tabular mt-1.5 px-1 text-muted text-sm">
      {i18n.t('Next:')}{' '}
      {coming.map((shift, at) => (
        <span key={shift.id}>
          {at > 0 && ' · '}
          <span className="whitespace-nowrap">
            <bdi>{fullName(shift.user)}</bdi> {beginOf(shift, now, reader)}
          </span>
        </span>
      ))}
    </p>
  )
}

/** "14:00" of today, "Fri 06:00" of tomorrow. */
function beginOf({ startTime }: ComingShift, now: number, reader: Reader) {
  const { i18n, timeZone } = reader
  const time = formatTime(startTime, reader)
  const date = dateOf(Date.parse(startTime), timeZone)
  if (date === dateOf(now, timeZone)) return time
  const weekday = formatWeekdayName(new Date(`${date}T12:00:00Z`).getUTCDay(), { i18n }, 'short')
  return i18n.t('{weekday} {time}', { weekday, time })
}
