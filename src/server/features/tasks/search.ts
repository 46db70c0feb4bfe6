import { type SQL, sql } from 'drizzle-orm'
import { fold } from '../../../shared/fold.ts'
import type { Context } from '../../core/context.ts'
import { departments, users } from '../../db/tables/people.ts'
import { tasks } from '../../db/tables/tasks.ts'

const BEGINNINGS_ONLY = 2
const MOST_WORDS = 10
const NOT_A_WORD = /[^\p{L}\p{N}]+/gu

/**
 * What `search` looks through of a task itself: title, description and tags without case and accents. Each word is preceded
 * by a space somewhere, also one that follows a bracket or a hyphen, so that beginnings of words can be found.
 */
export function searchText(task: { title: string; description?: string | null; tags?: string[] }) {
  const folded = fold([task.title, task.description ?? '', ...(task.tags ?? [])].join(' '))
  const words = folded.replace(NOT_A_WORD, ' ')
  return words === folded ? ` ${folded}` : ` ${folded} ${words}`
}

const escaped = (word: string) => word.replace(/[\\%_]/g, '\\$&')
/** Words of one or two letters match the beginnings of words, longer ones anything. */
const pattern = (word: string) => (word.length <= BEGINNINGS_ONLY ? `% ${escaped(word)}%` : `%${escaped(word)}%`)

/**
 * The condition that a task matches what was typed: each word is found in its title, description, tags, in its assignee's
 * name or its department's. People and departments are few: their ids are looked up first, in one statement.
 */
export async function matching(ctx: Context, search: string): Promise<SQL[]> {
  const words = [...new Set(fold(search).split(/\s+/).filter(Boolean))].slice(0, MOST_WORDS)
  if (words.length === 0) return []
  const patterns = words.map(pattern)
  const named = await ctx.db.execute<{ word: number; person: string | null; department: number | null }>(sql`
    select word::int, ${users.id} as person, null::int as department
    from unnest(${sql.param(patterns)}::text[]) with ordinality as typed(pattern, word)
    join ${users} on (' ' || ${users.foldedName}) like pattern
    union all
    select word::int, null, ${departments.id}
    from unnest(${sql.param(patterns)}::text[]) with ordinality as typed(pattern, word)
    join ${departments} on (' ' || ${departments.foldedName}) like pattern`)
  return patterns.map((text, at) => {
    const rows = named.rows.filter(({ word }) => word === at + 1)
    const people = rows.flatMap(({ person }) => person ?? [])
    const places = rows.flatMap(({ department }) => department ?? [])
    const conditions = [
      sql`${tasks.searchText} like ${text}`,
      ...(people.length > 0 ? [sql`${tasks.assigneeId} = any(${sql.param(people)}::uuid[])`] : []),
      ...(places.length > 0 ? [sql`${tasks.departmentId} = any(${sql.param(places)}::int[])`] : []),
    ]
    return sql`(${sql.join(conditions, sql` or `)})`
  })
}
