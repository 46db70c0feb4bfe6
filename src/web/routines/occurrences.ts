import type { Routine, WeekOccurrence } from '../../shared/routines.ts'
import type { Outcome } from '../../shared/task-kinds.ts'
import { openingsAfter, type RoutineRule, windowOf } from '../../shared/time/routine-times.ts'
import { type Day, dateOf } from '../../shared/time/time.ts'

export type OpenRoutine = (id: Routine['id']) => void

/** An occurrence as the week shows it. Without a task it is still to come. */
export interface ShownOccurrences {
  taskId: number | null
  opensAt: string
  dueAt: string
  closesAt: string | null
  outcome: Outcome | null
}

/** More than a week holds, because a routine opens at most once a day. */
const OPENINGS = 8

/** A week's occurrences of each routine, by date: existing tasks, and openings after `now` (ms). */
export function occurrencesOfWeek(
  routines: readonly Routine[],
  week: readonly WeekOccurrence[],
  days: readonly Day[],
  now: number,
  timeZone: string,
): ReadonlyMap<number, ReadonlyMap<string, ShownOccurrences[]>> {
  const opened = new Map<number, WeekOccurrence[]>()
  for (const occurrence of week) {
    const ofRoutine = opened.get(occurrence.routineId) ?? []
    opened.set(occurrence.routineId, ofRoutine)
    ofRoutine.push(occurrence)
  }
  const openings = openingsWithin(days, now, timeZone)
  return new Map(
    routines.map((routine) => {
      const past = (opened.get(routine.id) ?? []).map((occurrence) => shown(occurrence))
      const known = new Set(past.map(({ opensAt }) => opensAt))
      const toCome = (routine.isActive ? openings(routine) : [])
        .filter((opening) => !known.has(opening.toISOString()))
        .map((opening) => comingWindow(routine, opening, timeZone))
      return [routine.id, byDate([...past, ...toCome], timeZone)]
    }),
  )
}

const shown = ({ taskId, occurrenceAt, dueAt, closesAt, outcome }: WeekOccurrence): ShownOccurrences => ({
  taskId,
  opensAt: occurrenceAt,
  dueAt,
  closesAt,
  outcome,
})

/** The window that opens at an instant to come. */
export function comingWindow(routine: RoutineRule, opening: Date, timeZone: string): ShownOccurrences {
  const { dueAt, closesAt } = windowOf(routine, opening, timeZone)
  return {
    taskId: null,
    opensAt: opening.toISOString(),
    dueAt: dueAt.toISOString(),
    closesAt: closesAt?.toISOString() ?? null,
    outcome: null,
  }
}

/** A function that gives a routine's openings in these days after `now`. A shared rule is computed once. */
function openingsWithin(days: readonly Day[], now: number, timeZone: string) {
  const [start, end] = [days[0]?.from ?? 0, days.at(-1)?.to ?? 0]
  const known = new Map<string, Date[]>()
  return (rule: RoutineRule) => {
    if (end <= now) return []
    const key = [rule.days, rule.everyDays, rule.from, rule.opensAt].join(' ')
    const cached = known.get(key)
    if (cached) return cached
    const openings = openingsAfter(rule, new Date(Math.max(now, start - 1)), timeZone, OPENINGS).filter(
      (opening) => opening.getTime() < end,
    )
    known.set(key, openings)
    return openings
  }
}

function byDate(occurrences: ShownOccurrences[], timeZone: string) {
  const days = new Map<string, ShownOccurrences[]>()
  for (const occurrence of occurrences) {
    const date = dateOf(Date.parse(occurrence.opensAt), timeZone)
    days.set(date, [...(days.get(date) ?? []), occurrence])
  }
  return days
}

/** The next openings of a routine, or of the form. */
export const nextWindows = (rule: RoutineRule, now: number, timeZone: string, count: number) =>
  openingsAfter(rule, new Date(now), timeZone, count).map((opening) => comingWindow(rule, opening, timeZone))
