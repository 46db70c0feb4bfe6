import { and, asc, eq, lt } from 'drizzle-orm'
import type { Input } from '../../../shared/endpoint.ts'
import { MAX_PLANNED_DAYS, MAX_ROUTINES, type PlannedOccurrence, type routinesApi } from '../../../shared/routines.ts'
import { type RoutineRule, windowsDueWithin } from '../../../shared/time/routine-times.ts'
import { boundsOf, dateOf, daysFromTo, daysLater } from '../../../shared/time/time.ts'
import type { Context } from '../../core/context.ts'
import { routines } from '../../db/tables/routines.ts'
import { visibleRoutines } from './access.ts'

/**
 * The occurrences that are due on a day to come and have not opened, by their openings. The calendar alone says which
 * they are, and nothing is stored. Throws 403 for a department of others.
 */
export async function listPlanned(
  ctx: Context,
  { query: { date, departmentId } }: Input<typeof routinesApi.planned>,
): Promise<{ occurrences: PlannedOccurrence[] }> {
  const { timeZone } = ctx.services.config
  const isVisible = visibleRoutines(ctx, departmentId)
  const today = dateOf(ctx.now.getTime(), timeZone)
  if (date <= today || date > daysLater(today, MAX_PLANNED_DAYS)) return { occurrences: [] }
  const day = boundsOf(daysFromTo(date, date, timeZone))
  const found = await ctx.db
    .select()
    .from(routines)
    .where(and(isVisible, eq(routines.isActive, true), lt(routines.nextOccurrence, new Date(day.to).toISOString())))
    .orderBy(asc(routines.id))
    .limit(MAX_ROUTINES)
  const windowsOf = windowsByRule(day, timeZone)
  return {
    occurrences: found
      .flatMap((routine) => {
        const { id, title, assigneeId, priority, tags, place, workMinutes } = routine
        const planned = { title, departmentId: routine.departmentId, assigneeId, priority, tags, place, workMinutes }
        // Earlier openings have a task already.
        const earliest = Date.parse(routine.nextOccurrence ?? '')
        return windowsOf(routine)
          .filter(({ opensAt }) => opensAt.getTime() >= earliest)
          .map(({ opensAt, dueAt }) => ({
            ...{ routineId: id, ...planned },
            ...{ opensAt: opensAt.toISOString(), dueAt: dueAt.toISOString() },
          }))
      })
      .sort(
        (a, b) => a.opensAt.localeCompare(b.opensAt) || a.title.localeCompare(b.title) || a.routineId - b.routineId,
      ),
  }
}

/** Gives the windows of rules that are due within a day. Many routines have the same rule, which is worked out once. */
function windowsByRule(day: { from: number; to: number }, timeZone: string) {
  const known = new Map<string, ReturnType<typeof windowsDueWithin>>()
  return (rule: RoutineRule) => {
    const key = [rule.days, rule.everyDays, rule.from, rule.opensAt, rule.dueAfterMinutes].join('|')
    const windows = known.get(key) ?? windowsDueWithin(rule, day, timeZone)
    known.set(key, windows)
    return windows
  }
}
