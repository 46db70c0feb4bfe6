import { useIsMutating, useMutation } from '@tanstack/react-query'
import { useMemo } from 'react'
import { clockApi } from '../../shared/clock.ts'
import type { ClockSession } from '../../shared/clock-session.ts'
import { formatTime } from '../../shared/words/formats.ts'
import { msg } from '../../shared/words/message.ts'
import { messageOf } from '../api/call-endpoint.ts'
import { keyOf, queryClient, useReply } from '../api/queries.ts'
import { useCan, useViewer } from '../api/viewer.ts'
import { takesPress, useIsPressed } from '../components/forms/steady-press.ts'
import { clockedIn } from '../components/shift/clocked-in.ts'
import { handingOver, lastClockOut, openHandover } from '../components/shift/handing-over.ts'
import { useReader } from '../components/time/use-reader.ts'
import { i18nNow } from '../language.ts'
import { ownClockPatches } from '../live/clock-changes.ts'
import { registerPatches } from '../live/reply-patches.ts'
import { callOrEnqueue, onSent, QUEUED } from '../offline/offline-queue.ts'
import { queuedWrites, useOfflineQueue } from '../offline/queued-writes.ts'
import { serverNowText } from '../server-time.ts'
import { toast, toastError } from '../ui/toast.tsx'
import { AHEAD, endedBreak, endedSession, type OwnHours, startedBreak, startedSession, withQueued } from './ahead.ts'

registerPatches('clock', ownClockPatches)

const POLL = 5000
/** Clock In and Clock Out stand at the same place. */
const CLOCK = 'clock'
/** So do Start break and End break. */
const BREAK = 'break'
const CLOCKING = ['clock in or out']
const ACTIVE = keyOf(clockApi.active)
const TODAY = keyOf(clockApi.today)

/** The viewer's running session. With `poll` it is read every five seconds. */
export function useActive({ poll = false, enabled = true } = {}) {
  const options = { enabled, ...(poll && { refetchInterval: POLL }) }
  const { data, error, isFetching, refetch } = useReply(clockApi.active, {}, options)
  return { data: useWithQueued(data, undefined).active, error, isFetching, refetch }
}

/** The viewer's sessions that touch today. */
export function useToday() {
  const { data, error, isFetching, refetch } = useReply(clockApi.today, {})
  const { data: active } = useReply(clockApi.active, {})
  return { data: useWithQueued(active, data).today, error, isFetching, refetch }
}

/** The viewer's hours with the queued changes. */
function useWithQueued(active: OwnHours['active'], today: OwnHours['today']) {
  const viewer = useViewer()
  const queued = useOfflineQueue()
  return useMemo(() => withQueued(viewer, { active, today }, queued), [viewer, active, today, queued])
}

// A queued change stays on the screen until the hours are read again.
onSent(({ shows }, reply) => {
  if (!('clock' in shows) || !reply) return
  showStored(reply as ClockSession)
})

/**
 * Clocks in and out, and begins and ends breaks. The screen shows it at once, and goes back if the server refuses.
 * Afterwards the hours are read again. Without a network the call is queued, and the server receives the time at
 * which it was made.
 */
