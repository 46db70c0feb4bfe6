import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../core/context.ts'
import { read } from '../../db/connect/connect.ts'
import { absences } from '../../db/tables/absences.ts'
import { departments } from '../../db/tables/departments.ts'
import { handoverItems, handovers } from '../../db/tables/handovers.ts'
import { holidays } from '../../db/tables/holidays.ts'
import { hoursAnswers, hoursApprovals } from '../../db/tables/hours.ts'
import { kiosks } from '../../db/tables/kiosks.ts'
import { payrollRuns } from '../../db/tables/payroll.ts'
import { places } from '../../db/tables/places.ts'
import { projects } from '../../db/tables/projects.ts'
import { reminders } from '../../db/tables/reminders.ts'
import { plannedShifts, shiftAsks, shiftExchanges, shiftTemplates, shiftWishes } from '../../db/tables/roster.ts'
import { routines } from '../../db/tables/routines.ts'
import { savedViews } from '../../db/tables/saved-views.ts'
import { sops } from '../../db/tables/sops.ts'
import { taskSteps } from '../../db/tables/steps.ts'
import { tasks } from '../../db/tables/tasks.ts'
import { allClears } from '../../db/tables/today-department.ts'
import { users } from '../../db/tables/users.ts'
import { wageTypes } from '../../db/tables/wage-types.ts'
import { webhooks } from '../../db/tables/webhooks.ts'
import { workContracts } from '../../db/tables/work-contracts.ts'

/** Finds names of rows that entries refer to: a whole page in one statement, deleted rows in a second. */

interface Source {
  /** The form of its ids. Others are not looked up. */
  ids: RegExp
  named(ids: SQL): SQL
}

const NUMBER = /^[1-9]\d{0,8}$/
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const numbered = (table: SQL, name: SQL): Source => ({
  ids: NUMBER,
  named: (ids) => sql`select id::text as id, ${name}::text as name from ${table} where id = any(${ids}::int[])`,
})

/** Named by its person. */
const byPerson = (table: SQL): Source => ({
  ids: NUMBER,
  named: (ids) => sql`select named.id::text as id, person.first_name || ' ' || person.last_name as name
    from ${table} as named join ${users} as person on person.id = named.user_id
    where named.id = any(${ids}::int[])`,
})

/** By the resource type in the log, for each type that has names. */
const sources: Record<string, Source> = {
  user: {
    ids: UUID,
    named: (ids) =>
      sql`select id::text, first_name || ' ' || last_name as name from ${users} where id = any(${ids}::uuid[])`,
  },
  department: numbered(sql`${departments}`, sql`name`),
  project: numbered(sql`${projects}`, sql`name`),
  task: numbered(sql`${tasks}`, sql`title`),
  sop: numbered(sql`${sops}`, sql`title`),
  step: numbered(sql`${taskSteps}`, sql`text`),
  kiosk: numbered(sql`${kiosks}`, sql`name`),
  holiday: numbered(sql`${holidays}`, sql`name`),
  'wage-type': numbered(sql`${wageTypes}`, sql`name`),
  // Named by its pay period, as ISO 8601 writes one: 2026-11-01/2026-11-30.
  'payroll-run': numbered(sql`${payrollRuns}`, sql`period || '/' || period_end`),
  place: numbered(sql`${places}`, sql`name`),
  'saved-view': numbered(sql`${savedViews}`, sql`name`),
  webhook: numbered(sql`${webhooks}`, sql`name`),
  reminder: numbered(sql`${reminders}`, sql`title`),
  routine: numbered(sql`${routines}`, sql`title`),
  'all-clear': {
    ids: NUMBER,
    named: (ids) => sql`select given.id::text as id, department.name
      from ${allClears} as given join ${departments} as department on department.id = given.department_id
      where given.id = any(${ids}::int[])`,
  },
  contract: byPerson(sql`${workContracts}`),
  'hours-approval': byPerson(sql`${hoursApprovals}`),
  'hours-answer': byPerson(sql`${hoursAnswers}`),
  'shift-template': numbered(sql`${shiftTemplates}`, sql`name`),
  'shift-ask': byPerson(sql`${shiftAsks}`),
  absence: byPerson(sql`${absences}`),
  'shift-wish': byPerson(sql`${shiftWishes}`),
  // Named by the person who asks for it.
  'shift-exchange': {
    ids: NUMBER,
    named: (ids) => sql`select exchange.id::text as id, person.first_name || ' ' || person.last_name as name
      from ${shiftExchanges} as exchange join ${users} as person on person.id = exchange.from_user_id
      where exchange.id = any(${ids}::int[])`,
  },
  // Named by its person; one that is nobody's, by its title.
  'planned-shift': {
    ids: NUMBER,
    named: (
      ids,
    ) => sql`select shift.id::text as id, coalesce(person.first_name || ' ' || person.last_name, shift.title) as name
      from ${plannedShifts} as shift left join ${users} as person on person.id = shift.user_id
      where shift.id = any(${ids}::int[])`,
  },
  // Named by its giver and its subject.
  handover: {
    ids: NUMBER,
    named: (ids) => sql`select handover.id::text as id, giver.first_name || ' ' || giver.last_name as name
      from ${handovers} as handover join ${users} as giver on giver.id = handover.giver_id
      where handover.id = any(${ids}::int[])`,
  },
  'handover-item': {
    ids: NUMBER,
    named: (ids) => sql`select item.id::text as id, coalesce(task.title, item.text, item.next) as name
      from ${handoverItems} as item left join ${tasks} as task on task.id = item.task_id
      where item.id = any(${ids}::int[])`,
  },
}

