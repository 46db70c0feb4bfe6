import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { SPELLED } from '../../../shared/words/fold.ts'
import type { Context } from '../../core/context.ts'
import { patternsOf, SHORT_IN_DEPARTMENTS } from '../../core/write/search-text.ts'
import { comments } from '../../db/tables/comments.ts'
import { departments } from '../../db/tables/departments.ts'
import { taskSteps } from '../../db/tables/steps.ts'
import { tasks } from '../../db/tables/tasks.ts'
import { users } from '../../db/tables/users.ts'

const letters = Object.keys(SPELLED).join('')

/**
 * A department's name as people write it who have no umlauts. Nothing like it is stored: the folded name must be
 * unique. `lower` leaves umlauts as they are in a database of the locale C.
 */
const spelledName = Object.entries({ ...SPELLED, ß: 'ss' }).reduce(
  (name, [letter, spelled]) => sql`replace(${name}, ${letter}, ${spelled})`,
  sql`translate(lower(${departments.name}), ${letters.toUpperCase()}, ${letters})`,
)

/** Searched content of a task: its table, and the column of the task that counts its rows. */
interface Content {
  table: PgTable
  taskId: PgColumn
  text: PgColumn
  deletedAt: PgColumn
  count: PgColumn
}
const contentOf = (table: typeof comments | typeof taskSteps, count: PgColumn): Content => {
  const { taskId, searchText: text, deletedAt } = table
  return { table, taskId, text, deletedAt, count }
}
const contents = [contentOf(comments, tasks.comments), contentOf(taskSteps, tasks.stepsTotal)]

/** A word in so many comments, or in so many steps, is common: a list of the tasks' ids would take longer. */
const MANY = 1_000

/** Conditions in two forms: for lists, which stop at their end, and for counts, which look at all tasks. */
interface TwoForms {
  listed: SQL[]
  counted: SQL[]
}
export const noWords: TwoForms = { listed: [], counted: [] }

/**
 * The conditions that a comment or a step of a task has a word, for each word. Of a rare word the tasks are looked up
 * first, all words in one statement, so that an index finds them by their ids. A common word stops that at once. Then a
 * list asks task by task, and only those that have comments or steps: `offset 0` keeps the planner from looking all of
 * them up for each part of the list.
 */
async function withinContents(ctx: Context, words: string[][]): Promise<TwoForms[]> {
  const sources = contents.flatMap((content, of) => words.map((patterns, word) => ({ ...content, patterns, of, word })))
  const has = ({ text, deletedAt, patterns }: (typeof sources)[number]) =>
    sql`${deletedAt} is null and (${sql.join(
      patterns.map((pattern) => sql`${text} like ${pattern}`),
      sql` or `,
    )})`
  const parts = sources.map(
    (each) => sql`(select ${each.of}::int as of, ${each.word}::int as word, ${each.taskId} as id
      from ${each.table} where ${has(each)} limit ${MANY + 1})`,
  )
  const { rows } = await ctx.db.execute<{ of: number; word: number; ids: number[]; found: number }>(sql`
    select of, word, array_agg(distinct id) as ids, count(*)::int as found
    from (${sql.join(parts, sql` union all `)}) as hit group by 1, 2`)
  const formsOf = (source: (typeof sources)[number]) => {
    const { taskId, table, count } = source
    const { ids = [], found = 0 } = rows.find(({ of, word }) => of === source.of && word === source.word) ?? {}
    if (found === 0) return noWords
    const isNamed = sql`${tasks.id} = any(${sql.param(ids)}::int[])`
    if (found <= MANY) return { listed: [isNamed], counted: [isNamed] }
    const rest = has(source)
    return {
      listed: [
        sql`(${count} > 0 and exists (select from ${table} where ${taskId} = ${tasks.id} and ${rest} offset 0))`,
      ],
      counted: [sql`${tasks.id} in (select ${taskId} from ${table} where ${rest})`],
    }
  }
  return words.map((_, at) => {
    const forms = sources.filter(({ word }) => word === at).map(formsOf)
    return { listed: forms.flatMap(({ listed }) => listed), counted: forms.flatMap(({ counted }) => counted) }
  })
}

/** The patterns of words as a table, with the number of each word. */
function asTable(words: string[][]): SQL {
  const typed = words.flatMap((patterns, word) => patterns.map((pattern) => ({ word, pattern })))
  return sql`unnest(${sql.param(typed.map(({ word }) => word))}::int[],
    ${sql.param(typed.map(({ pattern }) => pattern))}::text[]) as typed(word, pattern)`
}

/** A name with a space before each word, also behind a hyphen or a bracket. */
const begun = (name: SQL | PgColumn) => sql`(' ' || ${name} || ' ' || translate(${name}, '-/(&+.,', '       '))`

/**
 * The conditions that a task matches a search, one for each word: the word is in the task's own text, in its assignee's
 * name, in its department's name, or in one of its comments or steps. There are few people and departments, so their
 * ids are looked up first, in one statement.
 */
export async function matching(ctx: Context, search: string): Promise<TwoForms> {
  const words = patternsOf(search)
  if (words.length === 0) return noWords
  const lookUp = ctx.db.execute<{ word: number; person: string | null; department: number | null }>(sql`
    select word, ${users.id} as person, null::int as department
    from ${asTable(words)} join ${users} on (' ' || ${users.foldedName}) like pattern
    union all
    select word, null, ${departments.id}
    from ${asTable(patternsOf(search, SHORT_IN_DEPARTMENTS))} join ${departments}
      on ${begun(departments.foldedName)} like pattern or ${begun(spelledName)} like pattern`)
  const [named, inContents] = await Promise.all([lookUp, withinContents(ctx, words)])
  const anyOf = (patterns: string[], at: number, contents: SQL[]) => {
    const matches = named.rows.filter(({ word }) => word === at)
    const personIds = matches.flatMap(({ person }) => person ?? [])
    const departmentIds = matches.flatMap(({ department }) => department ?? [])
    const conditions = [
      ...patterns.map((pattern) => sql`${tasks.searchText} like ${pattern}`),
      ...(personIds.length > 0 ? [sql`${tasks.assigneeId} = any(${sql.param(personIds)}::uuid[])`] : []),
      ...(departmentIds.length > 0 ? [sql`${tasks.departmentId} = any(${sql.param(departmentIds)}::int[])`] : []),
      ...contents,
    ]
    return sql`(${sql.join(conditions, sql` or `)})`
  }
  const form = (name: keyof TwoForms) => words.map((patterns, at) => anyOf(patterns, at, inContents[at]?.[name] ?? []))
  return { listed: form('listed'), counted: form('counted') }
}
