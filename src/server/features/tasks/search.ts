import { type SQL, sql } from 'drizzle-orm'
import { fold } from '../../../shared/fold.ts'
import type { Context } from '../../core/context.ts'
import { departments, users } from '../../db/tables/people.ts'
import { tasks } from '../../db/tables/tasks.ts'

/** Words of up to so many letters match only the beginnings of words. */
const MAX_PREFIX_LENGTH = 2
const MAX_WORDS = 10
const NOT_A_WORD = /[^\p{L}\p{N}]+/gu

/**
 * The text of a task that `search` looks through: title, description and tags without case and accents. Each word has a space
 * before it somewhere, even if it follows a bracket or a hyphen, so that a search finds the beginnings of words.
 */
export function searchText(task: { title: string; description?: string | null; tags?: string[] }) {
  const folded = fold([task.title, task.description ?? '', ...(task.tags ?? [])].join(' '))
  const words = folded.replace(NOT_A_WORD, ' ')
  return words === folded ? ` ${folded}` : ` ${folded} ${words}`
}

const escaped = (word: string) => word.replace(/[\\%_]/g, '\\$&')
/** The pattern for `like`: short words match the beginnings of words, longer ones any place. */
const patternOf = (word: string) => (word.length <= MAX_PREFIX_LENGTH ? `% ${escaped(word)}%` : `%${escaped(word)}%`)

/**
 * The conditions that a task matches a search, one for each word: the word is in the task's own text, in its assignee's name or
 * in its department's name. There are few people and departments, so their ids are looked up first, in one statement.
 */
export async function matching(ctx: Context, search: string): Promise<SQL[]> {
  const words = [...new Set(fold(search).split(/\s+/).filter(Boolean))].slice(0, MAX_WORDS)
  if (words.length === 0) return []
  const patterns = words.map(patternOf)
  const named = await ctx.db.execute<{ word: number; person: string | null; department: number | null }>(sql`
    select word::int, ${users.id} as person, null::int as department
    from unnest(${sql.param(patterns)}::text[]) with ordinality as typed(pattern, word)
    join ${users} on (' ' || ${users.foldedName}) like pattern
    union all
    select word::int, null, ${departments.id}
    from unnest(${sql.param(patterns)}::text[]) with ordinality as typed(pattern, word)
    join ${departments} on (' ' || ${departments.foldedName}) like pattern`)
  return patterns.map((pattern, at) => {
    const matches = named.rows.filter(({ word }) => word === at + 1)
    const personIds = matches.flatMap(({ person }) => person ?? [])
    const departmentIds = matches.flatMap(({ department }) => department ?? [])
    const conditions = [
      sql`${tasks.searchText} like ${pattern}`,
      ...(personIds.length > 0 ? [sql`${tasks.assigneeId} = any(${sql.param(personIds)}::uuid[])`] : []),
      ...(departmentIds.length > 0 ? [sql`${tasks.departmentId} = any(${sql.param(departmentIds)}::int[])`] : []),
    ]
    return sql`(${sql.join(conditions, sql` or `)})`
  })
}
