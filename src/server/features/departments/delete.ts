import { isNull, type SQL, sql } from 'drizzle-orm'
import type { departmentsApi } from '../../../shared/departments.ts'
import type { Input } from '../../../shared/endpoint.ts'
import { formatList } from '../../../shared/words/formats.ts'
import { type Message, msg } from '../../../shared/words/message.ts'
import { conflict } from '../../base/errors.ts'
import { departmentFor } from '../../core/access/people.ts'
import type { Context } from '../../core/context.ts'
import { active } from '../../core/counts/task-counts.ts'
import { remove } from '../../core/write/write.ts'
import { clockSessions } from '../../db/tables/clock.ts'
import { departments } from '../../db/tables/departments.ts'
import { kiosks } from '../../db/tables/kiosks.ts'
import { places } from '../../db/tables/places.ts'
import { projects } from '../../db/tables/projects.ts'
import { reminders } from '../../db/tables/reminders.ts'
import { routines } from '../../db/tables/routines.ts'
import { sops } from '../../db/tables/sops.ts'
import { tasks } from '../../db/tables/tasks.ts'
import { users } from '../../db/tables/users.ts'
import { wageTypes } from '../../db/tables/wage-types.ts'
import { releaseUnlisted } from './release.ts'

/** Deletes an empty department. Throws 409 with the things that still belong to it. */
export async function deleteDepartment(ctx: Context, { params }: Input<typeof departmentsApi.remove>): Promise<void> {
  const department = await departmentFor(ctx, params.id, 'department:manage')
  const contents = await contentsOf(ctx, department.id)
  if (contents.length > 0) {
    throw conflict(
      'not_empty',
      msg('{name} cannot be deleted. It still has: {contents}', {
        name: department.name,
        contents: formatList(contents, ctx.reader),
      }),
    )
  }
  await releaseUnlisted(ctx, [department.id])
  await remove(ctx, departments, department)
}

/** How many of each kind still belong to the department, as "2 tasks"; all in one statement. */
async function contentsOf({ db, reader: { i18n } }: Context, id: number) {
  const countOf = (table: SQL, column: SQL, condition = sql`true`) =>
    sql`(select count(*)::int from ${table} where ${column} = ${id} and ${condition})`
  const { rows } = await db.execute<Record<string, number>>(sql`select
    ${countOf(sql`${users}`, sql`${users.departmentId}`, isNull(users.deletedAt))} as people,
    ${countOf(sql`${tasks}`, sql`${tasks.departmentId}`, active)} as tasks,
    ${countOf(sql`${projects}`, sql`${projects.departmentId}`)} as projects,
    ${countOf(sql`${sops}`, sql`${sops.departmentId}`)} as sops,
    ${countOf(sql`${reminders}`, sql`${reminders.departmentId}`)} as reminders,
    ${countOf(sql`${routines}`, sql`${routines.departmentId}`, isNull(routines.deletedAt))} as routines,
    ${countOf(sql`${places}`, sql`${places.departmentId}`)} as places,
    ${countOf(sql`${kiosks}`, sql`${kiosks.departmentId}`)} as kiosks,
    ${countOf(sql`${wageTypes}`, sql`${wageTypes.departmentId}`)} as "wageTypes",
    ${countOf(sql`${clockSessions}`, sql`${clockSessions.departmentId}`)} as hours`)
  return Object.entries(counts).flatMap(([kind, describe]) => {
    const count = rows[0]?.[kind] ?? 0
    return count === 0 ? [] : [i18n.t(describe(count))]
  })
}

const counts: Record<string, (count: number) => Message> = {
  people: (count) => msg('{count, plural, one {# person} other {# people}}', { count }),
  tasks: (count) => msg('{count, plural, one {# task} other {# tasks}}', { count }),
  projects: (count) => msg('{count, plural, one {# project} other {# projects}}', { count }),
  sops: (count) => msg('{count, plural, one {# procedure} other {# procedures}}', { count }),
  reminders: (count) => msg('{count, plural, one {# reminder} other {# reminders}}', { count }),
  routines: (count) => msg('{count, plural, one {# routine} other {# routines}}', { count }),
  places: (count) => msg('{count, plural, one {# place} other {# places}}', { count }),
  kiosks: (count) => msg('{count, plural, one {# kiosk} other {# kiosks}}', { count }),
  wageTypes: (count) => msg('{count, plural, one {# wage type} other {# wage types}}', { count }),
  hours: (count) => msg('{count, plural, one {# clock session} other {# clock sessions}}', { count }),
}
