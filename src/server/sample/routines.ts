import { inArray } from 'drizzle-orm'
import { sampleRoutines as plans, type SampleRoutine } from '../../../sample/routines.ts'
import { type Dice, diceOf } from '../../../sample/story.ts'
import type { RoutineStep } from '../../shared/routines.ts'
import { openingsAfter, windowOf } from '../../shared/time/routine-times.ts'
import { searchColumns, searchTextOf } from '../core/write/search-text.ts'
import { insert, insertMany } from '../core/write/write.ts'
import { routines } from '../db/tables/routines.ts'
import { sops } from '../db/tables/sops.ts'
import { taskSteps } from '../db/tables/steps.ts'
import { tasks } from '../db/tables/tasks.ts'
import { type Action, crewOf, HOUR, type Hotel, MINUTE, managerOf, sampleContext } from './hotel.ts'

/** The routines of the sample hotel, with five weeks of occurrences. */

const DAYS = 35
/** Nobody could open anything: the server room had no power. In days and hours before today. */
const OUTAGE = { daysAgo: 12, from: 5, to: 11 }

type RoutineRow = typeof routines.$inferSelect
type NewTask = typeof tasks.$inferInsert
/** An occurrence, how many of its steps are done, and by when. */
interface SampleOccurrence {
  task: NewTask
  stepsDone: number
}

/** Managers write the routines, and the weeks bring occurrences. A week is written at once: there are many. */
export function routineActions(hotel: Hotel): Action[] {
  const { ctx, calendar, departmentIds, staff } = hotel
  // Separate dice, so that the other parts of the hotel do not depend on the number of occurrences.
  const dice = diceOf(calendar.day(0) / HOUR + 3)
  const rows: [SampleRoutine, RoutineRow][] = []
  const planned = calendar.day(-DAYS) + 9 * HOUR
  const sopOf = new Map<string, number>()
  const readSops = async () => {
    const titles = plans.flatMap(({ procedure }) => procedure?.[0] ?? [])
    const found = await ctx.db.select({ id: sops.id, title: sops.title }).from(sops).where(inArray(sops.title, titles))
    for (const { id, title } of found) sopOf.set(title, id)
  }
  const written = plans.map((routine, index): Action => {
    const at = planned + index * 3 * MINUTE
    const act = async () => {
      const { title, department, days, opens, due, closes, priority, tags, place, procedure } = routine
      const creator = staff[managerOf(department)]
      const rule = {
        ...(typeof days === 'string'
          ? { days, everyDays: null, from: null }
          : { days: null, everyDays: days, from: '2025-01-01' }),
        ...{ opensAt: opens, dueAfterMinutes: due, closesAfterMinutes: closes },
      }
      const [next] = openingsAfter(rule, new Date(calendar.now), calendar.timeZone, 1)
      const by = sampleContext(ctx, creator, at)
      const row = await insert(by, routines, {
        ...{ title, priority, tags, place, ...rule },
        workMinutes: 10 + 5 * routine.steps.length,
        departmentId: departmentIds[department],
        sopId: procedure && (sopOf.get(procedure[0]) ?? null),
        sopPage: procedure?.[1],
        steps: routine.steps.map(({ kind = 'tick', required = false, unit = null, min = null, max = null, text }) => ({
          ...{ text, kind, required, unit, min, max },
        })),
        nextOccurrence: next?.toISOString() ?? null,
        creatorId: creator.id,
      })
      rows.push([routine, row])
    }
    return { at, act }
  })
  const weeks = Array.from({ length: DAYS / 7 }, (_, week): Action => {
    const beginning = (days: number) => Math.min(calendar.day(days - DAYS) + 11 * HOUR, calendar.now - MINUTE)
    const [from, to] = [beginning(7 * week), week === DAYS / 7 - 1 ? calendar.now - MINUTE : beginning(7 * week + 7)]
    const act = () =>
      writeOccurrences(
        hotel,
        dice,
        to,
        rows.flatMap(([plan, row]) => occurrencesOf(hotel, dice, plan, row, from, to)),
      )
    return { at: to, act }
  })
  return [{ at: planned, act: readSops }, ...written, ...weeks]
}

/** The occurrences of a routine that open between two times, each with its outcome up to the present. */
function occurrencesOf(hotel: Hotel, dice: Dice, plan: SampleRoutine, row: RoutineRow, from: number, to: number) {
  const { calendar } = hotel
  // The first that were given a number of days may be few, so that more are asked for than there can be.
  const openings = openingsAfter(row, new Date(from), calendar.timeZone, 8).map(Number)
  return openings.filter((opening) => opening <= to).map((opening) => storyOf(hotel, dice, plan, row, opening))
}

