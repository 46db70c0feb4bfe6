import { type ClockSession, minutesBetween } from '../../shared/clock.ts'
import type { Day } from '../../shared/time.ts'
import { formatMinutes } from '../components/format-minutes.ts'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'
import { Skeleton, times } from '../ui/skeleton.tsx'
import { FoldButton, useFolded } from './folded.tsx'
import { formatPart, formatWeekdayOf } from './format.ts'
import { OfflineBadge, SessionNotes } from './session-notes.tsx'
import { useWeek } from './week-nav.tsx'

/** A bar of this length fills its place. */
const FULL_DAY = 12 * 60

/** One person's week, day by day, with the sessions of each and what they add up to. */
export function WeekDays({
  sessions,
  stale = false,
  onCorrect,
}: {
  sessions: ClockSession[]
  /** The days are of another week than the sessions, which are on their way. */
  stale?: boolean
  /** For those who may correct them. */
  onCorrect?: (session: ClockSession) => void
}) {
  const { days, now, timeZone } = useWeek()
  const minutes = days.map(({ from, to }) => minutesBetween(sessions, from, to, now))
  const total = minutes.reduce((sum, each) => sum + each, 0)
  return (
    <div aria-busy={stale} className={cx('transition-opacity duration-150', stale && 'opacity-60 delay-150')}>
      <ul className="divide-y divide-line border-line border-t">
        {days.map((day, at) => (
          <li
            key={day.date}
            aria-current={day.from <= now && now < day.to ? 'date' : undefined}
            data-correctable={onCorrect && minutes[at] ? true : undefined}
            // A tablet's larger button makes a line higher, in whose middle all of it stands.
            className="group grid grid-cols-[4.5rem_minmax(0,1fr)_auto] gap-x-3 px-4 py-2.5 aria-[current]:bg-accent-soft/45 md:grid-cols-[5rem_minmax(0,14rem)_minmax(0,1fr)_auto] md:gap-x-5 md:touch:data-correctable:py-0 md:touch:data-correctable:*:not-[ul]:mt-3"
          >
            <p className={cx('tabular font-[550]', at > 4 && 'text-muted group-aria-[current]:text-text')}>
              {formatWeekdayOf(day.date, at)}
            </p>
            <Bar minutes={minutes[at] ?? 0} />
            <Sessions
              sessions={touching(sessions, day, now)}
              of={formatWeekdayOf(day.date, at)}
              partOf={(session) => formatPart(session, day, now, timeZone)}
              onCorrect={onCorrect}
            />
            <p className={cx('tabular text-right font-[550]', minutes[at] === 0 && 'text-muted')}>
              {minutes[at] ? formatMinutes(minutes[at]) : '–'}
            </p>
          </li>
        ))}
      </ul>
      <p className="tabular flex items-baseline justify-between gap-3 border-line border-t px-4 py-3">
        <span className="text-muted">Total of the week</span>
        <span className="font-semibold text-lg">{formatMinutes(total)}</span>
      </p>
    </div>
  )
}

/** One day's, of many the last few. */
function Sessions({
  sessions,
  of,
  partOf,
  onCorrect,
}: {
  sessions: ClockSession[]
  /** The day in words. */
  of: string
  partOf: (session: ClockSession) => string
  onCorrect: ((session: ClockSession) => void) | undefined
}) {
  const { shown, ...fold } = useFolded(sessions, { newest: 'last' })
  return (
    <ul className="flex min-w-0 flex-col gap-1.5 max-md:order-last max-md:col-span-2 max-md:col-start-2 max-md:empty:hidden">
      {fold.hidden > 0 && (
        <li>
          {/* As high as a line with a button to correct it is, else no higher than words. */}
          <FoldButton {...fold} of={of} className={onCorrect ? '-my-1 touch:my-0' : '-my-1 touch:-mt-3 touch:-mb-2'} />
        </li>
      )}
      {shown.map((session) => (
        <li key={session.id || session.startTime} className="tabular text-muted">
          <span className="flex flex-wrap items-center gap-x-3">
            {partOf(session)}
            <OfflineBadge session={session} />
            {onCorrect && (
              <Button
                variant="ghost"
                onClick={() => onCorrect(session)}
                aria-label={`Correct ${of}, ${partOf(session)}`}
                className="-my-1.5 h-7! px-2! text-accent! text-sm touch:my-0 touch:h-11!"
              >
                Correct
              </Button>
            )}
          </span>
          <SessionNotes session={session} />
        </li>
      ))}
    </ul>
  )
}

/** The oldest first, as the day went. */
const touching = (sessions: ClockSession[], { from, to }: Day, now: number) =>
  sessions
    .filter(({ startTime, endTime }) => {
      const [start, end] = [Date.parse(startTime), endTime === null ? now : Date.parse(endTime)]
      return start < to && (end > from || start >= from)
    })
    .toReversed()

const Bar = ({ minutes }: { minutes: number }) => (
  <div aria-hidden="true" className="mt-1.5 h-2 self-start overflow-hidden rounded-full bg-sunken">
    <div
      className="h-full rounded-full bg-accent/75"
      style={{ width: `${Math.min(100, (minutes / FULL_DAY) * 100)}%` }}
    />
  </div>
)

/** As high as a week in which each day has one session. */
export const WeekSkeleton = () => (
  <div role="status" className="border-line border-t">
    <span className="sr-only">Loading hours...</span>
    {times(7, () => (
      <div className="border-line border-b px-4 py-2.5">
        <Skeleton className="h-5" />
      </div>
    ))}
    <div className="px-4 py-3">
      <Skeleton className="h-6" />
    </div>
  </div>
)
