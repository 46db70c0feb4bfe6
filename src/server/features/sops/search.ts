import { sql } from 'drizzle-orm'
import type { Input } from '../../../shared/endpoint.ts'
import { MAX_SEARCH_RESULTS, type SopSearchResult, type sopsApi } from '../../../shared/sops.ts'
import { visibleSops } from '../../core/access/access.ts'
import type { Context } from '../../core/context.ts'
import { departments } from '../../db/tables/departments.ts'
import { sopPages, sops, sopVersions } from '../../db/tables/sops.ts'
import { excerptOf } from './excerpt.ts'
import { isCurrent } from './rows.ts'
import { queryOf, wordsOf } from './words.ts'

const MAX_WORDS = 10
/** Only the best pages of a document are results, so that it does not hide the others. */
const MAX_PAGES_OF_ONE = 5

interface Result extends Record<string, unknown> {
  id: number
  title: string
  version: string
  department_id: number | null
  department_name: string
  page: number
  text: string
}

/**
 * Pages of SOPs that the viewer may see, best first. A page is a result if it has, for each word of the query, a word
 * that begins with it. Throws 403 for a department that the viewer may not look into.
 */
export const searchSops = (ctx: Context, { query }: Input<typeof sopsApi.search>): Promise<SopSearchResult[]> =>
  findPages(ctx, query.q ?? '', { departmentId: query.departmentId, limit: MAX_SEARCH_RESULTS })

/** The best of these pages; `ofOne` is the most that one document gives. */
export async function findPages(
  ctx: Context,
  q: string,
  {
    departmentId,
    limit,
    ofOne = MAX_PAGES_OF_ONE,
  }: { departmentId?: number | undefined; limit: number; ofOne?: number },
): Promise<SopSearchResult[]> {
  const visible = visibleSops(ctx, departmentId)
  const words = wordsOf(q).slice(0, MAX_WORDS)
  if (words.length === 0) return []
  const { rows } = await ctx.db.execute<Result>(sql`
    with matching as (
      select ${sops.id}, ${sops.title}, ${sops.version}, ${sops.departmentId}, ${sopPages.sopVersionId}, ${sopPages.page},
        ts_rank_cd(${sopPages.words}, wanted) as rank,
        row_number() over (partition by ${sops.id} order by ts_rank_cd(${sopPages.words}, wanted) desc, ${sopPages.page}) as place
      from (select ${queryOf(words)}::tsquery as wanted) as query, ${sopPages}
        join ${sopVersions} on ${sopVersions.id} = ${sopPages.sopVersionId}
        join ${sops} on ${isCurrent}
      where ${sopPages.words} @@ wanted and ${visible}
    )
    select results.*, ${departments.name} as department_name, ${sopPages.text}
    from (select * from matching where place <= ${ofOne} order by rank desc, id, page limit ${limit}) as results
      join ${sopPages} on ${sopPages.sopVersionId} = results.sop_version_id and ${sopPages.page} = results.page
      left join ${departments} on ${departments.id} = results.department_id
    order by rank desc, results.id, results.page`)
  return rows.map((row) => ({
    sopId: row.id,
    title: row.title,
    version: row.version,
    department: row.department_id === null ? null : { id: row.department_id, name: row.department_name },
    page: row.page,
    excerpt: excerptOf(row.text, words),
  }))
}
