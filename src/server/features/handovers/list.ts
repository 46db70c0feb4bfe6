import { type SQL, sql } from 'drizzle-orm'
import type { Input } from '../../../shared/endpoint.ts'
import { HANDOVER_PAGE, type Handover, type HandoverItem, type handoversApi } from '../../../shared/handovers.ts'
import { instantOf } from '../../../shared/time/time.ts'
import { seesTasks } from '../../core/access/access.ts'
import { handoverScopes } from '../../core/access/handovers.ts'
import type { Context } from '../../core/context.ts'
import { allOf } from '../../core/counts/task-counts.ts'
import { hasAllWords, patternsOf, searchTextOf } from '../../core/write/search-text.ts'
import { handoverItems, handovers } from '../../db/tables/handovers.ts'
import { tasks } from '../../db/tables/tasks.ts'
import { users } from '../../db/tables/users.ts'
import { readHandovers } from './rows.ts'

type Query = Input<typeof handoversApi.list>['query']

/**
 * The log book, newest first, a page at a time: handovers by people of a department, and handovers with an item for it.
 * People below managers also see handovers that they gave, and items that name them. A search may leave fewer on a page
 * than it has room for. Throws 403 for a department that the viewer may not see.
 */
export async function listHandovers(
  ctx: Context,
  { query }: Input<typeof handoversApi.list>,
): Promise<{ handovers: Handover[]; next: number | null }> {
  const { search = '' } = query
  const { rows } = await ctx.db.execute<{ id: number }>(sql`
    ${titledBy(ctx, patternsOf(search))}
    select id from (${pageOf(ctx, query)}) as page order by created_at desc, id desc limit ${HANDOVER_PAGE + 1}`)
  const ids = rows.slice(0, HANDOVER_PAGE).map(({ id }) => id)
  const found = ids.length === 0 ? [] : await readHandovers(ctx, sql`select unnest(${sql.param(ids)}::int[])`)
  return {
    handovers: found
      // A part-visible handover may have the words in a part that the viewer may not see.
      .filter((handover) => !search || handover.is_whole || hasAllWords(visibleTextOf(handover), search))
      .map(({ is_whole: _, folded_name: __, ...handover }) => handover),
    next: rows.length > HANDOVER_PAGE ? (ids.at(-1) ?? null) : null,
  }
}

/** A query for the ids of the first handovers behind the page before, each part read from its own index. */
function pageOf(ctx: Context, { departmentId, from, to, search = '', before }: Query): SQL {
  const { ofHandovers, ofItems } = handoverScopes(ctx, departmentId)
  const { timeZone } = ctx.services.config
  const position = sql`(select last.created_at, last.id from ${handovers} as last where last.id = ${before})`
  const within = (time: SQL, id: SQL) => [
    ...(from ? [sql`${time} >= ${instantOf(from, '00:00', timeZone)}`] : []),
    ...(to ? [sql`${time} <= ${instantOf(to, '', timeZone)}`] : []),
    ...(before === undefined ? [] : [sql`(${time}, ${id}) < ${position}`]),
  ]
  const words = patternsOf(search).map(hasWord)
  const [limit, { createdAt: at, handoverId }] = [sql`limit ${HANDOVER_PAGE + 1}`, handoverItems]
  const parts = [
    ...ofHandovers.map(
      (scope) => sql`(select ${handovers.id}, ${handovers.createdAt} from ${handovers}
        where ${allOf([scope, ...within(sql`${handovers.createdAt}`, sql`${handovers.id}`), ...words])}
        order by ${handovers.createdAt} desc, ${handovers.id} desc ${limit})`,
    ),
    // The items of a handover are as old as itself.
    ...ofItems.map(
      (scope) => sql`(select ${handoverId} as id, ${at} from ${handoverItems}
        ${words.length > 0 ? sql`join ${handovers} on ${handovers.id} = ${handoverId}` : sql``}
        where ${allOf([scope, ...within(sql`${at}`, sql`${handoverId}`), ...words])}
        group by ${at}, ${handoverId} order by ${at} desc, ${handoverId} desc ${limit})`,
    ),
  ]
  // Each once: it may be the viewer's in several ways.
  return sql`select distinct id, created_at from (${sql.join(parts, sql` union all `)}) as merged`
}

const anyOf = (text: SQL, patterns: string[]) =>
  sql`(${sql.join(
    patterns.map((pattern) => sql`${text} like ${pattern}`),
    sql` or `,
  )})`

/** A condition on handovers: the word is in their text, the giver's name, or the title of a visible task. */
const hasWord = (patterns: string[], at: number): SQL =>
  sql`(${anyOf(sql`${handovers.searchText}`, patterns)}
    or ${handovers.giverId} in (select ${users.id} from ${users} where ${anyOf(sql`' ' || ${users.foldedName}`, patterns)})
    or ${handovers.id} in (select titled.handover_id from titled where titled.word = ${at}))`

/** Handovers of tasks whose titles have these words, looked up once for all parts; nothing without words. */
function titledBy(ctx: Context, words: string[][]): SQL {
  if (words.length === 0) return sql``
  const parts = words.map(
    (patterns, at) => sql`
      select ${at}::int as word, ${handoverItems.handoverId} from ${handoverItems}
      join ${tasks} on ${tasks.id} = ${handoverItems.taskId}
      where ${tasks.deletedAt} is null and ${seesTasks(ctx)} and ${anyOf(sql`' ' || ${tasks.foldedTitle}`, patterns)}`,
  )
  return sql`with titled as materialized (${sql.join(parts, sql` union all `)})`
}

/** The part of a handover that the viewer may see, as text to search in. */
const visibleTextOf = ({ note, items, folded_name }: Handover & { folded_name: string }) =>
  searchTextOf([folded_name, note, ...items.flatMap(textsOf)].filter(Boolean).join(' '))

const textsOf = ({ text, next, ifThen, task }: HandoverItem) => [text, next, ifThen, task?.title]
