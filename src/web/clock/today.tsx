import { Trans } from '@lingui/react'
import { useEffect, useRef } from 'react'
import type { ClockSession } from '../../shared/clock-session.ts'
import { startOfDay } from '../../shared/time/time.ts'
import { formatExactTime } from '../../shared/words/exact-time.ts'
import { formatSpan } from '../../shared/words/formats.ts'
import { paidMinutesBetween } from '../../shared/worked-time.ts'
import { markStale } from '../api/queries.ts'
import { formatMinutes } from '../components/time/format-minutes.ts'
import { useMidnight } from '../components/time/use-midnight.ts'
import { useReader } from '../components/time/use-reader.ts'
import { useI18n } from '../language.ts'
import { FailedState } from '../ui/failed-state.tsx'
import { useNow } from '../ui/now.ts'
import { Skeleton } from '../ui/skeleton.tsx'
import { AHEAD } from './ahead.ts'
import { BreakButton } from './break-button.tsx'
import { Card } from './card.tsx'
import { useActive, useToday } from './clocking.ts'
import { FoldButton, useFolded } from './folded.tsx'
import { formatSince } from './format.ts'
import { OfflineBadge, SessionNotes } from './session-notes.tsx'

/** The viewer's sessions that touch today, and their time within today. */
export function Today() {
  const i18n = useI18n()
  const { data, error, isFetching, refetch } = useToday()
  useMidnight(() => void refetch())
  useRefreshOnPoll()
  return (
    <Card
      title={i18n.t("Today's Sessions")}
      className="min-h-32 lg:last:flex-1"
      aside={data && <Total sessions={data} />}
    >
      {data ? (
        data.length > 0 ? (
          <Sessions sessions={data} />
        ) : (
          <p className="m-auto px-4 pt-1 pb-5 text-muted">{i18n.t('No sessions today')}</p>
        )
      ) : error ? (
        <FailedState message={i18n.t("Today's sessions could not be loaded.")} onRetry={refetch} pending={isFetching} />
      ) : (
        <div role="status" className="flex flex-col gap-3 px-4 pb-3">
          <span className="text-muted">{i18n.t('Loading sessions...')}</span>
          <Skeleton className="h-6" />
        </div>
      )}
    </Card>
  )
}

/**
 * Reads all hours again when the poll finds another running session. That happens after a clock-out on another device
 * while the live connection was away.
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
  const reader = useReader()
  const { timeZone } = reader
  return useNow((now) => paidMinutesBetween(sessions, startOfDay(now, timeZone), startOfDay(now, timeZone, 1), now))
}

const Total = ({ sessions }: { sessions: ClockSession[] }) => (
  <p className="tabular shrink-0 text-muted">
    <Trans
      id="Total <0>{time}</0>"
      values={{ time: formatMinutes(useMinutesToday(sessions), useI18n()) }}
      components={{ 0: <span className="font-semibold text-text" /> }}
    />
  </p>
)

function Sessions({ sessions }: { sessions: ClockSession[] }) {
  const i18n = useI18n()
  const { shown, ...fold } = useFolded(sessions, { newest: 'first' })
  return (
    <ul className="divide-y divide-line border-line border-t px-4">
      {shown.map((session) => (
        <SessionOfToday key={session.id || session.startTime} session={session} />
      ))}
      {fold.hidden > 0 && (
        <li className="py-1.5 touch:py-0">
          <FoldButton {...fold} day={i18n.t('today')} />
        </li>
      )}
    </ul>
  )
}

function SessionOfToday({ session }: { session: ClockSession }) {
  const reader = useReader()
  const { i18n, timeZone } = reader
  const { startTime, endTime } = session
  const minutes = useMinutesToday([session])
  const since = useNow((now) => formatSince(startTime, now, reader))
  const isOlder = useNow((now) => Date.parse(startTime) < startOfDay(now, timeZone))
  return (
    <li className="py-2.5">
      <div className="tabular flex items-baseline gap-3">
        <div className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3 gap-y-0.5">
          <p className="font-medium">
            {isOlder
              ? endTime === null
                ? i18n.t('since {time}', { time: since })
                : i18n.t('since {time} – {end}', { time: since, end: formatExactTime(endTime, reader) })
              : endTime === null
                ? i18n.t('{start} – now', { start: since })
                : `${since} – ${formatExactTime(endTime, reader)}`}
          </p>
          <OfflineBadge session={session} />
          {endTime !== null && (
            <BreakButton
              session={session}
              label={i18n.t('Add a break to {session}', { session: formatSpan(startTime, endTime, reader) })}
              className="-my-1.5 h-7! px-2! text-accent! text-sm touch:my-0 touch:h-11!"
            >
              {i18n.t('Add a break')}
            </BreakButton>
          )}
        </div>
        <p className={endTime === null ? 'font-semibold text-done' : 'text-muted'}>{formatMinutes(minutes, i18n)}</p>
      </div>
      <SessionNotes session={session} />
    </li>
  )
}
