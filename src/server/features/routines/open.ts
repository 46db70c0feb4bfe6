import { and, eq, isNull, lte, sql } from 'drizzle-orm'
import { openingsAfter, windowOf } from '../../../shared/time/routine-times.ts'
import type { OpenContext } from '../../core/context.ts'
import { type PausedRows, workThrough } from '../../core/jobs/due-rows.ts'
import { searchColumns } from '../../core/write/search-text.ts'
import { insertMany } from '../../core/write/write.ts'
import { prepared, runPrepared } from '../../db/connect/connect.ts'
import { routines } from '../../db/tables/routines.ts'
import { tasks } from '../../db/tables/tasks.ts'
import { copySteps } from './copy-steps.ts'

type Routine = typeof routines.$inferSelect
type NewTask = typeof tasks.$inferInsert

/**
 * Routines that one transaction opens. Few large batches with long rests meet fewer of the calls that come meanwhile
 * than many small ones: `docs/time.md` has the figures.
 */
const BATCH_SIZE = 400
/** Openings of one routine in one transaction. After a long outage there may be more, which the next one opens. */
const MAX_OPENINGS = 100
/** Tasks and steps of one transaction, beyond which the routines that are left wait for the next one. */
const MAX_ROWS = 2_000

/**
 * Opens the occurrences that are due: each becomes exactly one task. The tasks and the routine's next opening are
 * written in one transaction, which holds the routine locked. So a crash at any moment leaves all of it or nothing, and
 * several servers share the work. Returns the number of openings.
 */
export async function openDue(ctx: OpenContext, paused?: PausedRows): Promise<number> {
  let opened = 0
  for (;;) {
    const some = await workThrough(
      ctx,
      {
        ...{ name: 'routine', table: routines, id: routines.id, time: routines.nextOccurrence },
        ...{ isDue: isDue(ctx.now), batchSize: BATCH_SIZE, work: openRoutines, leavesRoom: true },
      },
      paused,
    )
    if (some === 0) return opened
    opened += some
  }
}

const isDue = (now: Date) =>
  and(eq(routines.isActive, true), isNull(routines.deletedAt), lte(routines.nextOccurrence, now.toISOString()))

/** Opens due occurrences of routines among `ids` that no other server has locked; returns their number. */
async function openRoutines(ctx: OpenContext, ids: number[]) {
  const due = await runPrepared(
    ctx.db
      .select()
      .from(routines)
      // As one value: a value for each id would take longer to write than the routines to read.
      .where(and(sql`${routines.id} = any(${sql.param(ids)}::int[])`, isDue(ctx.now)))
      .orderBy(routines.nextOccurrence, routines.id)
      .for('update', { skipLocked: true }),
  )
  return (await openLocked(ctx, due)).openings
}

/**
 * Opens a routine's due occurrences before somebody changes or deletes it: they belong to the routine as it was. The
 * caller has locked it. Returns the routine with its next opening.
 */
export async function openBeforeChange(ctx: OpenContext, routine: Routine): Promise<Routine> {
  let current = routine
  // Nobody's doing: the history names the routine.
  const scheduler = { ...ctx, viewer: null }
  while (current.isActive && current.nextOccurrence !== null && current.nextOccurrence <= ctx.now.toISOString()) {
    const { next } = await openLocked(scheduler, [current])
    current = { ...current, nextOccurrence: next.get(current.id) ?? null }
  }
  return current
}

/** Opens the due occurrences of locked routines, no more than one transaction should, and sets their next opening. */
async function openLocked(ctx: OpenContext, due: Routine[]) {
  const occurrences: NewTask[] = []
  const next = new Map<number, string | null>()
  const scheduleFor = schedulesOf(ctx)
  let rows = 0
  for (const routine of due) {
    if (rows >= MAX_ROWS) break
    const { windows, next: opensNext } = scheduleFor(routine)
    occurrences.push(...occurrencesOf(ctx, routine, { windows, next: opensNext }))
    next.set(routine.id, opensNext?.toISOString() ?? null)
    rows += windows.length * (1 + routine.steps.length)
  }
  const openOnes = occurrences.filter(({ outcome }) => outcome === null)
  const overOnes = occurrences.filter(({ outcome }) => outcome !== null)
  // One has a task already if the clock, or the rule, was put back.
  const opened = await insertMany(ctx, tasks, openOnes, 'open', true)
  const missed = await insertMany(ctx, tasks, overOnes, 'miss', true)
  await copySteps(ctx, due, [...opened, ...missed])
  await moveOn(ctx, next)
  return { openings: occurrences.length, next }
}