function storyOf(hotel: Hotel, dice: Dice, plan: SampleRoutine, row: RoutineRow, opening: number): SampleOccurrence {
  const { calendar, staff } = hotel
  const { dueAt, closesAt } = windowOf(row, new Date(opening), calendar.timeZone)
  const [due, closes] = [dueAt.getTime(), closesAt?.getTime() ?? null]
  const [down, up] = [OUTAGE.from, OUTAGE.to].map((hours) => calendar.day(-OUTAGE.daysAgo) + hours * HOUR) as [
    number,
    number,
  ]
  const opened = opening >= down && opening < up ? up : opening
  const iso = (time: number) => new Date(time).toISOString()
  const occurrence: NewTask = {
    ...{ title: row.title, tags: row.tags, priority: row.priority, place: row.place, departmentId: row.departmentId },
    estimateMinutes: row.workMinutes,
    ...{ ...searchColumns(row), creatorId: row.creatorId, kind: 'routine' },
    ...{ sopId: row.sopId, sopPage: row.sopPage, routineId: row.id, occurrenceAt: iso(opening), dueDate: iso(due) },
    ...{ closesAt: closes === null ? null : iso(closes), stepsTotal: row.steps.length },
    ...{ createdAt: iso(opened), updatedAt: iso(opened) },
  }
  const untouched = (more: Partial<NewTask> = {}): SampleOccurrence => ({
    task: { ...occurrence, ...more },
    stepsDone: 0,
  })
  const doer = staff[dice.oneOf(crewOf(plan.department))].id
  const [fate, share] = [dice.roll(), dice.roll()]
  if (closes !== null && closes <= opened)
    return untouched({ outcome: 'missed', closedAt: iso(closes), updatedAt: iso(opened) })
  const [daysAgo = -1, skipReason] = plan.skipped ?? []
  const skipped = opened + 20 * MINUTE
  if (skipReason && opening >= calendar.day(-daysAgo) && opening < calendar.day(1 - daysAgo))
    return untouched({ outcome: 'skipped', closedAt: iso(skipped), updatedAt: iso(skipped), skipReason })
  const isOver = closes === null ? due < calendar.now - 12 * HOUR : closes <= calendar.now
  if (isOver && closes !== null && fate < (plan.missed ?? 0) / 100) {
    const closed = { outcome: 'missed' as const, closedAt: iso(closes), updatedAt: iso(closes) }
    if (share < 0.6) return untouched(closed)
    const taken = iso(opening + (due - opening) * share)
    const stepsDone = Math.min(1, enterable(row))
    const begun = { assigneeId: doer, takenAt: taken, status: 'in_progress' as const, stepsDone }
    return { task: { ...occurrence, ...closed, ...begun }, stepsDone }
  }
  const isLate = fate > 0.9 && closes !== null && opened === opening
  const done = Math.floor(
    isLate ? due + (closes - due) * share : opened + Math.max(MINUTE, due - opened) * (0.2 + 0.7 * share),
  )
  const took = Math.floor(opened + (done - opened) * 0.4)
  const waits = due > calendar.now && (closes === null || share > 0.5)
  if (done < calendar.now && !waits) {
    const completed = {
      status: 'completed' as const,
      completedAt: iso(done),
      outcome: done > due ? ('late' as const) : ('done' as const),
    }
    const who = { assigneeId: doer, takenAt: iso(took), updatedAt: iso(done), stepsDone: enterable(row) }
    return { task: { ...occurrence, ...completed, ...who }, stepsDone: row.steps.length }
  }
  if (took >= calendar.now || waits) return untouched()
  const begun = { assigneeId: doer, takenAt: iso(took), status: 'in_progress' as const, updatedAt: iso(took) }
  return { task: { ...occurrence, ...begun }, stepsDone: 0 }
}

/** How many steps can be done without a photo, which the sample does not have for each. */
const enterable = ({ steps }: RoutineRow) => steps.filter(({ kind }) => kind !== 'photo').length

/** Writes occurrences and their steps, as the scheduler does: in two statements. */
async function writeOccurrences({ ctx }: Hotel, dice: Dice, at: number, told: SampleOccurrence[]) {
  const values = told.map(({ task }) => task)
  const written = await insertMany(sampleContext(ctx, null, at), tasks, values, 'open')
  const planned = await ctx.db.select({ id: routines.id, steps: routines.steps }).from(routines)
  const stepsOfRoutine = new Map(planned.map(({ id, steps }) => [id, steps]))
  const steps = written.flatMap((task, index) =>
    (stepsOfRoutine.get(task.routineId ?? 0) ?? []).map((step, place) => {
      const isDone = place < (told[index]?.stepsDone ?? 0) && step.kind !== 'photo'
      return {
        ...step,
        ...{ taskId: task.id, position: place + 1, searchText: searchTextOf(step.text), createdAt: task.createdAt },
        ...(isDone && {
          doneBy: task.assigneeId,
          doneAt: task.completedAt ?? task.takenAt,
          value: entered(step, dice),
        }),
      }
    }),
  )
  if (steps.length > 0) await ctx.db.insert(taskSteps).values(steps)
}

/** The value that somebody enters: nearly always a number within its limits. */
function entered({ kind, unit, min, max }: RoutineStep, dice: Dice) {
  if (kind === 'tick') return true
  if (kind === 'text') return 'All in order'
  const [least, most] = [min ?? (max === null ? 180 : max - 4), max ?? (min === null ? 900 : min + 4)]
  const value = dice.between(least, dice.roll() < 0.03 ? most + (most - least) * 0.4 : most)
  return Number(value.toFixed(unit === '€' || unit === 'mg/l' || unit === null ? 2 : 1))
}
