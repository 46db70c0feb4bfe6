import { useEffect, useRef } from 'react'
import { type ClockSession, minutesBetween } from '../../shared/clock.ts'
import { formatTime, startOfDay } from '../../shared/time.ts'
import { markStale } from '../api/queries.ts'
import { useViewer } from '../api/viewer.ts'
import { formatMinutes } from '../components/format-minutes.ts'
import { useMidnight } from '../components/use-midnight.ts'
import { FailedState } from '../ui/failed-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { AHEAD } from './ahead.ts'
import { Card } from './card.tsx'
import { useActive, useToday } from './clocking.ts'
import { FoldButton, useFolded } from './folded.tsx'
import { formatSince } from './format.ts'
import { useNow } from './now.ts'
import { OfflineBadge, SessionNotes } from './session-notes.tsx'

/** The viewer's sessions that touch today, and their time within today. */
export function Today() {
  const { data, error, isFetching, refetch } = useToday()
  useMidnight(() => void refetch())
  useRefreshOnPoll()
  return (
    <Card title="Today's Sessions" className="min-h-32 lg:last:flex-1" aside={data && <Total sessions={data} />}>
      {data ? (
        data.length > 0 ? (
          <Sessions sessions={data} />
        ) : (
          <p className="m-auto px-4 pt-1 pb-5 text-muted">No sessions today</p>
        )
      ) : error ? (
        <FailedState message="Today's sessions could not be loaded." onRetry={refetch} pending={isFetching} />
      ) : (
        <div role="status" className="flex flex-col gap-3 px-4 pb-3">
          <span className="text-muted">Loading sessions...</span>
          <Skeleton className="h-6" />
        </div>
      )}
    </Card>
  )
}

/**
 * Reads all hours again when the poll finds another running session. That happens after a clock-out on another device while the
 * live connection was away.
 */
function useRefreshOnPoll() {
  const { data: active } = useActive()
  const id = active === undefined ? undefined : (active?.id ?? null)
  const last = useRef(id)
  useEffect(() => {
    if (id === last.current || id === undefined || id === AHEAD) return
    if (last.current !== undefined) void markStale(['clock'])
    last.current = id
  }, [id])
}

/** The minutes that these sessions have within today so far. */
function useMinutesToday(sessions: ClockSession[]) {
  const { timeZone } = useViewer()
  return useNow((now) => minutesBetween(sessions, startOfDay(now, timeZone), startOfDay(now, timeZone, 1), now))
}

const Total = ({ sessions }: { sessions: ClockSession[] }) => (
  <p className="tabular shrink-0 text-muted">
    Total <span className="font-semibold text-text">{formatMinutes(useMinutesToday(sessions))}</span>
  </p>
)

function Sessions({ sessions }: { sessions: ClockSession[] }) {
  const { shown, ...fold } = useFolded(sessions, { newest: 'first' })
  return (
    <ul className="divide-y divide-line border-line border-t px-4">
      {shown.map((session) => (
        <SessionOfToday key={session.id || session.startTime} session={session} />
      ))}
      {fold.hidden > 0 && (
        <li className="py-1.5 touch:py-0">
          <FoldButton {...fold} day="today" />
        </li>
      )}
    </ul>
  )
}

function SessionOfToday({ session }: { session: ClockSession }) {
  const { timeZone } = useViewer()
  const { startTime, endTime } = session
  const minutes = useMinutesToday([session])
  const since = useNow((now) => formatSince(startTime, now, timeZone))
  const isOlder = useNow((now) => Number(Date.parse(startTime) < startOfDay(now, timeZone))) === 1
  return (
    <li className="py-2.5">
      <div className="tabular flex items-baseline gap-3">
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-0.5">
          <p className="font-[520]">
            {isOlder ? 'since ' : ''}
            {since}
            {endTime === null ? (isOlder ? '' : ' – now') : ` – ${formatTime(endTime, timeZone)}`}
          </p>
          <OfflineBadge session={session} />
        </div>
        <p className={endTime === null ? 'font-semibold text-done' : 'text-muted'}>{formatMinutes(minutes)}</p>
      </div>
      <SessionNotes session={session} />
    </li>
  )
}
