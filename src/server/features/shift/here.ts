import { sql } from 'drizzle-orm'
import type { DepartmentToday } from '../../../shared/today-department.ts'
import type { Context } from '../../core/context.ts'
import { doesShifts } from '../../core/people/active.ts'
import { onDuty } from '../../core/people/duty.ts'
import { isoJson } from '../../db/columns.ts'
import { read } from '../../db/connect/connect.ts'
import { clockSessions } from '../../db/tables/clock.ts'
import { users } from '../../db/tables/users.ts'

type People = Pick<DepartmentToday, 'onDuty' | 'notClockedOut'>

/**
 * The people of a department whose clock is running: on duty, or for so long that they do not count as on duty any
 * more. The caller has found the department through `access`.
 */
export async function listHere(ctx: Context, departmentId: number, limit: number): Promise<People> {
  const rows = await read<{ is_on_duty: boolean; people: People['onDuty']['people']; total: number }>(
    ctx,
    sql`select is_on_duty, count(*)::int as total, json_agg(json_build_object(
        'id', id, 'firstName', first_name, 'lastName', last_name, 'profileImageUrl', profile_image_url,
        'since', ${isoJson(sql`since`)}, 'onBreakSince', ${isoJson(sql`break_since`)}
      ) order by place) filter (where place <= ${limit}) as people
      from (
        select ${users.id}, ${users.firstName}, ${users.lastName}, ${users.profileImageUrl},
          ${clockSessions.startTime} as since, duty.break_since, duty.user_id is not null as is_on_duty,
          row_number() over (partition by duty.user_id is not null order by ${users.foldedName}, ${users.id}) as place
        from ${users}
        join ${clockSessions} on ${clockSessions.userId} = ${users.id} and ${clockSessions.endTime} is null
        left join ${onDuty(ctx)} as duty on duty.user_id = ${users.id}
        where ${doesShifts} and ${users.departmentId} = ${departmentId}
      ) as here group by is_on_duty`,
    true,
  )
  const of = (isOnDuty: boolean) => {
    const row = rows.find(({ is_on_duty }) => is_on_duty === isOnDuty)
    return { people: row?.people ?? [], total: row?.total ?? 0 }
  }
  return { onDuty: of(true), notClockedOut: of(false) }
}
