import type { ClockSession } from '../../shared/clock-session.ts'
import { boundsOf, type Day } from '../../shared/time/time.ts'
import { type Breach, breachesOf, onlyBreakRules } from '../../shared/work-breaches.ts'
import { piecesOf } from '../../shared/work-pieces.ts'
import { workRulesApi } from '../../shared/work-rules.ts'
import { paidMinutesOfDays } from '../../shared/worked-time.ts'
import { useReply } from '../api/queries.ts'
import { formatMinutes } from '../components/time/format-minutes.ts'
import { useReader } from '../components/time/use-reader.ts'
import { useI18n } from '../language.ts'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'
import { Skeleton, times } from '../ui/skeleton.tsx'
import { BreakButton } from './break-button.tsx'
import { FoldButton, useFolded } from './folded.tsx'
import { formatPart, formatWeekdayOf } from './format.ts'
import { useHolidays } from './holidays.ts'
import { OfContract } from './of-contract.tsx'
import { MissingBreak, OfflineBadge, SessionNotes } from './session-notes.tsx'
import { sessionsTouching } from './touching.ts'
import { useWeek } from './week-nav.tsx'

/** Minutes that fill a day's bar. */
const FULL_DAY = 12 * 60

/** One person's week: the sessions of each day and their totals. */
export function WeekDays({
  sessions,
  stale = false,
  onCorrect,
  isOwn = false,
  contractMinutes,
}: {
  sessions: ClockSession[]
  /** The minutes of the week by contract, if there is one. */
  contractMinutes?: number | null | undefined
  /** The viewer's own, who may enter breaks afterwards. */
  isOwn?: boolean
  /** The sessions of the week shown are still loading; these belong to another week. */
  stale?: boolean
  /** Given when the viewer may correct the sessions. */
  onCorrect?: (session: ClockSession) => void
}) {
  const { days, now } = useWeek()
  const reader = useReader()
  const { i18n } = reader
  const { minutes, total } = paidMinutesOfDays(sessions, days, now)
  const holidays = useHolidays()
  const missing = useMissingBreaks(sessions)
  return (
    <div aria-busy={stale} className={cx('transition-opacity duration-150', stale && 'opacity-60 delay-150')}>
      <ul className="divide-y divide-line border-line border-t">
        {days.map((day, at) => (
          <li
            key={day.date}
            aria-current={day.from <= now && now < day.to ? 'date' : undefined}
            data-correctable={onCorrect && minutes[at] ? true : undefined}
            // On a tablet the larger button makes the line higher; the rest stands in its middle.
            className="group grid grid-cols-[4.5rem_minmax(0,1fr)_auto] gap-x-3 px-4 py-2.5 aria-[current]:bg-accent-soft/45 md:grid-cols-[5rem_minmax(0,14rem)_minmax(0,1fr)_auto] md:gap-x-5 md:touch:data-correctable:py-0 md:touch:data-correctable:*:not-[ul]:mt-3"
          >
            <p className={cx('tabular font-medium', at > 4 && 'text-muted group-aria-[current]:text-text')}>
              {formatWeekdayOf(day.date, at, reader)}
              {holidays.has(day.date) && (
                <span dir="auto" className="block font-normal text-muted text-sm wrap-anywhere">
                  {holidays.get(day.date)}
                </span>
              )}
            </p>
            <Bar minutes={minutes[at] ?? 0} />
            <Sessions
              sessions={sessionsTouching(sessions, day, now)}
              day={formatWeekdayOf(day.date, at, reader)}
              timesOf={(session) => formatPart(session, day, now, reader)}
              onCorrect={onCorrect}
              isOwn={isOwn}
              missing={missing(day)}
            />
            <p className={cx('tabular text-end font-medium', minutes[at] === 0 && 'text-muted')}>
              {minutes[at] ? formatMinutes(minutes[at], i18n) : '–'}
            </p>
          </li>
        ))}
      </ul>
      <p className="tabular flex items-baseline justify-between gap-3 border-line border-t px-4 py-3">
        <span className="text-muted">{i18n.t('Total of the week')}</span>
        <span className="flex flex-wrap items-baseline justify-end gap-x-2">
          <span className="font-semibold text-lg">{formatMinutes(total, i18n)}</span>
          <OfContract total={total} contractMinutes={contractMinutes} />
        </span>
      </p>
    </div>
  )
}

/** The breaks that are missing by the work rules, by the day on which the work began. */
function useMissingBreaks(sessions: ClockSession[]) {
  const { days, now, timeZone } = useWeek()
  const { data: rules } = useReply(workRulesApi.get, {})
  const breaches = rules ? breachesOf(piecesOf(sessions, now), onlyBreakRules(rules), boundsOf(days), timeZone) : []
  return ({ from, to }: Day) => breaches.filter(({ at }) => at >= from && at < to)
}

/** One day's sessions, folded when there are many. */
function Sessions({
  sessions,
  day,
  timesOf,
  onCorrect,
  isOwn,
  missing,
}: {
  sessions: ClockSession[]
  missing: Breach[]
  day: string
  timesOf: (session: ClockSession) => string
  onCorrect: ((session: ClockSession) => void) | undefined
  isOwn: boolean
}) {
  const i18n = useI18n()
  const { shown, ...fold } = useFolded(sessions, { newest: 'last' })
  return (
    <ul className="flex min-w-0 flex-col gap-1.5 max-md:order-last max-md:col-span-2 max-md:col-start-2 max-md:empty:hidden">
      {fold.hidden > 0 && (
        <li>
          {/* As high as a line with a correct button, or as a line of text where there is none. */}
          <FoldButton
            {...fold}
            day={day}
            className={onCorrect ? '-my-1 touch:my-0' : '-my-1 touch:-mt-3 touch:-mb-2'}
          />
        </li>
      )}
      {shown.map((session) => (
        <li key={session.id || session.startTime} className="tabular text-muted">
          <span className="flex flex-wrap items-center gap-x-3">
            {timesOf(session)}
            <OfflineBadge session={session} />
            {isOwn && session.endTime !== null && (
              <BreakButton
                session={session}
                label={i18n.t('Add a break to {session}', { session: `${day}, ${timesOf(session)}` })}
                className="-my-1.5 h-7! px-2! text-accent! text-sm touch:my-0 touch:h-11!"
              >
                {i18n.t('Add a break')}
              </BreakButton>
            )}
            {onCorrect && (
              <Button
                variant="ghost"
                onClick={() => onCorrect(session)}
                aria-label={i18n.t('Correct {day}, {times}', { day, times: timesOf(session) })}
                className="-my-1.5 h-7! px-2! text-accent! text-sm touch:my-0 touch:h-11!"
              >
                {i18n.t('Correct')}
              </Button>
            )}
          </span>
          <SessionNotes session={session} />
        </li>
      ))}
      {missing.map((breach) => (
        <li key={breach.at}>
          <MissingBreak {...breach} />
        </li>
      ))}
    </ul>
  )
}

const Bar = ({ minutes }: { minutes: number }) => (
  <div
    aria-hidden="true"
    className="mt-1.5 h-2 self-start overflow-hidden rounded-full bg-sunken forced-colors:outline"
  >
    <div
      className="h-full rounded-full bg-accent/75 forced-colors:bg-[CanvasText]"
      style={{ width: `${Math.min(100, (minutes / FULL_DAY) * 100)}%` }}
    />
  </div>
)

/** As high as a week in which each day has one session. */
export const WeekSkeleton = () => {
  const i18n = useI18n()
  return (
    <div role="status" className="border-line border-t">
      <span className="sr-only">{i18n.t('Loading hours...')}</span>
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
}
