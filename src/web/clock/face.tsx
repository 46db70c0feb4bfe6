import { Trans } from '@lingui/react'
import { type ClockSession, LONG_BREAK_MINUTES } from '../../shared/clock-session.ts'
import { dueBreak } from '../../shared/due-break.ts'
import { dateOf } from '../../shared/time/time.ts'
import { formatClock, formatTime, formatWeekday } from '../../shared/words/formats.ts'
import { workRulesApi } from '../../shared/work-rules.ts'
import { runningBreakOf } from '../../shared/worked-time.ts'
import { useReply } from '../api/queries.ts'
import { useCan } from '../api/viewer.ts'
import { BreakSwitch, ClockButton } from '../components/shift/clock-buttons.tsx'
import { ShiftLinks } from '../components/shift/shift-links.tsx'
import { formatMinutes } from '../components/time/format-minutes.ts'
import { useReader } from '../components/time/use-reader.ts'
import { useI18n } from '../language.ts'
import { Badge } from '../ui/badge.tsx'
import { card } from '../ui/card.ts'
import { cx } from '../ui/class-names.ts'
import { FailedState } from '../ui/failed-state.tsx'
import { useMinute, useNow } from '../ui/now.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { BreakButton } from './break-button.tsx'
import { useActive, useClocking, useToday } from './clocking.ts'
import { ForgottenNote } from './forgotten-note.tsx'
import { formatRunning, formatSince } from './format.ts'

/** The current time, whether the viewer is clocked in, and the button. */
export function Face() {
  const i18n = useI18n()
  const mayUse = useCan('clock:use')
  return (
    <section
      aria-label={i18n.t('Clock')}
      className={cx(
        card,
        'flex min-w-0 flex-col items-center justify-center gap-6 px-4 py-8 text-center md:gap-7 md:py-11',
      )}
    >
      <WallClock />
      {mayUse ? (
        <ClockState />
      ) : (
        <p className="max-w-sm text-balance text-muted">
          {i18n.t('Guests do not clock in. Ask a manager if you work here and your hours should count.')}
        </p>
      )}
    </section>
  )
}

/** A component of its own, because only this is drawn each second. */
function WallClock() {
  const reader = useReader()
  const { i18n, timeZone } = reader
  const now = useNow()
  // Every language writes hours and minutes with two digits each, and some have AM or PM behind the seconds.
  const time = formatClock(now, reader)
  return (
    <div>
      <p className="font-medium text-md text-muted md:text-lg">
        <time dateTime={dateOf(now, timeZone)}>{formatWeekday(now, reader)}</time>
      </p>
      <p
        role="timer"
        aria-label={i18n.t('Current time')}
        className="tabular mt-1 whitespace-nowrap font-semibold text-[clamp(3.9rem,20vw,6.5rem)] leading-none max-[17rem]:text-[20vw] tracking-[-0.045em] md:text-[clamp(6rem,11.5vw,9.5rem)] lg:text-[clamp(6rem,10vw,9rem)]"
      >
        {time.slice(0, 5)}
        <span className="font-normal text-[0.5em] text-muted tracking-[-0.03em]">{time.slice(5)}</span>
      </p>
      <ZoneNote timeZone={timeZone} />
    </div>
  )
}

/** Names the time zone, if the device has another. */
function ZoneNote({ timeZone }: { timeZone: string }) {
  const i18n = useI18n()
  if (Intl.DateTimeFormat().resolvedOptions().timeZone === timeZone) return null
  const city = timeZone.split('/').at(-1)?.replaceAll('_', ' ')
  return <p className="mt-2 text-muted text-sm">{i18n.t('Time in {city}', { city })}</p>
}

const area = 'flex min-h-46 w-full flex-col items-center gap-5'

