import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Task } from '../../../shared/tasks.ts'
import { isoJson } from '../../db/columns.ts'
import { type Db, fixed, prepared } from '../../db/connect/connect.ts'
import { departments } from '../../db/tables/departments.ts'
import { projects } from '../../db/tables/projects.ts'
import { tasks } from '../../db/tables/tasks.ts'
import { users } from '../../db/tables/users.ts'
import type { Context, Services } from '../context.ts'
import { active } from '../counts/task-counts.ts'
import { audienceOf } from '../write/audit-config.ts'
import type { LiveRow } from '../write/live-rows.ts'

/** The task's fields from other tables. A field missing here, or in `columns`, does not compile. */
const joined = {
  department: sql`row_to_json(department)`,
  assignee: sql`row_to_json(assignee)`,
  project: sql`row_to_json(project)`,
} satisfies Partial<Record<keyof Task, SQL>>

/** A column whose values are of this type, and null only if the type has null. */
type ColumnOf<Value> = PgColumn & { _: { data: NonNullable<Value>; notNull: null extends Value ? boolean : true } }

/** Every other field, with the column that has its value; replies have the fields in this order. */
const columns: { [Field in Exclude<keyof Task, keyof typeof joined>]: ColumnOf<Task[Field]> } = {
  id: tasks.id,
  title: tasks.title,
  description: tasks.description,
  status: tasks.status,
  priority: tasks.priority,
  projectId: tasks.projectId,
  assigneeId: tasks.assigneeId,
  creatorId: tasks.creatorId,
  departmentId: tasks.departmentId,
  dueDate: tasks.dueDate,
  completedAt: tasks.completedAt,
  tags: tasks.tags,
  createdAt: tasks.createdAt,
  updatedAt: tasks.updatedAt,
  deletedAt: tasks.deletedAt,
  sopId: tasks.sopId,
  sopPage: tasks.sopPage,
  sopRevision: tasks.sopRevision,
  stepsDone: tasks.stepsDone,
  stepsTotal: tasks.stepsTotal,
  comments: tasks.comments,
  photos: tasks.photos,
  kind: tasks.kind,
  place: tasks.place,
  estimateMinutes: tasks.estimateMinutes,
  takenAt: tasks.takenAt,
  isReceived: tasks.isReceived,
  routineId: tasks.routineId,
  occurrenceAt: tasks.occurrenceAt,
  closesAt: tasks.closesAt,
  outcome: tasks.outcome,
  closedAt: tasks.closedAt,
}

/** The columns that a page of tasks must have for `asJson`. */
export const taskColumns = fixed(sql.join(Object.values(columns), sql`, `))

/** A column of `page` as JSON has it. */
function jsonOf(column: PgColumn) {
  const value = sql.raw(`page.${column.name}`)
  return column.getSQLType().startsWith('timestamp') ? isoJson(value) : value
}

const named = (field: string, value: SQL) => sql`${value} as ${sql.identifier(field)}`
const fields = [
  ...Object.entries(columns).map(([field, column]) => named(field, jsonOf(column))),
  ...Object.entries(joined).map(([field, value]) => named(field, value)),
]

/** The contract's task, field by field, of a row of `page` and the rows joined to it. */
const task = fixed(sql`cross join lateral (select ${sql.join(fields, sql`, `)}) as task`)

type Assignee = NonNullable<Task['assignee']>
const assigneeColumns: { [Field in keyof Assignee]: ColumnOf<Assignee[Field]> } = {
  id: users.id,
  firstName: users.firstName,
  lastName: users.lastName,
  email: users.email,
  profileImageUrl: users.profileImageUrl,
}
const assigneeFields = Object.entries(assigneeColumns).map(([field, column]) => named(field, sql`${column}`))

/** The rows that a page names. `offset 0` makes PostgreSQL find each person by id, and not read all of them. */
const joins = fixed(sql`
  left join (select id, name from ${departments}) as department on department.id = page.department_id
  left join (select id, name from ${projects}) as project on project.id = page.project_id
  left join lateral (
    select ${sql.join(assigneeFields, sql`, `)} from ${users} where ${users.id} = page.assignee_id offset 0
  ) as assignee on true`)

