import { sql } from 'drizzle-orm'
import type { OpenContext } from '../../core/context.ts'
import { auditLogs } from '../../db/tables/audit-log.ts'
import { knownActions, resourceTypeOf } from './entries.ts'

/**
 * Deletes from the audit log. The history of everything that exists stays. Refusals, exports and other entries that
 * record no change are deleted after AUDIT_DAYS, and the whole history of a subject AUDIT_DAYS after its deletion.
 */

const DAY_MS = 24 * 3600 * 1000
/** Repeating reminders write entries without anybody's action, so that these stay shorter. */
const FIRE_DAYS = 30
/** Messages go after a year, and their texts in the log with them. */
const MESSAGE_DAYS = 365
/** Entries that one statement deletes. */
const BATCH_SIZE = 1000
/** Subjects whose history one statement deletes. */
const SUBJECTS_PER_BATCH = 200

/** Refusals, as `session.refuse-pin`, and exports of any kind. */
const TEMPORARY = /\.(refuse(-[a-z-]+)?|export)$/
/**
 * Other actions that change nothing. Sign-ins are not among them: they show that a person has signed in before, and
 * only then does a new browser cause a notification.
 */
const temporaryActions = new Set(['user.ask-password', 'audit-log.read'])
const isTemporary = (action: string) => TEMPORARY.test(action) || temporaryActions.has(action)

type Ctx = Pick<OpenContext, 'db' | 'now' | 'services'>

/** After how many days the entries of an action go; false for those that stay. */
function daysOf(action: string, { services }: Ctx) {
  if (action === 'reminder.fire') return FIRE_DAYS
  if (resourceTypeOf(action) === 'message') return MESSAGE_DAYS
  return isTemporary(action) && services.config.auditDays
}

/**
 * Deletes entries of refusals, exports and readings after AUDIT_DAYS, entries of messages after a year, and entries of
 * reminders that fired after 30 days.
 */
export async function deleteTemporaryEntries(ctx: Ctx, signal?: AbortSignal) {
  for (const action of await knownActions(ctx)) {
    const days = daysOf(action, ctx)
    if (!days) continue
    // The order of an index, so that the statement reads one range of it, wherever the other entries lie.
    const old = sql`select id from ${auditLogs}
      where (action, created_at) >= (${action}, '-infinity') and (action, created_at) < (${action}, ${before(ctx, days)})
      order by action, created_at, id limit ${BATCH_SIZE} for update skip locked`
    const deleted = sql`delete from ${auditLogs} where id = any(array(${old}))`
    while (!signal?.aborted && (await ctx.db.execute(deleted)).rowCount === BATCH_SIZE) {}
  }
}

/** Deletes the history of everything that was deleted more than AUDIT_DAYS ago and was not restored. */
export async function deleteHistoriesOfDeleted(ctx: Ctx, signal?: AbortSignal) {
  const known = await knownActions(ctx)
  for (const action of known.filter((name) => name.endsWith('.delete'))) {
    const old = before(ctx, ctx.services.config.auditDays)
    while (!signal?.aborted) {
      const { entries, subjects } = await deleteHistories(ctx, action, old)
      if (entries < BATCH_SIZE && subjects < SUBJECTS_PER_BATCH) break
    }
  }
}

/** Deletes a batch: some subjects at a time, and some of their entries, because one subject may have many. */
async function deleteHistories({ db }: Ctx, action: string, old: string) {
  const { rows } = await db.execute<{ entries: number; subjects: number }>(sql`
    with gone as materialized (
      select id, resource_type, resource_id from ${auditLogs} as deletion
      where (action, created_at) >= (${action}, '-infinity') and (action, created_at) < (${action}, ${old})
        -- What hung on a task was deleted, and stands in the history of the task, which goes on.
        and resource_type = ${resourceTypeOf(action)}
        and not exists (
          select from ${auditLogs} as later
          where later.resource_type = deletion.resource_type and later.resource_id = deletion.resource_id
            and later.id > deletion.id and later.action = ${`${resourceTypeOf(action)}.restore`}
        )
      order by action, created_at, id limit ${SUBJECTS_PER_BATCH} for update skip locked
    ), history as (
      delete from ${auditLogs} where id = any(array(
        select entry.id from gone join ${auditLogs} as entry
          on entry.resource_type = gone.resource_type and entry.resource_id = gone.resource_id
        where entry.id <> gone.id limit ${BATCH_SIZE}
      ))
      returning id
    ), deletions as (
      -- The other entries are found by these, so that these are deleted last.
      delete from ${auditLogs} where id in (select id from gone) and (select count(*) from history) < ${BATCH_SIZE}
      returning id
    )
    select (select count(*)::int from history) as entries, (select count(*)::int from deletions) as subjects`)
  return rows[0] ?? { entries: 0, subjects: 0 }
}

const before = ({ now }: Ctx, days: number) => new Date(now.getTime() - days * DAY_MS).toISOString()
