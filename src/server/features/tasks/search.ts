import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import { SPELLED } from '../../../shared/words/fold.ts'
import type { Context } from '../../core/context.ts'
import { patternsOf, SHORT_IN_DEPARTMENTS } from '../../core/write/search-text.ts'
import { prepared } from '../../db/connect/connect.ts'
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

const anyOf = (conditions: SQL[]) => sql`(${sql.join(conditions, sql` or `)})`

/**
 * The conditions that a comment or a step of a task has a word, for each word. Of a rare word the tasks are looked up
 * first, all words in one statement, so that an index finds them by their ids. A common word stops that at once: the
 * planner knows how common a word is, so this statement is not prepared. Then a list asks task by task, and only those
 * that have comments or steps: `offset 0` keeps the planner from looking all of them up for each part of the list.
 */
async function withinContents({ db }: Context, words: string[][]): Promise<TwoForms[]> {
  const sources = contents.flatMap((content, of) => words.map((patterns, word) => ({ ...content, patterns, of, word })))
  const has = ({ text, deletedAt, patterns }: (typeof sources)[number]) =>
    sql`${deletedAt} is null and ${anyOf(patterns.map((pattern) => sql`${text} like ${pattern}`))}`
  const parts = sources.map(
    (each) => sql`(select ${each.of}::int as of, ${each.word}::int as word, ${each.taskId} as id
      from ${each.table} where ${has(each)} limit ${MANY + 1})`,
  )
  const { rows } = await db.execute<{ of: number; word: number; ids: number[]; found: number }>(sql`
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

/** The patterns of words as a table, with the number of each word. The planner does not see the values. */
const typed = (words: string, patterns: string) =>
  sql`unnest((select ${sql.placeholder(words)}::int[]), (select ${sql.placeholder(patterns)}::text[])) as typed(word, pattern)`

/** The values of both placeholders: the numbers of words, and their patterns. */
function typedValues(words: string[][]) {
  const rows = words.flatMap((patterns, word) => patterns.map((pattern) => ({ word, pattern })))
  return { words: rows.map(({ word }) => word), patterns: rows.map(({ pattern }) => pattern) }
}

/** A name with a space before each word, also behind a hyphen or a bracket. */
const begun = (name: SQL | PgColumn) => sql`(' ' || ${name} || ' ' || translate(${name}, '-/(&+.,', '       '))`

const findNamed = prepared<{ word: number; person: string | null; department: number | null }>(sql`
  select word, ${users.id} as person, null::int as department
  from ${typed('words', 'patterns')} join ${users} on (' ' || ${users.foldedName}) like pattern
  union all
  select word, null, ${departments.id}
  from ${typed('departmentWords', 'departmentPatterns')} join ${departments}
    on ${begun(departments.foldedName)} like pattern or ${begun(spelledName)} like pattern`)

/**
 * The conditions that a task matches a search, one for each word: the word is in the task's own text, in its assignee's
 * name, in its department's name, or in one of its comments or steps. There are few people and departments, so their
 * ids are looked up first, in one statement.
 */
export async function matchingTasks(ctx: Context, search: string): Promise<TwoForms> {
  const words = patternsOf(search)
  if (words.length === 0) return noWords
  const ofDepartments = typedValues(patternsOf(search, SHORT_IN_DEPARTMENTS))
  const values = {
    ...typedValues(words),
    departmentWords: ofDepartments.words,
    departmentPatterns: ofDepartments.patterns,
  }
  const [named, inContents] = await Promise.all([findNamed(ctx.db, values), withinContents(ctx, words)])
  const formOf = (patterns: string[], at: number, contents: SQL[]) => {
    const matches = named.filter(({ word }) => word === at)
    const personIds = matches.flatMap(({ person }) => person ?? [])
    const departmentIds = matches.flatMap(({ department }) => department ?? [])
    return anyOf([
      ...patterns.map((pattern) => sql`${tasks.searchText} like ${pattern}`),
      ...(personIds.length > 0 ? [sql`${tasks.assigneeId} = any(${sql.param(personIds)}::uuid[])`] : []),
      ...(departmentIds.length > 0 ? [sql`${tasks.departmentId} = any(${sql.param(departmentIds)}::int[])`] : []),
      ...contents,
    ])
  }
  const form = (name: keyof TwoForms) => words.map((patterns, at) => formOf(patterns, at, inContents[at]?.[name] ?? []))
  return { listed: form('listed'), counted: form('counted') }
}
