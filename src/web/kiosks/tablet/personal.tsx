import { useCallback, useEffect, useRef, useState } from 'react'
import { type Briefing, briefingApi } from '../../../shared/briefing.ts'
import { clockApi } from '../../../shared/clock.ts'
import type { ClockSession } from '../../../shared/clock-session.ts'
import { type KioskView, kioskApi, type Pass } from '../../../shared/kiosks.ts'
import { type Today, todayApi } from '../../../shared/today.ts'
import { formatTime } from '../../../shared/words/formats.ts'
import { msg } from '../../../shared/words/message.ts'
import { runningBreakOf } from '../../../shared/worked-time.ts'
import { hasStatus, messageOf } from '../../api/call-endpoint.ts'
import { BreakSwitch, ClockButton } from '../../components/shift/clock-buttons.tsx'
import { useI18n } from '../../language.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { FailedState } from '../../ui/failed-state.tsx'
import { LoadingBars } from '../../ui/loading-bars.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { callKiosk, isAwayError } from './call.ts'
import { BriefingText, type SetStatus, TodayText } from './day.tsx'
import { TimeLeft } from './time-left.tsx'
import { useTimeLeft } from './use-time-left.ts'

/** The replies that the person reads. Each part comes by itself. */
interface Read {
  session?: ClockSession | null
  today?: Today
  briefing?: Briefing
}

type Outcome = { kind: 'in' | 'out' | 'break' | 'back' } | { kind: 'failed'; message: string }

const calls = { in: clockApi.start, out: clockApi.stop, break: clockApi.startBreak, back: clockApi.endBreak }
const failures = {
  in: msg('Failed to clock in'),
  out: msg('Failed to clock out'),
  break: msg('Failed to start the break'),
  back: msg('Failed to end the break'),
}

const large = 'h-18! w-full max-w-96 rounded-card! text-2xl! font-semibold!'

