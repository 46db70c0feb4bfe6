import { messageOf } from '../../shared/call.ts'
import { type ClockSession, clockApi, durationOf } from '../../shared/clock.ts'
import { keyOf, queryClient, useCall, useReply } from '../api/queries.ts'
import { useCan, useViewer } from '../api/viewer.ts'
import { toast } from '../ui/toast.tsx'

const POLL = 5000
const ACTIVE = keyOf(clockApi.active)
const TODAY = keyOf(clockApi.today)

/** What both lists held before a change that is shown ahead of the reply. */
interface Before {
  active: ClockSession | null | undefined
  today: ClockSession[] | undefined
}

/** The viewer's running session, asked for every five seconds where that is wanted. */
export const useActive = ({ poll = false, enabled = true } = {}) =>
  useReply(clockApi.active, {}, { enabled, ...(poll && { refetchInterval: POLL }) })

/**
 * Clocks in and out. The screen shows it at once, and goes back when the server refuses; afterwards it is read again, whatever
 * the answer was.
 */
export function useClocking() {
  const viewer = useViewer()
  const mayUse = useCan('clock:use')
  const start = useCall<typeof clockApi.start, Before>(clockApi.start, {
    onMutate: () => showAhead((before) => [begun(viewer), [begun(viewer), ...(before.today ?? [])]]),
    onSuccess: (session) => {
      show(session, [session, ...others(session)])
      toast({ title: 'Clocked In', description: 'Your time tracking has started' })
    },
    onError: (_, __, before) => {
      goBack(before)
      toast({ title: 'Error', description: 'Failed to clock in', destructive: true })
    },
  })
  const stop = useCall<typeof clockApi.stop, Before>(clockApi.stop, {
    onMutate: () => showAhead((before) => [null, (before.today ?? []).map(ended)]),
    onSuccess: (session) => {
      show(null, [session, ...others(session)])
      toast({ title: 'Clocked Out', description: 'Your time tracking has ended' })
    },
    onError: (error, _, before) => {
      goBack(before)
      toast({ title: 'Error', description: messageOf(error, 'Failed to clock out'), destructive: true })
    },
  })
  const pending = start.isPending || stop.isPending
  return {
    mayUse,
    pending,
    clockIn: () => !pending && start.mutate({}),
    clockOut: () => !pending && stop.mutate({}),
  }
}

async function showAhead(next: (before: Before) => [ClockSession | null, ClockSession[]]): Promise<Before> {
  // An answer that is on its way knows nothing of this yet.
  await Promise.all([ACTIVE, TODAY].map((queryKey) => queryClient.cancelQueries({ queryKey })))
  const before: Before = { active: queryClient.getQueryData(ACTIVE), today: queryClient.getQueryData(TODAY) }
  const [active, today] = next(before)
  show(active, before.today && today)
  return before
}

function show(active: ClockSession | null, today: ClockSession[] | undefined) {
  queryClient.setQueryData(ACTIVE, active)
  if (today) queryClient.setQueryData(TODAY, today)
}

function goBack(before: Before | undefined) {
  queryClient.setQueryData(ACTIVE, before?.active)
  queryClient.setQueryData(TODAY, before?.today)
}

/** Of today's sessions those that neither stand for this one nor are it. */
const others = ({ id }: ClockSession) =>
  (queryClient.getQueryData<ClockSession[]>(TODAY) ?? []).filter((session) => session.id !== id && session.id !== AHEAD)

/** The id of a session that the server has not answered for. */
const AHEAD = 0

function begun({ id: userId, departmentId, department }: ReturnType<typeof useViewer>): ClockSession {
  const at = new Date().toISOString()
  return {
    id: AHEAD,
    userId,
    departmentId,
    department,
    startTime: at,
    endTime: null,
    duration: null,
    status: 'active',
    createdAt: at,
    updatedAt: at,
    startedOffline: false,
    endedOffline: false,
    needsReview: false,
    correction: null,
  }
}

function ended(session: ClockSession): ClockSession {
  if (session.endTime !== null) return session
  const times = { startTime: session.startTime, endTime: new Date().toISOString() }
  return { ...session, ...times, status: 'completed', duration: durationOf(times) }
}