/** The resource type that a field refers to. */
export const subjectTypes: Record<string, string> = {
  departmentId: 'department',
  projectId: 'project',
  taskId: 'task',
  sopId: 'sop',
  reminderId: 'reminder',
  routineId: 'routine',
  userId: 'user',
  assigneeId: 'user',
  creatorId: 'user',
  ownerId: 'user',
  createdBy: 'user',
  doneBy: 'user',
  uploadedBy: 'user',
  toUserId: 'user',
  fromUserId: 'user',
  shiftId: 'planned-shift',
  forShiftId: 'planned-shift',
  receivedBy: 'user',
}

export interface AuditSubject {
  type: string
  id: string
}
export type Names = (type: string, id: string) => string | undefined

interface NameRow {
  type: string
  id: string
  name: string | null
}

/** The names of these subjects. A deleted subject has its last name. */
export async function namesOf(ctx: Context, subjects: AuditSubject[]): Promise<Names> {
  const idsByType = new Map<string, Set<string>>()
  for (const { type, id } of subjects) {
    if (!sources[type]?.ids.test(id)) continue
    idsByType.set(type, (idsByType.get(type) ?? new Set()).add(id))
  }
  const names = new Map<string, string>()
  const add = (rows: NameRow[]) => {
    for (const { type, id, name } of rows) if (name !== null) names.set(`${type} ${id}`, name)
  }
  if (idsByType.size > 0) add(await currentNames(ctx, idsByType))
  const deleted = [...idsByType].flatMap(([type, ids]) =>
    [...ids].filter((id) => !names.has(`${type} ${id}`)).map((id) => ({ type, id })),
  )
  if (deleted.length > 0) add(await lastNames(ctx, deleted))
  return (type, id) => names.get(`${type} ${id}`)
}

function currentNames(ctx: Context, idsByType: Map<string, Set<string>>) {
  const parts = [...idsByType].flatMap(([type, ids]) => {
    const named = sources[type]?.named(sql`${sql.param([...ids])}`)
    return named ? [sql`select ${type}::text as type, found.id, found.name from (${named}) as found`] : []
  })
  return read<NameRow>(ctx, sql.join(parts, sql` union all `), false)
}

/** The names that the entries of the deletions have. */
const lastNames = (ctx: Context, deleted: AuditSubject[]) =>
  read<NameRow>(
    ctx,
    sql`select deleted.type, deleted.id, entry.name
      from unnest(${sql.param(deleted.map(({ type }) => type))}::text[], ${sql.param(deleted.map(({ id }) => id))}::text[])
        as deleted (type, id)
      cross join lateral (
        select coalesce(details -> 'before' ->> 'title', details -> 'before' ->> 'name',
          (select first_name || ' ' || last_name from ${users} where users.id::text = details -> 'before' ->> 'userId')
        ) as name from audit_logs
        where resource_type = deleted.type and resource_id = deleted.id and action = deleted.type || '.delete'
        order by id desc limit 1
      ) as entry`,
    false,
  )
