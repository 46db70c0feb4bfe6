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

/** The patterns of words as a table, with the number of each word; both are placeholders, which the planner does not look at. */
const typed = (words: string, patterns: string) =>
  sql`unnest((select ${sql.placeholder(words)}::int[]), (select ${sql.placeholder(patterns)}::text[])) as typed(word, pattern)`

/** A name with a space before each word, also behind a hyphen or a bracket. */
const begun = (name: SQL | PgColumn) => sql`(' ' || ${name} || ' ' || translate(${name}, '-/(&+.,', '       '))`

/** A thing that has a word: a person, a department, or the tasks of some comments or steps (`contents[of]`). */
interface Hit {
  word: number
  person: string | null
  department: number | null
  of: number | null
  ids: number[] | null
  found: number | null
}

/** The tasks whose comments or steps have a pattern. It stops where there are too many. */
const inContent = ({ table, taskId, text, deletedAt }: Content, of: number) => sql`
  select word, null, null, ${sql.raw(`${of}`)}, hit.ids, hit.found from ${typed('words', 'patterns')} cross join lateral (
    select array_agg(distinct id) as ids, count(*)::int as found from (
      select ${taskId} as id from ${table} where ${deletedAt} is null and ${text} like pattern limit ${sql.raw(`${MANY + 1}`)}
    ) as hits) as hit where hit.found > 0`

const lookUp = prepared<Hit>(sql`
  select word, ${users.id} as person, null::int as department, null::int as of, null::int[] as ids, null::int as found
  from ${typed('words', 'patterns')} join ${users} on (' ' || ${users.foldedName}) like pattern
  union all
  select word, null, ${departments.id}, null, null, null
  from ${typed('departmentWords', 'departmentPatterns')} join ${departments}
    on ${begun(departments.foldedName)} like pattern or ${begun(spelledName)} like pattern
  union all ${sql.join(contents.map(inContent), sql` union all `)}`)

/**
 * The conditions that a comment or a step of a task has a word. An index finds the tasks of a rare word by their ids. For a common
 * word a list asks task by task, and only those that have comments or steps: `offset 0` keeps the planner from looking all of
 * them up for each part of the list.
 */
function withinContents(hits: Hit[], patterns: string[]): TwoForms {
  const forms = contents.map(({ table, taskId, text, deletedAt, count }, at) => {
    const found = hits.filter(({ of }) => of === at)
    if (found.length === 0) return noWords
    if (found.every(({ found }) => (found ?? 0) <= MANY)) {
      const isNamed = sql`${tasks.id} = any(${sql.param(found.flatMap(({ ids }) => ids ?? []))}::int[])`
      return { listed: [isNamed], counted: [isNamed] }
    }
    const has = sql`${deletedAt} is null and ${anyOf(patterns.map((pattern) => sql`${text} like ${pattern}`))}`
    return {
      listed: [sql`(${count} > 0 and exists (select from ${table} where ${taskId} = ${tasks.id} and ${has} offset 0))`],
      counted: [sql`${tasks.id} in (select ${taskId} from ${table} where ${has})`],
    }
  })
  return { listed: forms.flatMap(({ listed }) => listed), counted: forms.flatMap(({ counted }) => counted) }
}

const anyOf = (conditions: SQL[]) => sql`(${sql.join(conditions, sql` or `)})`

/** The patterns of words and the number of each word, as two columns. */
function columnsOf(words: string[][]) {
  const rows = words.flatMap((patterns, word) => patterns.map((pattern) => ({ word, pattern })))
  return [rows.map(({ word }) => word), rows.map(({ pattern }) => pattern)]
}

/**
 * The conditions that a task matches a search, one for each word: the word is in the task's own text, in its assignee's name, in
 * its department's name, or in one of its comments or steps. All that is apart from the task is looked up first, in one statement.
 */
export async function matching({ services }: Context, search: string): Promise<TwoForms> {
  const words = patternsOf(search)
  if (words.length === 0) return noWords
  const [numbers, patterns] = columnsOf(words)
  const [departmentWords, departmentPatterns] = columnsOf(patternsOf(search, SHORT_IN_DEPARTMENTS))
  const values = { words: numbers, patterns, departmentWords, departmentPatterns }
  const all = await lookUp(services.database.orm, values)
  const forms = words.map((patterns, at) => {
    const hits = all.filter(({ word }) => word === at)
    const personIds = hits.flatMap(({ person }) => person ?? [])
    const departmentIds = hits.flatMap(({ department }) => department ?? [])
    const own = [
      ...patterns.map((pattern) => sql`${tasks.searchText} like ${pattern}`),
      ...(personIds.length > 0 ? [sql`${tasks.assigneeId} = any(${sql.param(personIds)}::uuid[])`] : []),
      ...(departmentIds.length > 0 ? [sql`${tasks.departmentId} = any(${sql.param(departmentIds)}::int[])`] : []),
    ]
    const { listed, counted } = withinContents(hits, patterns)
    return { listed: anyOf([...own, ...listed]), counted: anyOf([...own, ...counted]) }
  })
  return { listed: forms.map(({ listed }) => listed), counted: forms.map(({ counted }) => counted) }
}
