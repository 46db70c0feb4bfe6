import { and, gte, lt, sql } from 'drizzle-orm'
import { facetsOf } from '../../../shared/task-filter.ts'
import { audienceOf } from '../../core/audit-config.ts'
import { inTransaction, type OpenContext } from '../../core/context.ts'
import { living, open } from '../../core/task-counts.ts'
import type { Db } from '../../db/connect.ts'
import type { NewEvent } from '../../db/events.ts'
import { readSetting, writeSetting } from '../../db/settings.ts'
import { tasks } from '../../db/tables/tasks.ts'

/** Beyond this many tasks at once, pages are told to read their tasks again. */
const MAX_ANNOUNCED = 200
/** How far the first look of a new deployment reaches back, in milliseconds. */
const FIRST_LOOK_BACK = 60_000
const ANNOUNCING_LOCK = 7_350_144

/**
 * Writes an event for every task that has fallen due since the last time, on whatever server that was: the task is shown as
 * overdue from now on, and nobody has changed it. A page counts a task as overdue when its due date lies before the time of its
 * reply, or of the latest such event. So a due date that is set to a time after that event, and in the past, is announced too.
 */
export async function announceFallenDue(ctx: OpenContext): Promise<void> {
  const until = await announcedUntil(ctx.db)
  // Nearly always there is none, and nothing is written: open tasks between the two times are announced, and so move the time on.
  if (until && (await dueWithin(ctx.db, until, ctx.now, 1)).length === 0) return
  await inTransaction(ctx, async (within) => {
    const { db, now, outbox } = within
    await db.execute(sql`select pg_advisory_xact_lock(${ANNOUNCING_LOCK})`)
    const from = (await announcedUntil(db)) ?? new Date(now.getTime() - FIRST_LOOK_BACK)
    if (from > now) return
    // Locked: a change of one of these tasks comes either before this in the log, or after it.
    const due = await dueWithin(db, from, now, MAX_ANNOUNCED + 1).for('no key update')
    if (due.length > MAX_ANNOUNCED) {
      const audience = { fromRole: 'guest' as const, departments: [], users: [] }
      outbox.push({ type: 'change', change: { resource: 'tasks', id: null }, audience, fellDue: true, tab: null })
    } else outbox.push(...due.map((task) => fellDue(task, from)))
    await writeSetting(db, 'dueAnnounced', now.toISOString())
  })
}

function fellDue(task: typeof tasks.$inferSelect, announcedBefore: Date): NewEvent {
  const facets = facetsOf(task)
  return {
    type: 'change',
    change: { resource: 'tasks', id: task.id },
    audience: audienceOf(tasks, task),
    facets: { before: facets, after: facets },
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
    .where(and(gte(tasks.dueOrNever, from.toISOString()), lt(tasks.dueOrNever, to.toISOString()), open, living))
    .limit(limit)
