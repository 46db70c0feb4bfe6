import { type SQL, sql } from 'drizzle-orm'
import { SPELLED, searchWords } from '../../../shared/fold.ts'
import type { Context } from '../../core/context.ts'
import { searchTextOf } from '../../core/search-text.ts'
import { departments, users } from '../../db/tables/people.ts'
import { tasks } from '../../db/tables/tasks.ts'

/** Words of up to so many letters match only the beginnings of words. */
const MAX_PREFIX_LENGTH = 2
const MAX_WORDS = 10

/** The text of a task that `search` looks through: title, description and tags. */
export const searchText = (task: { title: string; description?: string | null; tags?: string[] }) =>
  searchTextOf([task.title, task.description ?? '', ...(task.tags ?? [])].join(' '))

const escaped = (word: string) => word.replace(/[\\%_]/g, '\\$&')
/** The patterns for `like`: short words match the beginnings of words, longer ones any place. */
const patternsOf = (forms: string[]) => {
  const before = (forms[0]?.length ?? 0) <= MAX_PREFIX_LENGTH ? '% ' : '%'
  return forms.map((form) => `${before}${escaped(form)}%`)
}

/**
 * A department's name as people write it who have no umlauts. Nothing like it is stored: the folded name is what must not occur twice.
 * `lower` leaves umlauts as they are in a database of the locale C.
 */
const spelledName = Object.entries({ ...SPELLED, ß: 'ss' }).reduce(
  (name, [letter, spelled]) => sql`replace(${name}, ${letter}, ${spelled})`,
  sql`translate(lower(${departments.name}), 'ÄÖÜØÅ', 'äöüøå')`,
)

/**
 * The conditions that a task matches a search, one for each word: the word is in the task's own text, in its assignee's name or
 * in its department's name. There are few people and departments, so their ids are looked up first, in one statement.
 */
export async function matching(ctx: Context, search: string): Promise<SQL[]> {
  const words = searchWords(search).slice(0, MAX_WORDS).map(patternsOf)
  if (words.length === 0) return []
  const typed = words.flatMap((patterns, word) => patterns.map((pattern) => ({ word, pattern })))
  const patterns = sql`unnest(${sql.param(typed.map(({ word }) => word))}::int[],
    ${sql.param(typed.map(({ pattern }) => pattern))}::text[]) as typed(word, pattern)`
  const named = await ctx.db.execute<{ word: number; person: string | null; department: number | null }>(sql`
    select word, ${users.id} as person, null::int as department
    from ${patterns} join ${users} on (' ' || ${users.foldedName}) like pattern
    union all
    select word, null, ${departments.id}
    from ${patterns} join ${departments}
      on (' ' || ${departments.foldedName}) like pattern or (' ' || ${spelledName}) like pattern`)
  return words.map((patterns, at) => {
    const matches = named.rows.filter(({ word }) => word === at)
    const personIds = matches.flatMap(({ person }) => person ?? [])
    const departmentIds = matches.flatMap(({ department }) => department ?? [])
    const conditions = [
      ...patterns.map((pattern) => sql`${tasks.searchText} like ${pattern}`),
      ...(personIds.length > 0 ? [sql`${tasks.assigneeId} = any(${sql.param(personIds)}::uuid[])`] : []),
      ...(departmentIds.length > 0 ? [sql`${tasks.departmentId} = any(${sql.param(departmentIds)}::int[])`] : []),
    ]
    return sql`(${sql.join(conditions, sql` or `)})`
  })
}
