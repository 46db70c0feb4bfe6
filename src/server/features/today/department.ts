import type { Input } from '../../../shared/endpoint.ts'
import {
  DEPARTMENT_HOURS,
  DEPARTMENT_ITEMS,
  DEPARTMENT_PEOPLE,
  DEPARTMENT_PLANNED,
  type DepartmentToday,
  type todayDepartmentApi,
} from '../../../shared/today-department.ts'
import { type Json, listOf } from '../../base/json-pieces.ts'
import { type Context, JsonText } from '../../core/context.ts'
import { listPlannedToday } from '../roster/planned-today.ts'
import { listRecentlyMissed } from '../routines/missed.ts'
import { listWaitingItems } from '../shift/handed-over.ts'
import { listHere } from '../shift/here.ts'
import { readDepartmentTasks } from '../tasks/of-department.ts'
import { reviewedDepartment } from './access.ts'

/**
 * The problems of a department, its waiting work and the people on duty, for its managers. Each feature gives a part.
 * Throws 403 and 404 as `reviewedDepartment`.
 */
export async function readDepartmentToday(
  ctx: Context,
  { query: { departmentId } }: Input<typeof todayDepartmentApi.read>,
): Promise<JsonText<DepartmentToday>> {
  const { department, allClear } = await reviewedDepartment(ctx, departmentId)
  const earliest = new Date(ctx.now.getTime() - DEPARTMENT_HOURS * 3_600_000).toISOString()
  const since = allClear && allClear.until > earliest ? allClear.until : earliest
  const part = { departmentId, since, limit: DEPARTMENT_ITEMS }
  const [missed, handovers, waiting, people, planned] = await Promise.all([
    listRecentlyMissed(ctx, { ...part, earliest }),
    listWaitingItems(ctx, part),
    readDepartmentTasks(ctx, part),
    listHere(ctx, departmentId, DEPARTMENT_PEOPLE),
    listPlannedToday(ctx, departmentId, DEPARTMENT_PLANNED),
  ])
  const { problems, overdue } = waiting
  const { unread: unreadItems, ...items } = handovers
  const parts: Record<keyof DepartmentToday, Json> = {
    department: JSON.stringify(department),
    asOf: JSON.stringify(ctx.now.toISOString()),
    since: JSON.stringify(since),
    allClear: JSON.stringify(allClear && { by: allClear.by, at: allClear.at }),
    unread: String(missed.total + unreadItems + waiting.unread),
    missed: JSON.stringify(missed),
    problems,
    handovers: JSON.stringify(items),
    overdue,
    onDuty: JSON.stringify(people.onDuty),
    notClockedOut: JSON.stringify(people.notClockedOut),
    planned: JSON.stringify(planned),
  }
  return new JsonText(['{', listOf(Object.entries(parts).map(([name, json]) => [`"${name}":`, json])), '}'])
}