/** The page after a right PIN: one button, and news. It closes by itself after a minute. */
export function Personal({
  pass: { pass, firstName, secondsLeft },
  view,
  isAway,
  onLeave,
  onAway,
  onChanged,
}: {
  pass: Pass
  view: KioskView
  isAway: boolean
  onLeave: () => void
  onAway: () => void
  onChanged: () => void
}) {
  const i18n = useI18n()
  const reader = { i18n, timeZone: view.timeZone }
  const [read, setRead] = useState<Read>({})
  const [isFailed, setFailed] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>()
  const [isClocking, setClocking] = useState(false)

  /** Handles a refused call: a person without a pass leaves. */
  const handle = useCallback(
    (error: unknown) => {
      if (isAwayError(error)) onAway()
      else if (hasStatus(error, 401)) onLeave()
      else return false
      return true
    },
    [onAway, onLeave],
  )
  const end = useCallback(() => {
    onLeave()
    // If the server does not hear of it, the pass ends by itself within a minute.
    void callKiosk(kioskApi.leave, {}, pass).catch(() => undefined)
  }, [onLeave, pass])
  const left = useTimeLeft({ pass, secondsLeft, onOver: end, onRefused: handle })

  const isShown = useRef(true)
  useEffect(() => {
    isShown.current = true
    return () => {
      isShown.current = false
    }
  }, [])
  const load = useCallback(async () => {
    setFailed(false)
    const add = (part: Read) => isShown.current && setRead((before) => ({ ...before, ...part }))
    try {
      await Promise.all([
        callKiosk(clockApi.active, {}, pass).then((session) => add({ session })),
        callKiosk(todayApi.read, {}, pass).then((today) => add({ today })),
        callKiosk(briefingApi.get, { query: {} }, pass).then((briefing) => add({ briefing })),
      ])
    } catch (error) {
      if (isShown.current && !handle(error)) setFailed(true)
    }
  }, [pass, handle])
  // Parts that could not be read without a connection are read when it is back.
  useEffect(() => {
    if (!isAway) void load()
  }, [isAway, load])

  async function clock(kind: keyof typeof calls) {
    setClocking(true)
    try {
      const session = await callKiosk<typeof clockApi.start>(calls[kind] as typeof clockApi.start, {}, pass)
      if (!isShown.current) return
      setRead((before) => ({ ...before, session: session.endTime === null ? session : null }))
      setOutcome({ kind })
      onChanged()
      // A person who has come on duty is briefed about news by now.
      if (kind === 'in') void load()
    } catch (error) {
      if (isShown.current && !handle(error)) {
        const failed = i18n.t(failures[kind])
        setOutcome({ kind: 'failed', message: kind === 'in' ? failed : messageOf(error, failed) })
        void load()
      }
    }
    if (isShown.current) setClocking(false)
  }

  const setStatus: SetStatus = async ({ id }, status, was) => {
    try {
      await callKiosk(kioskApi.setStatus, { params: { id }, body: { status, was } }, pass)
      return null
    } catch (error) {
      const failed = i18n.t('Failed to update task status')
      return handle(error) ? failed : messageOf(error, failed)
    }
  }

  const { session, today, briefing } = read
  const onBreak = session ? runningBreakOf(session) : null
  const todayPart = today && <TodayText today={today} reader={reader} setStatus={setStatus} />
  const briefingPart = briefing && <BriefingText briefing={briefing} reader={reader} />
  return (
    <main className="mx-auto flex min-h-dvh w-full max-w-5xl flex-col gap-6 p-4 pb-10 sm:p-6 lg:p-8">
      <header className="sticky top-0 z-10 -mx-4 flex items-center gap-4 bg-bg px-4 py-3 sm:-mx-6 sm:px-6">
        <h1 className="min-w-0 flex-1 truncate font-semibold text-2xl tracking-[-0.015em] sm:text-3xl">
          {i18n.t('Hello {name}', { name: firstName })}
        </h1>
        <TimeLeft seconds={left} />
        <Button onClick={end} className="h-14! px-6! text-lg! font-semibold!">
          {i18n.t('Done ##leave the page')}
        </Button>
      </header>
      <section
        aria-label={i18n.t('Clock')}
        className="flex flex-col items-center gap-4 rounded-card border border-line bg-surface p-5 text-center shadow-card sm:p-7"
      >
        {session === undefined ? (
          isFailed ? null : (
            <Skeleton className="h-14 w-full max-w-96" />
          )
        ) : (
          <>
            <Badge tone={session ? 'done' : 'neutral'} role="status" className="h-8 px-4! text-md">
              <span aria-hidden="true" className="size-2 rounded-full bg-current" />
              {session ? i18n.t('Clocked In ##state') : i18n.t('Clocked Out ##state')}
            </Badge>
            {session && (
              <p className="text-muted">
                {onBreak
                  ? i18n.t('On break since {time}', { time: formatTime(onBreak.startTime, reader) })
                  : i18n.t('Working since {time}', { time: formatTime(session.startTime, reader) })}
              </p>
            )}
            {session && (
              <BreakSwitch
                isOnBreak={onBreak !== null}
                sign="size-6"
                pending={isClocking}
                onClick={() => clock(onBreak ? 'back' : 'break')}
                className={large}
              />
            )}
            <ClockButton
              isIn={session !== null}
              sign="size-6"
              pending={isClocking}
              onClick={() => clock(session ? 'out' : 'in')}
              className={large}
            />
          </>
        )}
        <p role="status" className="min-h-6 max-w-lg text-pretty font-medium text-lg">
          {outcome?.kind === 'in' && i18n.t('Clocked In: Your time tracking has started')}
          {outcome?.kind === 'break' && i18n.t('Break started: Your devices stay quiet')}
          {outcome?.kind === 'back' && i18n.t('Break ended: Your time counts again')}
          {outcome?.kind === 'out' && (
            <>
              {i18n.t('Clocked Out: Your time tracking has ended')}
              <span className="mt-1 block font-normal text-muted">
                {i18n.t('Write a handover on your phone within 15 minutes.')}
              </span>
            </>
          )}
          {outcome?.kind === 'failed' && <span className="text-overdue">{outcome.message}</span>}
        </p>
      </section>
      {isFailed && <FailedState message={i18n.t('Your day could not be loaded.')} onRetry={load} className="py-2!" />}
      {!today && !briefing && !isFailed && (
        <LoadingBars bars="h-15 rounded-card!" count={3} className="flex flex-col gap-2.5" />
      )}
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 md:grid-cols-2">
        {outcome?.kind === 'in' ? (
          <>
            {briefingPart}
            {todayPart}
          </>
        ) : (
          <>
            {todayPart}
            {briefingPart}
          </>
        )}
      </div>
    </main>
  )
}
