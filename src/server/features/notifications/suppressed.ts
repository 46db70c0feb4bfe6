import { and, eq, is, or, SQL, sql } from 'drizzle-orm'
import { type briefingApi, MAX_HELD } from '../../../shared/briefing.ts'
import type { Input } from '../../../shared/endpoint.ts'
import type { NotificationKind, SubjectType } from '../../base/words/notification-words.ts'
import type { Context } from '../../core/context.ts'
import { isSuppressed } from '../../core/notify/suppressed.ts'
import { executePrepared, fixed, runPrepared } from '../../db/connect/connect.ts'
import { notifications } from '../../db/tables/notifications.ts'
import { refreshBell } from './read.ts'
import { inWords, notificationColumns, type StoredNotification } from './words.ts'

/** A list shown beside the notifications. Notifications that only say that its items are there say nothing new. */
export interface Listed {
  /** The type of their subject. */
  type: SubjectType
  /** The kinds that say no more. */
  kinds: NotificationKind[]
  /** The condition that the list has the row with this id. */
  has(id: SQL): SQL
}

/** `notificationColumns`, by their names in replies. */
const columns = fixed(
  sql.join(
    Object.entries(notificationColumns).map(([name, column]) => sql`${column} as ${sql.identifier(name)}`),
    sql`, `,
  ),
)

/**
 * The viewer's held notifications, urgent ones first, then the newest, as texts of the contract's JSON, and how many
 * there are. Notifications that only repeat a list beside them are left out, but not from `heldIds`, which
 * `markBriefed` needs: the newest of all held ones. It is one statement, so that a notification that arrives meanwhile
 * is in none of its parts: otherwise it would count as seen and never be told. The lists are read afterwards for the
 * same reason. An item that somebody else receives in between is in neither: nobody else needs it any more.
 *
 * @param listed lists, or conditions on the notifications that repeat one
 */
export async function readSuppressed(ctx: Context, limit: number, listed: (Listed | SQL)[]) {
  const ofViewer = and(eq(notifications.userId, ctx.viewer.id), isSuppressed)
  const isSaidTwice = or(
    ...listed.map((list) => {
      if (is(list, SQL)) return list
      const { type, kinds, has } = list
      const isAboutType = sql`${notifications.subjectType} = ${type}`
      const id = sql`case when ${isAboutType} then ${notifications.subjectId}::int end`
      return sql`coalesce(${isAboutType}, false) and ${notifications.kind} = any(${sql.param(kinds)}::text[]) and ${has(id)}`
    }),
  )
  const rows = await executePrepared<StoredNotification & { isSaid: boolean; total: number; heldIds: number[] }>(
    ctx.db,
    sql`with held as (
        select ${columns}, ${notifications.urgency} <> 'urgent' as is_calm,
          coalesce((${isSaidTwice ?? sql`false`}), false) as "isSaid"
        from ${notifications} where ${ofViewer}
      )
      select held.*, (count(*) filter (where not "isSaid") over ())::int as total,
        array(select id from held order by id desc limit ${MAX_HELD}) as "heldIds"
      from held order by "isSaid", is_calm, id desc limit ${limit}`,
  )
  const [first] = rows
  const items = rows
    .filter((row) => !row.isSaid)
    .map(({ id, userId, taskId, reminderId, sopId, kind, params, isRead, createdAt }) =>
      JSON.stringify(inWords({ id, userId, taskId, reminderId, sopId, kind, params, isRead, createdAt }, ctx.reader)),
    )
  return { items, total: first?.total ?? 0, heldIds: first?.heldIds ?? [] }
}

/** Notes that the viewer has seen these notifications in a briefing. It touches only those still held. */
export async function markBriefed(ctx: Context, { body: { heldIds } }: Input<typeof briefingApi.read>) {
  const isOneOfThem = sql`${notifications.id} = any(${sql.param(heldIds)}::int[])`
  const { rowCount } = await runPrepared(
    ctx.db
      .update(notifications)
      .set({ briefedAt: ctx.now.toISOString() })
      .where(and(eq(notifications.userId, ctx.viewer.id), isSuppressed, isOneOfThem)),
  )
  if (rowCount) refreshBell(ctx)
  return { count: rowCount ?? 0 }
}
