import { type SQL, sql } from 'drizzle-orm'
import type { Task, TaskPage } from '../../../shared/tasks.ts'
import { nameMatcher } from '../../../shared/words/name-match.ts'
import { type Context, JsonText } from '../../core/context.ts'
import type { Selection } from '../../core/counts/task-counts.ts'
import type { Sorting } from './orders.ts'
import { type NamedPages, pageJson, pageOf, readPages, selectionOf } from './pages.ts'
import { readFew } from './read-few.ts'

const newestFirst: Sorting = { sort: 'createdAt', order: 'desc' }

/** Only the best of so many newest matches are taken. Ranking all matches would mean reading all. */
const NEWEST = 40

const anyOf = (conditions: SQL[]) =>
  sql`(${sql.join(
    conditions.map((condition) => sql`(${condition})`),
    sql` or `,
  )})`

/**
 * A few tasks that the viewer may see and that match a search, the best first: those that have the words in their title
 * before those that have them elsewhere, open ones before completed ones, then the newest.
 */
export async function findTasks(ctx: Context, search: string, limit: number): Promise<Task[]> {
  const selection = await selectionOf(ctx, { search })
  const pagesOf = (selected: Selection): NamedPages => [
    ['found', pageOf(selected, newestFirst, { now: ctx.now, limit: NEWEST })],
  ]
  const few = await readFew(ctx, selection, pagesOf, newestFirst, NEWEST)
  // Together: each scope by itself is planned for each status, which takes longer than to run it.
  const together = { ...selection, scopes: [{ condition: anyOf(selection.scopes.map(({ condition }) => condition)) }] }
  const pages = few?.pages ?? (await readPages(ctx, () => pagesOf(together), newestFirst, NEWEST, false))
  const newest = new JsonText<TaskPage>(pageJson(pages.get('found'), NEWEST)).read().tasks
  const match = nameMatcher(search)
  return newest
    .map((task) => ({ task, rank: 2 * match(task.title) + (task.status === 'completed' ? 1 : 0) }))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, limit)
    .map(({ task }) => task)
}