/**
 * Reads tasks as JSON: `page` is a query that has `taskColumns`, and each of its tasks becomes the text of the
 * contract's JSON, beside the columns `more`. The database writes JSON with less work than Node needs to read the
 * columns and write them again.
 */
export const asJson = (page: SQL, more: SQL = sql``) => sql`
  select row_to_json(task)::text as task ${more} from (${page}) as page ${joins} ${task}`

/** The columns that a page of tasks must have for `versionsOf`. */
export const versionColumns = fixed(sql`
  ${tasks.id}, ${tasks}.xmin as row_version, ${tasks.departmentId}, ${tasks.projectId}, ${tasks.assigneeId}`)

/**
 * Identifies the JSON of a task of `page`: its id, and the transactions that wrote the rows that the JSON is made of.
 * The task's own transaction settles which of the others there are, so an absent one needs no place.
 */
const version = sql.raw(
  `concat_ws(' ', page.id, page.row_version, its_department.xmin, its_project.xmin, its_assignee.xmin)`,
)
const versionJoins = fixed(sql`
  left join ${departments} as its_department on its_department.id = page.department_id
  left join ${projects} as its_project on its_project.id = page.project_id
  left join lateral (select xmin from ${users} where ${users.id} = page.assignee_id offset 0) as its_assignee on true`)

/**
 * Reads which version each task of `page` is, beside the columns `more`. `page` is a query that has `versionColumns`.
 * The same version has the same JSON, so a server need not have it written again (`readWithTasks`).
 */
export const versionsOf = (page: SQL, more: SQL = sql``) =>
  sql`select ${version} as version ${more} from (${page}) as page ${versionJoins}`

/** Reads tasks with their versions. */
function asJsonWithVersion(condition: SQL, more: SQL) {
  const page = sql`select ${taskColumns}, ${tasks}.xmin as row_version from ${tasks} where ${condition}`
  return asJson(
    sql`select page.*, ${version} as version from (${page}) as page ${versionJoins}`,
    sql`, page.version, page.id ${more}`,
  )
}

/** Tasks of any state by their ids, with their versions. The caller has checked that the viewer may see them. */
export const readVersions = prepared<{ task: string; version: string; id: number }>(
  asJsonWithVersion(sql`${tasks.id} = any(${sql.placeholder('ids')}::int[])`, sql``),
)

const pageOf = (condition: SQL) => sql`select ${taskColumns} from ${tasks} where ${condition}`
const readOne = prepared<{ task: string }>(asJson(pageOf(sql`${tasks.id} = ${sql.placeholder('id')}`)))
const readActive = prepared<LiveTaskRow>(
  asJsonWithVersion(
    sql`${active} and ${tasks.id} = any(${sql.placeholder('ids')}::int[])`,
    sql`, page.department_id as "departmentId", page.assignee_id as "assigneeId", page.creator_id as "creatorId"`,
  ),
)
const readUndeleted = prepared<{ task: string; id: number }>(
  asJson(
    pageOf(sql`${tasks.deletedAt} is null and ${tasks.id} = any(${sql.placeholder('ids')}::int[])`),
    sql`, page.id`,
  ),
)
type LiveTaskRow = { task: string; version: string } & Pick<
  typeof tasks.$inferSelect,
  'id' | 'departmentId' | 'assigneeId' | 'creatorId'
>

/** Tasks as pages that follow changes receive them, each with those who may see it. Deleted ones are left out. */
export async function liveTasks({ database, taskJson }: Services, ids: number[]): Promise<Map<number, LiveRow>> {
  const rows = await readActive(database.orm, { ids })
  for (const { version, task } of rows) taskJson.keep(version, task)
  return new Map(rows.map((row) => [row.id, { json: row.task, audience: audienceOf(tasks, row as never) }]))
}

/** Tasks as replies carry them, by id; those that are deleted are left out. The caller has checked who may see them. */
export async function tasksById(db: Db, ids: number[]): Promise<Map<number, Task>> {
  return new Map((await readUndeleted(db, { ids })).map(({ id, task }) => [id, JSON.parse(task)]))
}

/** The task as replies carry it. The caller has found it through `access`. */
export async function taskWithNames({ db }: Context, id: number): Promise<Task> {
  const [row] = await readOne(db, { id })
  if (!row) throw new Error(`Task ${id} is gone`)
  return JSON.parse(row.task)
}
