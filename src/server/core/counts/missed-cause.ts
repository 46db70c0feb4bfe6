import { type SQL, sql } from 'drizzle-orm'
import type { Cause } from '../../../shared/routines.ts'
import { fixed } from '../../db/connect/connect.ts'
import { tasks } from '../../db/tables/tasks.ts'
import { wasOnDuty } from '../people/duty.ts'

/**
 * Why an occurrence was missed, as SQL over a row of `tasks` whose outcome is `missed`. It is worked out from the clock
 * sessions each time, because a clock-in that arrives late or a correction may change it.
 *
 * - `muster_was_down`: it was recorded only after its window.
 * - `taken_not_finished`: somebody had taken it or begun it.
 * - `nobody_on_duty`: nobody who was expected was on duty during its window: its assignee, or anybody of its
 * department.
 */
export const missedCause: SQL<Cause> = fixed(sql`case
  when ${tasks.createdAt} >= ${tasks.closedAt} then 'muster_was_down'
  when ${tasks.takenAt} is not null or ${tasks.status} = 'in_progress' or ${tasks.stepsDone} > 0 then 'taken_not_finished'
  when not ${wasOnDuty({
    userId: sql`${tasks.assigneeId}`,
    departmentId: sql`${tasks.departmentId}`,
    from: sql`${tasks.occurrenceAt}`,
    to: sql`${tasks.closedAt}`,
  })} then 'nobody_on_duty'
  else 'on_duty_not_taken' end`) as SQL<Cause>
