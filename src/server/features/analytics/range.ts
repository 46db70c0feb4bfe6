import { type SQL, sql } from 'drizzle-orm'
import { DEFAULT_PERIOD, daysOf, type Period } from '../../../shared/analytics.ts'
import { boundsOf } from '../../../shared/time.ts'
import { visibleTasks } from '../../core/access.ts'
import type { Context } from '../../core/context.ts'
import type { Span } from '../../core/task-counts.ts'

/** From where to where the period asked for reaches, in the deployment's time zone. */
export const rangeOf = ({ now, services }: Context, period: Period = DEFAULT_PERIOD): Span =>
  boundsOf(daysOf(period, now.getTime(), services.config.timeZone))

/** The tasks that are asked about: all that the viewer may see, or a department's. */
export const inScope = (ctx: Context, departmentId?: number): SQL => {
  const conditions = visibleTasks(ctx, departmentId).map(({ condition }) => sql`(${condition})`)
  return sql`(${sql.join(conditions, sql` or `)})`
}

/** Hours to a hundredth, of seconds that may be none. */
export const hours = (seconds: number | null) => Math.round((seconds ?? 0) / 36) / 100
