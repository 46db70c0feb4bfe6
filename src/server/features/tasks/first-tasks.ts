import { type SQL, sql } from 'drizzle-orm'
import { notCompleted } from '../../core/counts/own-tasks.ts'
import { allOf, living } from '../../core/counts/task-counts.ts'
import { asJson, taskColumns } from '../../core/tasks/rows.ts'
import { tasks } from '../../db/tables/tasks.ts'

/** Tasks of a screen's section. */
export interface TaskSection {
  /** Conditions that exclude each other. Each is read from an index, in order. */
  parts: SQL[]
  /** The time by which the tasks of a part are ordered; by when they are due if absent. */
  by?: SQL
  /** The time by which the parts are put together; the same if absent. */
  place?: SQL
}

/**
 * A statement for the first tasks of each section, among those that are neither completed nor closed: `section`, and
 * `task` as the text of the contract's JSON. Of a section with several parts it gives more than `limit`.
 */
export function firstTasks(sections: Record<string, TaskSection>, limit: number): SQL {
  const selects = Object.entries(sections).flatMap(([name, { parts, by = sql`${tasks.dueOrNever}`, place = by }]) =>
    parts.map(
      (condition) => sql`(
        select ${sql.raw(`'${name}'`)} as section, ${place} as place_at, ${taskColumns} from ${tasks}
        where ${allOf([living, notCompleted, condition])} order by ${by}, ${tasks.id} limit ${limit})`,
    ),
  )
  return sql`${asJson(sql.join(selects, sql` union all `), sql`, page.section`)} order by page.place_at, page.id`
}
