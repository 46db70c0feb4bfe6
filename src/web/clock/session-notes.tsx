import { CloudOff, PencilLine, TriangleAlert } from 'lucide-react'
import { type ClockSession, needsReview, REVIEW_HOURS } from '../../shared/clock.ts'
import { useI18n } from '../language.ts'
import { Badge } from '../ui/badge.tsx'
import { useNow } from '../ui/now.ts'

/** Marks a session that is too long to be right. */
export function ReviewBadge({ count = 1, compact = false }: { count?: number; compact?: boolean }) {
  const i18n = useI18n()
  return (
    <Badge tone="overdue">
      <TriangleAlert aria-hidden="true" className="size-3" />
      {/* Where there is little room, only the icon is visible. */}
      <span className={compact ? 'max-lg:sr-only' : ''}>
        {count > 1 ? i18n.t('{count, plural, one {# to review} other {# to review}}', { count }) : i18n.t('To review')}
      </span>
    </Badge>
  )
}

/** Marks a time that the person's device sent later, because it could not reach the server. */
export function OfflineBadge({ session: { startedOffline, endedOffline } }: { session: ClockSession }) {
  const i18n = useI18n()
  if (!startedOffline && !endedOffline) return null
  return (
    <Badge>
      <CloudOff aria-hidden="true" className="size-3" />
      {startedOffline && endedOffline
        ? i18n.t('Recorded offline')
        : startedOffline
          ? i18n.t('Start recorded offline')
          : i18n.t('End recorded offline')}
    </Badge>
  )
}

/** Notes on a session: that it is too long, and a manager's changes with the reason. */
export function SessionNotes({ session }: { session: ClockSession }) {
  const i18n = useI18n()
  const { correction } = session
  const isLong = useNow((now) => session.needsReview || isTooLong(session, now))
  if (!isLong && !correction) return null
  return (
    <div className="mt-1 flex flex-col items-start gap-1 text-muted text-sm">
      {isLong && (
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <ReviewBadge />
          {i18n.t('{hours, plural, one {Longer than # hour} other {Longer than # hours}}', { hours: REVIEW_HOURS })}
        </p>
      )}
      {correction && (
        <p className="flex gap-1.5 wrap-anywhere">
          <PencilLine aria-hidden="true" className="mt-0.75 size-3.25 shrink-0" />
          <span>
            {correction.at === session.createdAt
              ? i18n.t('Added by {name}: {reason}', { name: correction.by, reason: correction.reason })
              : i18n.t('Corrected by {name}: {reason}', { name: correction.by, reason: correction.reason })}
          </span>
        </p>
      )}
    </div>
  )
}

/** A running session can become too long while it is on the screen. */
const isTooLong = (session: ClockSession, now: number) =>
  session.endTime === null && needsReview({ ...session, correctedAt: null }, now)