export function useClocking() {
  const viewer = useViewer()
  const reader = useReader()
  const mayUse = useCan('clock:use')
  const { i18n } = reader
  const queuedNote = (at: string) =>
    i18n.t('At {time}. It will be sent when the connection returns.', { time: formatTime(at, reader) })

  const start = useMutation({
    mutationKey: CLOCKING,
    mutationFn: () => callOrEnqueue(clockApi.start, {}, queueInfo('in')),
    onMutate: () =>
      showAhead((before) => [
        startedSession(viewer, serverNowText()),
        [startedSession(viewer, serverNowText()), ...(before.today ?? [])],
      ]),
    onSuccess: (session, _, before) => {
      if (session === QUEUED) goBack(before)
      else showStored(session)
      lastClockOut.set(null)
      handingOver.set(false)
      // Without a network no briefing waits for it.
      if (session !== QUEUED) clockedIn.set(session)
      const description = session === QUEUED ? queuedNote(lastQueued()) : i18n.t('Your time tracking has started')
      toast({ title: i18n.t('Clocked In'), description, waits: session === QUEUED })
    },
    onError: (_, __, before) => {
      goBack(before)
      toastError(i18n.t('Failed to clock in'))
    },
  })
  const stop = useMutation({
    mutationKey: CLOCKING,
    mutationFn: () => callOrEnqueue(clockApi.stop, {}, queueInfo('out')),
    onMutate: () =>
      showAhead((before) => [null, (before.today ?? []).map((session) => endedSession(session, serverNowText()))]),
    onSuccess: (session, _, before) => {
      if (session === QUEUED) goBack(before)
      else showStored(session)
      lastClockOut.set({ by: viewer.id, at: session === QUEUED ? lastQueued() : (session.endTime ?? serverNowText()) })
      openHandover()
      const description = session === QUEUED ? queuedNote(lastQueued()) : i18n.t('Your time tracking has ended')
      toast({ title: i18n.t('Clocked Out'), description, waits: session === QUEUED })
    },
    onError: (error, _, before) => {
      goBack(before)
      toastError(messageOf(error, i18n.t('Failed to clock out')))
    },
  })
  const pause = useMutation({
    mutationKey: CLOCKING,
    mutationFn: () => callOrEnqueue(clockApi.startBreak, {}, queueInfo('break')),
    onMutate: () => showAhead((before) => changedRunning(before, startedBreak)),
    onSuccess: (session, _, before) => {
      if (session === QUEUED) goBack(before)
      else showStored(session)
      const description = session === QUEUED ? queuedNote(lastQueued()) : i18n.t('Your devices stay quiet')
      toast({ title: i18n.t('Break started'), description, waits: session === QUEUED })
    },
    onError: (error, _, before) => {
      goBack(before)
      toastError(messageOf(error, i18n.t('Failed to start the break')))
    },
  })
  const resume = useMutation({
    mutationKey: CLOCKING,
    mutationFn: () => callOrEnqueue(clockApi.endBreak, {}, queueInfo('back')),
    onMutate: () => showAhead((before) => changedRunning(before, endedBreak)),
    onSuccess: (session, _, before) => {
      if (session === QUEUED) goBack(before)
      else showStored(session)
      const description = session === QUEUED ? queuedNote(lastQueued()) : i18n.t('Your time counts again')
      toast({ title: i18n.t('Break ended'), description, waits: session === QUEUED })
    },
    onError: (error, _, before) => {
      goBack(before)
      toastError(messageOf(error, i18n.t('Failed to end the break')))
    },
  })
  // Counts calls from the palette and from the button, so that only one is on its way at a time.
  const isUnderWay = useIsMutating({ mutationKey: CLOCKING }) > 0
  const [isClockPressed, isBreakPressed] = [useIsPressed(CLOCK), useIsPressed(BREAK)]
  const once = (place: string, run: () => void) => () => {
    if (!isUnderWay && takesPress(place)) run()
  }
  return {
    mayUse,
    pending: isClockPressed || isUnderWay,
    breakPending: isBreakPressed || isUnderWay,
    clockIn: once(CLOCK, () => start.mutate()),
    clockOut: once(CLOCK, () => stop.mutate()),
    startBreak: once(BREAK, () => pause.mutate()),
    endBreak: once(BREAK, () => resume.mutate()),
  }
}

const queueWords = {
  in: msg('Clock In'),
  out: msg('Clock Out'),
  break: msg('Start break'),
  back: msg('End break'),
}
const queueInfo = (clock: keyof typeof queueWords) => ({
  words: { what: i18nNow().t(queueWords[clock]), deed: '' },
  shows: { clock },
  body: (at: string) => ({ at }),
})
const lastQueued = () => queuedWrites().at(-1)?.at ?? serverNowText()

/** The hours with the running session changed as of now. */
function changedRunning(
  { active, today }: OwnHours,
  change: (session: ClockSession, at: string) => ClockSession,
): [ClockSession | null, ClockSession[]] {
  const at = serverNowText()
  return [active ? change(active, at) : null, (today ?? []).map((session) => change(session, at))]
}

/** Shows a change before the reply. Returns the state before. */
async function showAhead(next: (before: OwnHours) => [ClockSession | null, ClockSession[]]): Promise<OwnHours> {
  // A read that is on its way does not have this change yet.
  await Promise.all([ACTIVE, TODAY].map((queryKey) => queryClient.cancelQueries({ queryKey })))
  const before: OwnHours = { active: queryClient.getQueryData(ACTIVE), today: queryClient.getQueryData(TODAY) }
  const [active, today] = next(before)
  show(active, before.today && today)
  return before
}

/** `today` is undefined where those sessions were not read. A list made here would lack the others. */
function show(active: ClockSession | null, today: ClockSession[] | undefined) {
  queryClient.setQueryData(ACTIVE, active)
  if (today) queryClient.setQueryData(TODAY, today)
}

function goBack(before: OwnHours | undefined) {
  queryClient.setQueryData(ACTIVE, before?.active)
  queryClient.setQueryData(TODAY, before?.today)
}

/** Shows the session as the server has stored it, in place of its stand-in. */
function showStored(session: ClockSession) {
  const others = queryClient.getQueryData<ClockSession[]>(TODAY)?.filter(({ id }) => id !== session.id && id !== AHEAD)
  show(session.endTime === null ? session : null, others && [session, ...others])
}