/** The windows of a routine that open up to now, and its next opening. */
interface Schedule {
  windows: { opensAt: Date; dueAt: Date; closesAt: Date | null }[]
  next: Date | undefined
}

/**
 * Gives the schedules of routines. Many open at the same time by the same rule, and their windows are worked out once:
 * that is half of the work for thousands of them.
 */
function schedulesOf({ services, now }: OpenContext): (routine: Routine) => Schedule {
  const { timeZone } = services.config
  const known = new Map<string, Schedule>()
  return (routine) => {
    const { days, everyDays, from, opensAt, dueAfterMinutes, closesAfterMinutes, nextOccurrence } = routine
    const key = [days, everyDays, from, opensAt, dueAfterMinutes, closesAfterMinutes, nextOccurrence].join('|')
    const schedule = known.get(key) ?? scheduleOf(routine, now, timeZone)
    known.set(key, schedule)
    return schedule
  }
}

function scheduleOf(routine: Routine, now: Date, timeZone: string): Schedule {
  const first = new Date(routine.nextOccurrence ?? now)
  const [second] = openingsAfter(routine, first, timeZone, 1)
  const more = second && second <= now ? openingsAfter(routine, first, timeZone, MAX_OPENINGS) : second ? [second] : []
  const all = [first, ...more]
  const due = all.filter((opening) => opening <= now).slice(0, MAX_OPENINGS)
  const windows = due.map((opensAt) => ({ opensAt, ...windowOf(routine, opensAt, timeZone) }))
  return { windows, next: all[due.length] }
}

/**
 * The tasks of a routine's openings up to now. One whose window is over is missed. Of the others only the latest is
 * open, unless each counts: nobody needs yesterday's round today.
 */
function occurrencesOf({ now }: OpenContext, routine: Routine, { windows, next }: Schedule): NewTask[] {
  const searched = searchColumns(routine)
  return windows.map((window, at) => {
    const { closesAt } = window
    const isOver = closesAt !== null && closesAt <= now
    const isLatest = at === windows.length - 1 && !(next && next <= now)
    if (!isOver && (isLatest || routine.eachCounts)) return occurrenceOf(routine, searched, window, null)
    return occurrenceOf(routine, searched, window, isOver ? closesAt : now)
  })
}

/**
 * A copy of the routine's content when it opens; missed, if it is over already. A task whose routine names a person
 * counts as taken only when somebody takes it. It is one literal because putting objects together takes five times as
 * long, for thousands of them.
 */
const occurrenceOf = (
  {
    title,
    description,
    priority,
    tags,
    sopId,
    sopPage,
    place,
    workMinutes,
    departmentId,
    assigneeId,
    creatorId,
    id,
    steps,
  }: Routine,
  { foldedTitle, searchText }: ReturnType<typeof searchColumns>,
  { opensAt, dueAt, closesAt }: Schedule['windows'][number],
  missedAt: Date | null,
): NewTask => ({
  title,
  foldedTitle,
  description,
  priority,
  assigneeId,
  creatorId,
  departmentId,
  dueDate: dueAt.toISOString(),
  tags,
  sopId,
  sopPage: sopId === null ? null : sopPage,
  kind: 'routine',
  place,
  estimateMinutes: workMinutes,
  routineId: id,
  occurrenceAt: opensAt.toISOString(),
  closesAt: closesAt?.toISOString() ?? null,
  outcome: missedAt && 'missed',
  closedAt: missedAt?.toISOString() ?? null,
  stepsTotal: steps.length,
  searchText,
})

const setNext = prepared(sql`
  update ${routines} set next_occurrence = given.next
  from unnest(${sql.placeholder('ids')}::int[], ${sql.placeholder('next')}::timestamptz[]) as given (id, next)
  where ${routines.id} = given.id`)

/** Sets when routines open next. Nobody has changed them: `updatedAt` stays, and the tasks tell the pages. */
const moveOn = ({ db }: OpenContext, next: ReadonlyMap<number, string | null>) =>
  setNext(db, { ids: [...next.keys()], next: [...next.values()] })
