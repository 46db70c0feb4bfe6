import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../core/context.ts'
import { read } from '../../db/connect.ts'
import { departments, users } from '../../db/tables/people.ts'
import { projects } from '../../db/tables/projects.ts'
import { reminders } from '../../db/tables/reminders.ts'
import { sops } from '../../db/tables/sops.ts'
import { tasks } from '../../db/tables/tasks.ts'

/** What the things are called that entries speak of: looked up for a whole page in one statement, in a second where gone. */

interface Source {
  /** What its ids look like; others are not looked for. */
  ids: RegExp
  named(ids: SQL): SQL
}

const NUMBER = /^[1-9]\d{0,8}$/
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const numbered = (table: SQL, name: SQL): Source => ({
  ids: NUMBER,
  named: (ids) => sql`select id::text as id, ${name}::text as name from ${table} where id = any(${ids}::int[])`,
})

/** By the kind's name in the log; a line for each kind of thing that has a name. */
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
  reminder: numbered(sql`${reminders}`, sql`title`),
}

/** The kind of thing that a field points to. */
export const pointsTo: Record<string, string> = {
  departmentId: 'department',
  projectId: 'project',
  taskId: 'task',
  sopId: 'sop',
  reminderId: 'reminder',
  userId: 'user',
  assigneeId: 'user',
  creatorId: 'user',
  ownerId: 'user',
  createdBy: 'user',
  uploadedBy: 'user',
}

export interface Wanted {
  kind: string
  id: string
}
export type Names = (kind: string, id: string) => string | undefined

interface NameRow {
  kind: string
  id: string
  name: string | null
}

/** The names of these things; of what is gone, the last one. */
export async function namesOf(ctx: Context, wanted: Wanted[]): Promise<Names> {
  const byKind = new Map<string, Set<string>>()
  for (const { kind, id } of wanted) {
    if (!sources[kind]?.ids.test(id)) continue
    byKind.set(kind, (byKind.get(kind) ?? new Set()).add(id))
  }
  const names = new Map<string, string>()
  const keep = (rows: NameRow[]) => {
    for (const { kind, id, name } of rows) if (name !== null) names.set(`${kind} ${id}`, name)
  }
  if (byKind.size > 0) keep(await livingNames(ctx, byKind))
  const gone = [...byKind].flatMap(([kind, ids]) =>
    [...ids].filter((id) => !names.has(`${kind} ${id}`)).map((id) => ({ kind, id })),
  )
  if (gone.length > 0) keep(await lastNames(ctx, gone))
  return (kind, id) => names.get(`${kind} ${id}`)
}

function livingNames(ctx: Context, byKind: Map<string, Set<string>>) {
  const parts = [...byKind].flatMap(([kind, ids]) => {
    const named = sources[kind]?.named(sql`${sql.param([...ids])}`)
    return named ? [sql`select ${kind}::text as kind, found.id, found.name from (${named}) as found`] : []
  })
  return read<NameRow>(ctx, sql.join(parts, sql` union all `), false)
}

/** What the entry of the deletion says. */
const lastNames = (ctx: Context, gone: Wanted[]) =>
  read<NameRow>(
    ctx,
    sql`select gone.kind, gone.id, entry.name
      from unnest(${sql.param(gone.map(({ kind }) => kind))}::text[], ${sql.param(gone.map(({ id }) => id))}::text[]) as gone (kind, id)
      cross join lateral (
        select coalesce(details -> 'before' ->> 'title', details -> 'before' ->> 'name') as name from audit_logs
        where resource_type = gone.kind and resource_id = gone.id and action = gone.kind || '.delete'
        order by id desc limit 1
      ) as entry`,
    false,
  )
