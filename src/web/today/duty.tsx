import { Link } from '@tanstack/react-router'
import { CircleAlert, Coffee, LogIn, LogOut, Megaphone, Play } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import type { ClockSession } from '../../shared/clock-session.ts'
import { DUTY_HOURS, isOnDuty } from '../../shared/duty.ts'
import { formatTime } from '../../shared/words/formats.ts'
import { paidMinutesBetween, runningBreakOf } from '../../shared/worked-time.ts'
import { whenIdle } from '../api/first-screen.ts'
import { useCan } from '../api/viewer.ts'
import { useActive, useClocking } from '../clock/clocking.ts'
import { formatSince } from '../clock/format.ts'
import { openReport } from '../components/shift/report.ts'
import { ShiftLinks } from '../components/shift/shift-links.tsx'
import { formatMinutes } from '../components/time/format-minutes.ts'
import { useReader } from '../components/time/use-reader.ts'
import { useI18n } from '../language.ts'
import { Button } from '../ui/button.tsx'
import { card } from '../ui/card.ts'
import { cx } from '../ui/class-names.ts'
import { FailedState } from '../ui/failed-state.tsx'
import { UPRIGHT_PHONE, useMedia } from '../ui/media.ts'
import { useTicking } from '../ui/now.ts'
import { useOnDemand } from '../ui/on-demand.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { toastsBelow } from '../ui/toast.tsx'

/** The form to report a problem, with its suggestions. It must be there at once, also where there is no network. */
const prepareReport = async () => {
  const [{ readAhead }] = await Promise.all([
    import('../problems/use-report.ts'),
    import('../problems/report-dialog.tsx'),
  ])
  await readAhead()
}

const loadBelow = () => import('./below-clock.tsx').then(({ BelowClock }) => BelowClock)

/**
 * Whether the viewer is on duty, and the button to report a problem, above their work. On phones held upright the bar
 * at the foot has that button, and the one that begins the shift stands above it. Guests see the work alone.
 */
export function Duty({ children }: { children: ReactNode }) {
  return useCan('clock:use') ? <OwnDuty>{children}</OwnDuty> : children
}

function OwnDuty({ children }: { children: ReactNode }) {
  const i18n = useI18n()
  const { data: session, error, isFetching, refetch } = useActive()
  const atThumb = useMedia(UPRIGHT_PHONE)
  const { Component: BelowClock, load } = useOnDemand(loadBelow)
  useEffect(() => whenIdle(prepareReport, true), [])
  useEffect(() => whenIdle(load, true), [load])
  return (
    <>
      <div className="flex shrink-0 items-stretch gap-3">
        <section
          ref={toastsBelow}
          aria-label={i18n.t('Clock')}
          className={cx(card, 'flex min-h-12 min-w-0 flex-1 flex-wrap items-center gap-x-3 ps-4 pe-2 md:min-h-15')}
        >
          {session ? (
            <Running session={session} />
          ) : session === null ? (
            <>
              <p role="status" className="flex min-h-12 flex-1 basis-36 items-center gap-2.5 font-medium text-muted">
                <span aria-hidden="true" className="size-2 shrink-0 rounded-full border-2 border-control" />
                {i18n.t('You are not on duty')}
              </p>
              {!atThumb && <ClockIn />}
            </>
          ) : error ? (
            <FailedState
              message={i18n.t('Muster could not check whether you are clocked in.')}
              onRetry={refetch}
              pending={isFetching}
              className="gap-3! py-3!"
            />
          ) : (
            <>
              <Skeleton className="h-5 w-44" />
              <span className="sr-only">{i18n.t('Loading your session...')}</span>
            </>
          )}
        </section>
        {!atThumb && <ReportButton isNext={session !== null} className="px-7!" />}
      </div>
      <ShiftLinks look="chips" className="-mt-1 shrink-0 gap-2 md:-mt-3" />
      {BelowClock && <BelowClock isOnClock={Boolean(session)} />}
      {children}
      {atThumb && session === null && (
        <div className="sticky typing:static bottom-0 z-20 mt-auto bg-linear-to-b from-transparent to-30% to-bg pt-6 pb-3">
          <ClockIn className="my-0! h-auto! min-h-14 w-full whitespace-normal! py-1.5 text-lg! leading-tight" />
        </div>
      )}
    </>
  )
}

