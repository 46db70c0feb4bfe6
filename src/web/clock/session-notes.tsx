import { CloudOff, Coffee, PencilLine, TriangleAlert } from 'lucide-react'
import type { ClockSession } from '../../shared/clock-session.ts'
import { formatList } from '../../shared/words/formats.ts'
import type { Breach } from '../../shared/work-breaches.ts'
import { needsReview, REVIEW_HOURS } from '../../shared/worked-time.ts'
import { formatMinutes } from '../components/time/format-minutes.ts'
import { useReader } from '../components/time/use-reader.ts'
import { useI18n } from '../language.ts'
import { Badge } from '../ui/badge.tsx'
import { useNow } from '../ui/now.ts'
import { formatBreak } from './format.ts'

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

/** The breaks of a session, and notes on it: why it needs a review, and a manager's changes with the reason. */
export function SessionNotes({ session }: { session: ClockSession }) {
  const reader = useReader()
  const { i18n } = reader
  const { breaks = [], correction } = session
  const isToReview = useNow((now) => session.needsReview || isTooLong(session, now))
  const isLong = useNow((now) => isTooLong({ ...session, endStatedAt: null, breaksStatedAt: null }, now))
  const isBreakStated =
    session.breaksStatedAt != null && (correction === null || correction.at < session.breaksStatedAt)
  if (!isToReview && !correction && breaks.length === 0) return null
  return (
    <div className="mt-1 flex flex-col items-start gap-1 text-muted text-sm">
      {breaks.length > 0 && (
        <p className="tabular flex gap-1.5">
          <Coffee aria-hidden="true" className="mt-0.75 size-3.25 shrink-0" />
          <span>
            {i18n.t('{count, plural, one {Break: {spans}} other {Breaks: {spans}}}', {
              count: breaks.length,
              spans: formatList(
                breaks.map((one) => formatBreak(one, reader)),
                reader,
              ),
            })}
          </span>
        </p>
      )}
      {isToReview && (
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <ReviewBadge />
          {isLong
            ? i18n.t('{hours, plural, one {Longer than # hour} other {Longer than # hours}}', { hours: REVIEW_HOURS })
            : isBreakStated
              ? i18n.t('A break was entered afterwards')
              : i18n.t('The end was entered afterwards')}
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

/** One's work that lacks a break by the work rules. */
export function MissingBreak({ value, limit }: Breach) {
  const i18n = useI18n()
  return (
    <p className="tabular flex gap-1.5 text-muted text-sm">
      <TriangleAlert aria-hidden="true" className="mt-0.75 size-3.25 shrink-0" />
      {value === 0
        ? i18n.t('Break missing: {needed}', { needed: formatMinutes(limit, i18n) })
        : i18n.t('Break too short: {taken} of {needed}', {
            taken: formatMinutes(value, i18n),
            needed: formatMinutes(limit, i18n),
          })}
    </p>
  )
}

/** A running session can become too long while it is on the screen. */
const isTooLong = (session: ClockSession, now: number) =>
  session.endTime === null && needsReview({ ...session, correctedAt: null, breaksStatedAt: null }, now)
