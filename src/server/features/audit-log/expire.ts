import { sql } from 'drizzle-orm'
import type { OpenContext } from '../../core/context.ts'
import { auditLogs } from '../../db/tables/audit-log.ts'
import { kindOf, knownActions } from './entries.ts'

/**
 * What leaves the audit log. The history of what lives stays; what nobody did to it, or is about nothing that stays, goes after
 * AUDIT_DAYS, and so does the history of a thing once its deletion is as old.
 */

const DAY = 24 * 3600 * 1000
/** Reminders that repeat write entries without anybody's doing. */
const FIRE_DAYS = 30
/** Entries of one statement. */
const BATCH = 1000
/** Things of one statement whose history goes. */
const THINGS = 200

/** Caused without a right, or of nothing that changed. Sign-ins stay: whoever has ever signed in hears of a new browser. */
const passing = new Set([
  'access.refuse',
  'session.refuse',
  'user.refuse-password',
  'user.ask-password',
  'audit-log.read',
])
const isPassing = (action: string) => action.endsWith('.export') || passing.has(action)

type Ctx = Pick<OpenContext, 'db' | 'now' | 'services'>

/** Deletes entries of refusals and exports that are older than AUDIT_DAYS, and those of reminders that fired. */
export async function deletePassedEntries(ctx: Ctx, signal?: AbortSignal) {
  for (const action of await knownActions(ctx)) {
    const days = action === 'reminder.fire' ? FIRE_DAYS : isPassing(action) && ctx.services.config.auditDays
    if (!days) continue
    // In the order of an index, so that it is one range of it however the rest is spread.
    const old = sql`select id from ${auditLogs}
      where (action, created_at) >= (${action}, '-infinity') and (action, created_at) < (${action}, ${before(ctx, days)})
      order by action, created_at, id limit ${BATCH} for update skip locked`
    const deleted = sql`delete from ${auditLogs} where id = any(array(${old}))`
    while (!signal?.aborted && (await ctx.db.execute(deleted)).rowCount === BATCH) {}
  }
}

/** Deletes all that the log says of things that were deleted more than AUDIT_DAYS ago, and not restored. */
export async function deletePastHistories(ctx: Ctx, signal?: AbortSignal) {
  const known = await knownActions(ctx)
  for (const action of known.filter((name) => name.endsWith('.delete'))) {
    const old = before(ctx, ctx.services.config.auditDays)
    while (!signal?.aborted) {
      const { entries, things } = await deleteHistories(ctx, action, old)
      if (entries < BATCH && things < THINGS) break
    }
  }
}

/** Some things at a time, and of these some entries: one alone may have many. */
async function deleteHistories({ db }: Ctx, action: string, old: string) {
  const { rows } = await db.execute<{ entries: number; things: number }>(sql`
    with gone as materialized (
      select id, resource_type, resource_id from ${auditLogs} as deletion
      where (action, created_at) >= (${action}, '-infinity') and (action, created_at) < (${action}, ${old})
        and not exists (
          select from ${auditLogs} as later
          where later.resource_type = deletion.resource_type and later.resource_id = deletion.resource_id
            and later.id > deletion.id and later.action = ${`${kindOf(action)}.restore`}
        )
      order by action, created_at, id limit ${THINGS} for update skip locked
    ), history as (
      delete from ${auditLogs} where id = any(array(
        select entry.id from gone join ${auditLogs} as entry
          on entry.resource_type = gone.resource_type and entry.resource_id = gone.resource_id
        where entry.id <> gone.id limit ${BATCH}
      ))
      returning id
    ), deletions as (
      -- By these entries the others are found: they go last.
      delete from ${auditLogs} where id in (select id from gone) and (select count(*) from history) < ${BATCH}
      returning id
    )
    select (select count(*)::int from history) as entries, (select count(*)::int from deletions) as things`)
  return rows[0] ?? { entries: 0, things: 0 }
}

const before = ({ now }: Ctx, days: number) => new Date(now.getTime() - days * DAY).toISOString()