/** The largest button, to report a problem. `isNext`: it is the next action, and no other has its colour. */
function ReportButton({ isNext, className }: { isNext: boolean; className?: string }) {
  const i18n = useI18n()
  return (
    <Button
      variant={isNext ? 'primary' : 'secondary'}
      onClick={() => openReport()}
      className={cx(
        'h-auto! min-h-14 whitespace-normal! py-1.5 text-center font-semibold text-lg! leading-tight',
        className,
      )}
    >
      <Megaphone aria-hidden="true" className="size-5" />
      {i18n.t('Report a problem')}
    </Button>
  )
}

function ClockIn({ className }: { className?: string }) {
  const i18n = useI18n()
  const { pending, clockIn } = useClocking()
  return (
    <Button variant="primary" onClick={clockIn} aria-disabled={pending || undefined} className={cx('my-2', className)}>
      <LogIn aria-hidden="true" className="size-4.5" />
      {i18n.t('Clock In')}
    </Button>
  )
}

/** A running session. A very long one was probably forgotten; the clock screen corrects the hours. */
function Running({ session }: { session: ClockSession }) {
  const reader = useReader()
  const { i18n } = reader
  const { startTime } = session
  const { pending, breakPending, clockOut, startBreak, endBreak } = useClocking()
  const onBreak = runningBreakOf(session)
  const isDuty = useTicking((now) => isOnDuty(session, now))
  const since = useTicking((now) => formatSince(startTime, now, reader))
  const worked = useTicking((now) =>
    formatMinutes(
      onBreak
        ? Math.max(0, Math.floor((now - Date.parse(onBreak.startTime)) / 60_000))
        : Math.max(0, paidMinutesBetween([session], Date.parse(startTime), now, now)),
      i18n,
    ),
  )
  if (!isDuty) {
    return (
      <>
        <CircleAlert aria-hidden="true" className="size-5 shrink-0 text-overdue" />
        <p role="status" className="flex-1 basis-36 py-2.5 text-pretty leading-snug">
          {i18n.t(
            'Clocked in since {time}. {hours, plural, one {After # hour this no longer counts as on duty.} other {After # hours this no longer counts as on duty.}}',
            {
              time: since,
              hours: DUTY_HOURS,
            },
          )}
        </p>
        <Link
          to="/clock"
          className="my-2 inline-flex min-h-11 shrink-0 items-center rounded-control border border-line bg-surface px-4 font-medium shadow-card hover:bg-hover"
        >
          {i18n.t('Check the clock')}
        </Link>
      </>
    )
  }
  return (
    <>
      <p role="status" className="flex flex-1 basis-36 flex-wrap items-center gap-x-2.5 py-2">
        <span className="flex items-center gap-2.5 font-semibold">
          <span
            aria-hidden="true"
            className={cx('size-2 shrink-0 rounded-full', onBreak ? 'bg-progress' : 'bg-done')}
          />
          {onBreak
            ? i18n.t('On break since {time}', { time: formatTime(onBreak.startTime, reader) })
            : i18n.t('On duty since {time}', { time: since })}
        </span>
        <span className="tabular text-muted">{worked}</span>
      </p>
      {/* With large letters each takes a line of its own, or two. */}
      <div className="my-2 flex flex-wrap gap-2 max-sm:w-full max-sm:pe-2 max-sm:*:h-auto! max-sm:*:min-h-11 max-sm:*:max-w-full max-sm:*:flex-auto max-sm:*:whitespace-normal!">
        {onBreak ? (
          <Button variant="primary" onClick={endBreak} aria-disabled={breakPending || undefined}>
            <Play aria-hidden="true" className="size-4" />
            {i18n.t('End break')}
          </Button>
        ) : (
          <Button onClick={startBreak} aria-disabled={breakPending || undefined}>
            <Coffee aria-hidden="true" className="size-4" />
            {i18n.t('Start break')}
          </Button>
        )}
        <Button onClick={clockOut} aria-disabled={pending || undefined}>
          <LogOut aria-hidden="true" className="size-4" />
          {i18n.t('Clock Out')}
        </Button>
      </div>
    </>
  )
}
