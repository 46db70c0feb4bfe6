import { eq, sql } from 'drizzle-orm'
import { searchTextOf } from '../../src/server/core/write/search-text.ts'
import { taskSteps } from '../../src/server/db/tables/steps.ts'
import { tasks } from '../../src/server/db/tables/tasks.ts'
import { putTask } from './tasks.ts'
import type { TestApp } from './test-app.ts'

type Columns = Omit<typeof taskSteps.$inferInsert, 'id' | 'taskId' | 'searchText'>

/** Inserts a step of a task directly, by default one to tick at the end, and counts it. */
export async function putStep(muster: TestApp, taskId: number, fields: Partial<Columns> = {}) {
  const { orm } = muster.services.database
  const [{ last } = { last: 0 }] = await orm
    .select({ last: sql<number>`coalesce(max(${taskSteps.position}), 0)::int` })
    .from(taskSteps)
    .where(eq(taskSteps.taskId, taskId))
  const text = fields.text ?? 'Check the minibar'
  const [step] = await orm
    .insert(taskSteps)
    .values({ position: last + 1, ...fields, text, taskId, searchText: searchTextOf(text) })
    .returning()
  if (!step) throw new Error('No step was inserted')
  const count = (what: 'done_at' | 'id') =>
    sql`(select count(${sql.identifier(what)}) from task_steps where task_id = ${taskId} and deleted_at is null)`
  await orm
    .update(tasks)
    .set({ stepsDone: count('done_at'), stepsTotal: count('id') })
    .where(eq(tasks.id, taskId))
  return step
}

/** A task of a department with one step. */
export async function putTaskWithStep(
  muster: TestApp,
  fields: Parameters<typeof putTask>[1] = {},
  step: Partial<Columns> = {},
) {
  const task = await putTask(muster, fields)
  return { task, step: await putStep(muster, task.id, step) }
}
