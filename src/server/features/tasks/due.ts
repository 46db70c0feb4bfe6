import { and, eq, gte, inArray, lt, max, sql } from 'drizzle-orm'
import { type FilterValues, filterValuesOf } from '../../../shared/task-filter.ts'
import { shownStatus } from '../../../shared/task-status.ts'
import { inTransaction, type OpenContext } from '../../core/context.ts'
import { active, open } from '../../core/counts/task-counts.ts'
import { audienceOf } from '../../core/write/audit-config.ts'
import type { Db } from '../../db/connect/connect.ts'
import type { ChangeEvent, Event } from '../../db/events/events.ts'
import { readSetting, writeSetting } from '../../db/settings.ts'
import { events } from '../../db/tables/events.ts'
import { tasks } from '../../db/tables/tasks.ts'

/** Beyond this many tasks at once, pages are told to read their tasks again. */
const MAX_ANNOUNCED = 200
/** How far the first look of a new deployment reaches back, in milliseconds. */
const FIRST_LOOK_BACK = 60_000
const ANNOUNCING_LOCK = 7_350_144
/** For how long, in milliseconds, a change is looked at that may have been missed. */
const MISSED_WITHIN = 10_000

/**
 * Writes an event for every task that has fallen due since the last time, on any server: the task is shown as overdue
 * from now on, though nobody has changed it. A page counts a task as overdue when its due date lies before the time of
 * its reply, or of the latest such event. So a due date that is set to a time after that event, and in the past, is
 * announced too.
 */
export async function announceFallenDue(ctx: OpenContext): Promise<void> {
  const until = await announcedUntil(ctx.db)
  const missed = until ? missedChanges(ctx, until) : []
  // Nearly always there is none, and nothing is written: an announcement also moves the time on.
  if (until && missed.length === 0 && (await dueWithin(ctx.db, until, ctx.now, 1)).length === 0) return
  await inTransaction(ctx, async (within) => {
    const { db, now, outbox } = within
    await db.execute(sql`select pg_advisory_xact_lock(${ANNOUNCING_LOCK})`)
    const from = (await announcedUntil(db)) ?? new Date(now.getTime() - FIRST_LOOK_BACK)
    if (from > now) return
    const announce = (due: FellDue[]) => {
      outbox.push(...due)
      outbox.tell(...due.map(({ change }) => ({ type: 'task.overdue' as const, id: change.id })))
    }
    if (missed.length > 0) announce(await stillMissed(db, missed))
    // Locked: a change of one of these tasks comes either before this in the log, or after it.
    const due = await dueWithin(db, from, now, MAX_ANNOUNCED + 1).for('no key update')
    if (due.length > MAX_ANNOUNCED) {
      const audience = { fromRole: 'guest' as const, departments: [], users: [] }
      outbox.push({ type: 'change', change: { resource: 'tasks', id: null }, audience, fellDue: true, tab: null })
      outbox.tell({ type: 'tasks.changed', id: null })
    } else announce(due.map((task) => fellDue(task, from)))
    await writeSetting(db, 'dueAnnounced', now.toISOString())
  })
}

type TaskEvent = ChangeEvent & Event & { change: { id: number } }

/**
 * Changes that set a due date in the past while tasks were announced: they were committed after the others were looked
 * for, and written before the time had moved on. So nobody has said yet that these tasks are overdue.
 */
function missedChanges({ services }: OpenContext, until: Date): TaskEvent[] {
  const latest = new Map<number, TaskEvent>()
  for (const event of services.events.within(MISSED_WITHIN) ?? []) {
    if (!isOfTask(event)) continue
    const { id } = event.change
    if (event.position > (latest.get(id)?.position ?? 0)) latest.set(id, event)
  }
  return [...latest.values()].filter(({ filterValues, fellDue, due = 0 }) => {
    const after = filterValues?.after as FilterValues | null | undefined
    if (!after || fellDue) return false
    return shownStatus(after, until.getTime()) === 'overdue' && shownStatus(after, due) !== 'overdue'
  })
}

const isOfTask = (event: Event): event is TaskEvent =>
  event.type === 'change' && event.change.resource === 'tasks' && event.change.id !== null

/** Events for the tasks without a later change, because another server may have announced them by now. */
async function stillMissed(db: Db, missed: TaskEvent[]): Promise<FellDue[]> {
  const ids = missed.map(({ change }) => change.id)
  const found = await db.select().from(tasks).where(inArray(tasks.id, ids)).for('no key update')
  const later = await db
    .select({ id: events.subjectId, position: max(events.position) })
    .from(events)
    .where(
      and(
        gte(events.position, Math.min(...missed.map(({ position }) => position))),
        eq(events.resource, 'tasks'),
        inArray(events.subjectId, ids.map(String)),
      ),
    )
    .groupBy(events.subjectId)
  return missed.flatMap(({ change, position, due = 0 }) => {
    const task = found.find(({ id }) => id === change.id)
    const isLatest = later.some((each) => each.id === String(change.id) && each.position === position)
    return task && isLatest ? [fellDue(task, new Date(due))] : []
  })
}

type FellDue = ChangeEvent & { change: { id: number } }

function fellDue(task: typeof tasks.$inferSelect, announcedBefore: Date): FellDue {
  const filterValues = filterValuesOf(task)
  return {
    type: 'change',
    change: { resource: 'tasks', id: task.id },
    audience: audienceOf(tasks, task),
    filterValues: { before: filterValues, after: filterValues },
    fellDue: true,
    due: announcedBefore.getTime(),
    tab: null,
  }
}

async function announcedUntil(db: Db) {
  const time = await readSetting(db, 'dueAnnounced')
  return time === undefined ? undefined : new Date(time)
}

const dueWithin = (db: Db, from: Date, to: Date, limit: number) =>
  db
    .select()
    .from(tasks)
    .where(and(gte(tasks.dueOrNever, from.toISOString()), lt(tasks.dueOrNever, to.toISOString()), open, active))
    .limit(limit)
