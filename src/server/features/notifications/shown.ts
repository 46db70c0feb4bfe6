import { sql } from 'drizzle-orm'
import type { OpenContext } from '../../core/context.ts'
import { notifications } from '../../db/tables/notifications.ts'

/** Notes notifications that pages in use have shown to their people. Only one's own, and only new ones. */
export async function markShown({ db, now }: Pick<OpenContext, 'db' | 'now'>, shown: { userId: string; id: number }[]) {
  // Locked in order, as others do that change several.
  await db.execute(sql`
    with locked as (
      select ${notifications.id} as id from ${notifications}
        join unnest(${sql.param(shown.map(({ userId }) => userId))}::uuid[], ${sql.param(shown.map(({ id }) => id))}::int[])
          as shown (user_id, id) on ${notifications.id} = shown.id and ${notifications.userId} = shown.user_id
      where ${notifications.shownAt} is null order by ${notifications.id} for no key update of ${sql.identifier('notifications')}
    )
    update ${notifications} set shown_at = ${now.toISOString()} from locked
    where ${notifications.id} = locked.id and ${notifications.shownAt} is null`)
}
