import { CloudOff, PencilLine, TriangleAlert } from 'lucide-react'
import { type ClockSession, needsReview, REVIEW_HOURS } from '../../shared/clock.ts'
import { Badge } from '../ui/badge.tsx'
import { useNow } from './now.ts'

/** Marks a session that is too long to be right. */
export const ReviewBadge = ({ count, compact = false }: { count?: number; compact?: boolean }) => (
  <Badge tone="overdue">
    <TriangleAlert aria-hidden="true" className="size-3" />
    {/* Where there is little room, only the icon is visible. */}
    <span className={compact ? 'max-lg:sr-only' : ''}>
      {count !== undefined && count > 1 ? `${count} to review` : 'To review'}
    </span>
  </Badge>
)

/** Marks a time that the person's device sent later, because it could not reach the server. */
export function OfflineBadge({ session: { startedOffline, endedOffline } }: { session: ClockSession }) {
  if (!startedOffline && !endedOffline) return null
  return (
    <Badge>
      <CloudOff aria-hidden="true" className="size-3" />
      {startedOffline && endedOffline ? 'Recorded offline' : `${startedOffline ? 'Start' : 'End'} recorded offline`}
    </Badge>
  )
}

/** Notes on a session: that it is too long, and what a manager has changed and why. */
export function SessionNotes({ session }: { session: ClockSession }) {
  const { correction } = session
  const isLong = useNow((now) => Number(session.needsReview || isTooLong(session, now))) === 1
  if (!isLong && !correction) return null
  return (
    <div className="mt-1 flex flex-col items-start gap-1 text-muted text-sm">
      {isLong && (
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <ReviewBadge />
          Longer than {REVIEW_HOURS} hours
        </p>
      )}
      {correction && (
        <p className="flex gap-1.5 wrap-anywhere">
          <PencilLine aria-hidden="true" className="mt-0.75 size-3.25 shrink-0" />
          <span>
            {correction.at === session.createdAt ? 'Added' : 'Corrected'} by {correction.by}: {correction.reason}
          </span>
        </p>
      )}
    </div>
  )
}

/** A running session can become too long while it is on the screen. */
const isTooLong = (session: ClockSession, now: number) =>
  session.endTime === null && needsReview({ ...session, correctedAt: null }, now)
