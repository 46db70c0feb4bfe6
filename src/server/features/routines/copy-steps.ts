import { sql } from 'drizzle-orm'
import type { OpenContext } from '../../core/context.ts'
import { searchTextOf } from '../../core/write/search-text.ts'
import { prepared } from '../../db/connect/connect.ts'
import type { routines } from '../../db/tables/routines.ts'
import { taskSteps } from '../../db/tables/steps.ts'
import type { tasks } from '../../db/tables/tasks.ts'

type Routine = Pick<typeof routines.$inferSelect, 'id' | 'steps'>
type Task = Pick<typeof tasks.$inferSelect, 'id' | 'routineId'>

const insertSteps = prepared(sql`
  insert into ${taskSteps} (task_id, position, text, search_text, kind, required, unit, min, max, created_at)
  select task.id, step.position, step.text, step.search_text, step.kind, step.required, step.unit, step.min, step.max,
    ${sql.placeholder('at')}
  from unnest(${sql.placeholder('tasks')}::int[], ${sql.placeholder('routines')}::int[]) as task (id, routine_id)
    join jsonb_to_recordset(${sql.placeholder('steps')}::jsonb) as step (routine_id int, position int, text text,
      search_text text, kind text, required boolean, unit text, min float8, max float8) using (routine_id)`)

/**
 * Gives occurrences the steps of their routines, in one statement. The entry about each task tells of them: entries of
 * their own would say the same a hundred times a day.
 */
export async function copySteps({ db, now }: OpenContext, routines: Routine[], occurrences: Task[]): Promise<void> {
  const opened = new Set(occurrences.map(({ routineId }) => routineId))
  const steps = routines
    .filter(({ id }) => opened.has(id))
    .flatMap(({ id, steps }) =>
      steps.map(({ text, kind, required, unit, min, max }, at) => ({
        routine_id: id,
        position: at + 1,
        text,
        search_text: searchTextOf(text),
        kind,
        required,
        // Null means absent.
        unit: unit ?? undefined,
        min: min ?? undefined,
        max: max ?? undefined,
      })),
    )
  if (steps.length === 0) return
  await insertSteps(db, {
    at: now.toISOString(),
    tasks: occurrences.map(({ id }) => id),
    routines: occurrences.map(({ routineId }) => routineId),
    steps: JSON.stringify(steps),
  })
}
