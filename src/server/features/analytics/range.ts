import { DEFAULT_PERIOD, daysOf, type Period } from '../../../shared/analytics.ts'
import { boundsOf } from '../../../shared/time.ts'
import type { Context } from '../../core/context.ts'
import type { Span } from '../../core/task-counts.ts'

/** The time that a period covers, in the deployment's time zone. */
export const rangeOf = ({ now, services }: Context, period: Period = DEFAULT_PERIOD): Span =>
  boundsOf(daysOf(period, now.getTime(), services.config.timeZone))

/** Seconds as hours, to a hundredth; null counts as none. */
export const hours = (seconds: number | null) => Math.round((seconds ?? 0) / 36) / 100