function ClockState() {
  const i18n = useI18n()
  const { pending, breakPending, clockIn, clockOut, startBreak, endBreak } = useClocking()
  // While a change is on its way, an older reply would undo it on the screen.
  const { data: session, error, isFetching, refetch } = useActive({ poll: !pending && !breakPending })
  if (session === undefined) {
    return error ? (
      <div className={area}>
        <FailedState
          message={i18n.t('Muster could not check whether you are clocked in.')}
          onRetry={refetch}
          pending={isFetching}
          className="py-4!"
        />
      </div>
    ) : (
      <div role="status" className={area}>
        <span className="sr-only">{i18n.t('Loading your session...')}</span>
        <Skeleton className="h-6 w-24 rounded-full" />
        <div className="h-16" />
        <Skeleton className="h-14 w-full max-w-80" />
      </div>
    )
  }
  const onBreak = session && runningBreakOf(session)
  const large = 'h-14! w-full max-w-80 text-lg! font-semibold!'
  return (
    <div className={area}>
      <Badge tone={onBreak ? 'progress' : session ? 'done' : 'neutral'} role="status" className="h-6 px-3! text-sm">
        <span aria-hidden="true" className="size-1.5 rounded-full bg-current" />
        {onBreak
          ? i18n.t('On a break ##state')
          : session
            ? i18n.t('Clocked In ##state')
            : i18n.t('Clocked Out ##state')}
      </Badge>
      <div className="flex h-16 flex-col justify-center">
        {onBreak ? (
          <OnBreak since={onBreak.startTime} />
        ) : session ? (
          <Running since={session.startTime} />
        ) : (
          <LastEnd />
        )}
      </div>
      {session && (
        <BreakSwitch
          isOnBreak={onBreak !== null}
          sign="size-5"
          onClick={onBreak ? endBreak : startBreak}
          aria-disabled={breakPending || undefined}
          className={large}
        />
      )}
      <ClockButton
        isIn={session !== null}
        sign="size-5"
        onClick={session ? clockOut : clockIn}
        aria-disabled={pending || undefined}
        className={large}
      />
      {session && <DueBreakNote />}
      {session && <BreakNote session={session} />}
      <ForgottenNote />
      <ShiftLinks look="words" className="items-center justify-center gap-x-2 gap-y-1" />
    </div>
  )
}

/** The time at which the last of today's sessions ended. */
function LastEnd() {
  const reader = useReader()
  const { i18n } = reader
  const { data: today, error } = useToday()
  if (!today && !error) return null
  const last = today?.find(({ endTime }) => endTime !== null)?.endTime
  return (
    <p className="tabular text-muted">
      {last
        ? i18n.t('Clocked out since {time}', { time: formatTime(last, reader) })
        : i18n.t('Your time counts from your clock-in.')}
    </p>
  )
}

/** The running break in minutes and seconds. */
function OnBreak({ since }: { since: string }) {
  const reader = useReader()
  const running = useNow((now) => formatRunning(now - Date.parse(since)))
  return (
    <div>
      <p
        role="timer"
        aria-label={reader.i18n.t('On a break for')}
        className="tabular font-semibold text-[2rem] leading-tight tracking-[-0.02em]"
      >
        {running}
      </p>
      <p className="tabular mt-0.5 text-muted">
        {reader.i18n.t('On break since {time}', { time: formatTime(since, reader) })}
      </p>
    </div>
  )
}

/** Says in one line that a break is due soon, or was due. Nothing rings. */
function DueBreakNote() {
  const reader = useReader()
  const { i18n } = reader
  const { data: active } = useActive()
  const { data: today } = useToday()
  const { data: rules } = useReply(workRulesApi.get, {})
  const now = useMinute()
  if (!active || !rules) return null
  const sessions = [active, ...(today ?? []).filter(({ endTime }) => endTime !== null)]
  const due = dueBreak(sessions, rules, now)
  if (!due) return null
  const values = {
    duration: formatMinutes(due.minutes, i18n),
    time: formatTime(new Date(due.at).toISOString(), reader),
  }
  return (
    <p className="text-balance">
      {due.at > now
        ? i18n.t('Take a break of {duration} by {time}.', values)
        : i18n.t('A break of {duration} was due at {time}.', values)}
    </p>
  )
}

/** Asks about a long break, which never ends by itself. Without a break it leads to the form for a forgotten one. */
function BreakNote({ session }: { session: ClockSession }) {
  const i18n = useI18n()
  const onBreak = runningBreakOf(session)
  const isLong = useNow((now) => onBreak !== null && now - Date.parse(onBreak.startTime) > LONG_BREAK_MINUTES * 60_000)
  if (isLong)
    return (
      <div className="flex w-full max-w-80 flex-col gap-2.5 rounded-card bg-overdue-soft p-3.5 text-start">
        <p>{i18n.t('Your break is long. Has it ended already?')}</p>
        <BreakButton session={session} className="self-start">
          {i18n.t('It ended earlier…')}
        </BreakButton>
      </div>
    )
  if (onBreak) return null
  return (
    <BreakButton session={session} className="text-muted!">
      {i18n.t('I took a break')}
    </BreakButton>
  )
}

function Running({ since }: { since: string }) {
  const reader = useReader()
  const running = useNow((now) => formatRunning(now - Date.parse(since)))
  const start = useNow((now) => formatSince(since, now, reader))
  return (
    <div>
      <p
        role="timer"
        aria-label={reader.i18n.t('Running for')}
        className="tabular font-semibold text-[2rem] leading-tight tracking-[-0.02em]"
      >
        {running}
      </p>
      <p className="mt-0.5 text-muted">
        <Trans
          id="Working since <0>{time}</0>"
          values={{ time: start }}
          components={{
            0: <time dateTime={since} title={formatTime(since, reader)} className="tabular font-medium text-text" />,
          }}
        />
      </p>
    </div>
  )
}
