import type { NewRoutine, RoutineStep } from '../../../shared/routines.ts'
import { openingsAfter, type RoutineRule } from '../../../shared/time/routine-times.ts'
import { msg } from '../../../shared/words/message.ts'
import type { Issue } from '../../base/errors.ts'
import type { OpenContext } from '../../core/context.ts'
import { faultsOfStep } from '../../core/tasks/step-faults.ts'
import type { routines } from '../../db/tables/routines.ts'

/** Rules that make a routine whole, beyond the contract's rules for each field. */

type Fields = Pick<
  typeof routines.$inferInsert,
  'departmentId' | 'assigneeId' | 'days' | 'everyDays' | 'from' | 'dueAfterMinutes' | 'closesAfterMinutes' | 'steps'
>

/** The faults of a routine: in its department or person, its times, and its steps. */
export function ruleFaultsOf(routine: Fields, path = ''): Issue[] {
  const { departmentId, assigneeId, dueAfterMinutes, closesAfterMinutes, steps = [] } = routine
  const issues: Issue[] = []
  if (departmentId == null && assigneeId == null)
    issues.push({ path: `${path}departmentId`, message: msg('Choose a department or a person') })
  issues.push(...faultsOfDays(routine, path))
  if (closesAfterMinutes != null && closesAfterMinutes < dueAfterMinutes)
    issues.push({ path: `${path}closesAfterMinutes`, message: msg('Must not close before it is due') })
  return [...issues, ...steps.flatMap((step, at) => faultsOfStep(step, `${path}steps.${at}.`))]
}

/** It comes either on certain days, or every so many days from a day on. */
function faultsOfDays({ days, everyDays, from }: Fields, path: string): Issue[] {
  const isEvery = everyDays != null || from != null
  if (days != null && isEvery)
    return [{ path: `${path}everyDays`, message: msg('Choose certain days, or a number of days from one to the next') }]
  if (days == null && !isEvery) return [{ path: `${path}days`, message: msg('Choose the days') }]
  if (days == null && everyDays == null)
    return [{ path: `${path}everyDays`, message: msg('Choose after how many days') }]
  if (days == null && from == null) return [{ path: `${path}from`, message: msg('Choose the first day') }]
  return []
}

/** The steps with defaults for absent fields. */
export const wholeSteps = (steps: NonNullable<NewRoutine['steps']>): RoutineStep[] =>
  steps.map(({ text, kind = 'tick', required = false, unit = null, min = null, max = null }) => ({
    ...{ text, kind, required, unit, min, max },
  }))

/** When a routine opens next, after now; null if its rule has no more days. */
export const nextOpening = ({ services, now }: OpenContext, rule: RoutineRule): string | null =>
  openingsAfter(rule, now, services.config.timeZone, 1)[0]?.toISOString() ?? null
