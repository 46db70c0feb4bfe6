import { type SQL, sql } from 'drizzle-orm'
import type { Json } from '../../base/json-pieces.ts'
import type { Context } from '../../core/context.ts'
import { notCompleted } from '../../core/counts/own-tasks.ts'
import { active, allOf } from '../../core/counts/task-counts.ts'
import { readWithTasks } from '../../core/tasks/read-tasks.ts'
import { versionColumns, versionsOf } from '../../core/tasks/rows.ts'
import { tasks } from '../../db/tables/tasks.ts'

/** Tasks of a screen's section. */
export interface FirstTasksSection {
  /** Conditions that exclude each other. Each is read from an index, in order. */
  parts: SQL[]
  /** The time by which the tasks of a part are ordered; by when they are due if absent. */
  by?: SQL
}

/**
 * The first tasks of each section, among those that are neither completed nor closed, as the contract's JSON. A section
 * without tasks is missing in the result.
 */
export async function readFirstTasks(
  ctx: Context,
  sections: Record<string, FirstTasksSection>,
  limit: number,
): Promise<Map<string, Json[]>> {
  const selects = Object.entries(sections).flatMap(([name, { parts, by = sql`${tasks.dueOrNever}` }]) =>
    parts.map(
      (condition) => sql`(
        select ${sql.raw(`'${name}'`)} as section, ${by} as place_at, ${versionColumns} from ${tasks}
        where ${allOf([active, notCompleted, condition])} order by ${by}, ${tasks.id} limit ${limit})`,
    ),
  )
  const found = versionsOf(sql.join(selects, sql` union all `), sql`, page.id, page.section, page.place_at`)
  const rows = await readWithTasks<{ section: string }>(
    ctx,
    sql`select section, string_agg(version, ',' order by place_at, id) as versions from (${found}) as found group by section`,
    true,
  )
  // Each part has been read as far as its section goes.
  return new Map(rows.map(({ section, tasks }) => [section, tasks.slice(0, limit)]))
}
