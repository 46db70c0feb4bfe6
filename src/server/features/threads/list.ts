import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Input } from '../../../shared/endpoint.ts'
import { THREAD_PAGE, type ThreadPage, type threadsApi } from '../../../shared/threads.ts'
import type { Context } from '../../core/context.ts'
import { threads } from '../../db/tables/threads.ts'
import { threadOf, threadsOf } from './rows.ts'

/**
 * The viewer's threads, the latest message first, a page at a time: threads of two, and their department's thread. Each
 * kind is read from its own index, no further than the page goes.
 */
export async function listThreads(ctx: Context, { query }: Input<typeof threadsApi.list>): Promise<ThreadPage> {
  const { viewer } = ctx
  const { id, personA, personB, departmentId, lastA, lastB } = threads
  const [afterLast, afterId] = query.after?.split('_') ?? []
  const scope = (isOf: SQL, last: PgColumn) => sql`(
    select ${id}, ${last} as last from ${threads}
    where ${isOf} and ${last} is not null
      ${afterLast === undefined ? sql`` : sql`and (${last}, ${id}) < (${afterLast}::bigint, ${afterId}::bigint)`}
    order by ${last} desc, ${id} desc limit ${THREAD_PAGE + 1})`
  const page = sql`select * from (
      ${scope(sql`${personA} = ${viewer.id}::uuid`, lastA)} union all
      ${scope(sql`${personB} = ${viewer.id}::uuid`, lastB)} union all
      ${scope(sql`${departmentId} = ${viewer.departmentId}::int`, lastA)}
    ) as merged order by last desc, id desc limit ${THREAD_PAGE + 1}`
  const found = await threadsOf(ctx, page)
  const shown = found.slice(0, THREAD_PAGE)
  const end = found.length > THREAD_PAGE ? shown.at(-1) : undefined
  return { threads: shown.map(threadOf), next: end ? `${end.lastId}_${end.id}` : null }
}
