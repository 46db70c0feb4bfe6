import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import { LAST_OUTCOMES, MAX_ROUTINES, type Routine } from '../../../shared/routines.ts'
import { seesTasks } from '../../core/access/access.ts'
import type { Context } from '../../core/context.ts'
import { isoJson } from '../../db/columns.ts'
import { personColumns } from '../../db/person-columns.ts'
import { departments } from '../../db/tables/departments.ts'
import { routines } from '../../db/tables/routines.ts'
import { tasks } from '../../db/tables/tasks.ts'
import { users } from '../../db/tables/users.ts'

/** The latest occurrences of each routine that the viewer may see, from the index of its occurrences. */
const lastOutcomes = (ctx: Context) =>
  sql<Routine['lastOutcomes']>`(
    select coalesce(json_agg(json_build_object('taskId', latest.id, 'occurrenceAt', ${isoJson(sql`latest.occurrence_at`)},
      'outcome', latest.outcome) order by latest.occurrence_at desc), '[]')
    from (
      select ${tasks.id}, ${tasks.occurrenceAt}, ${tasks.outcome} from ${tasks}
      where ${tasks.routineId} = ${routines.id} and ${tasks.deletedAt} is null and ${seesTasks(ctx)}
      order by ${tasks.occurrenceAt} desc limit ${LAST_OUTCOMES}
    ) as latest)`

/** Routines as replies carry them, by the time at which they open. The caller says which ones the viewer may see. */
export const routinesWithNames = (ctx: Context, condition: SQL): Promise<Routine[]> =>
  ctx.db
    .select({
      id: routines.id,
      title: routines.title,
      description: routines.description,
      departmentId: routines.departmentId,
      assigneeId: routines.assigneeId,
      priority: routines.priority,
      tags: routines.tags,
      sopId: routines.sopId,
      sopPage: routines.sopPage,
      place: routines.place,
      workMinutes: routines.workMinutes,
      steps: routines.steps,
      days: routines.days,
      everyDays: routines.everyDays,
      from: routines.from,
      opensAt: routines.opensAt,
      dueAfterMinutes: routines.dueAfterMinutes,
      closesAfterMinutes: routines.closesAfterMinutes,
      eachCounts: routines.eachCounts,
      isActive: routines.isActive,
      creatorId: routines.creatorId,
      createdAt: routines.createdAt,
      updatedAt: routines.updatedAt,
      department: { id: departments.id, name: departments.name },
      assignee: personColumns,
      nextOccurrence: routines.nextOccurrence,
      lastOutcomes: lastOutcomes(ctx),
    })
    .from(routines)
    .leftJoin(departments, eq(departments.id, routines.departmentId))
    .leftJoin(users, eq(users.id, routines.assigneeId))
    .where(and(condition))
    .orderBy(asc(routines.opensAt), asc(routines.title), asc(routines.id))
    .limit(MAX_ROUTINES)

/** The routine as replies carry it. The caller has found it through `access`. */
export async function routineWithNames(ctx: Context, id: number): Promise<Routine> {
  const [routine] = await routinesWithNames(ctx, eq(routines.id, id))
  if (!routine) throw new Error(`Routine ${id} is gone`)
  return routine
}
