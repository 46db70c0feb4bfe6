import { sql } from 'drizzle-orm'
import type { Actor } from '../../../shared/permissions.ts'
import { runPrepared } from '../../db/connect/connect.ts'
import { tasks as tasksTable } from '../../db/tables/tasks.ts'
import { users } from '../../db/tables/users.ts'
import type { OpenContext } from '../context.ts'
import { noticesOf } from '../notify/webhook-notices.ts'
import { type ActorsById, joined, present, type TaskRows } from './audiences.ts'
import { audit, type Entry } from './audit.ts'
import { type Audited, audienceOf, auditConfigOf } from './audit-config.ts'

/** The audit entries and events that `write` adds for changed rows. */

export type Row = Record<string, unknown>

/** A row before and after its change. */
export type Pair = { before: Row; after: Row | null } | { before: null; after: Row }

/** Beyond this many changes at once, screens are told of one change to many. */
const MAX_ANNOUNCED = 20

/** Logs and announces changes of rows of one table, in the transaction that makes them. */
export async function record(ctx: OpenContext, table: Audited, verb: string, pairs: Pair[]) {
  const people = await peopleOf(
    ctx,
    table,
    pairs.flatMap(({ before, after }) => present([before, after])),
  )
  await announce(ctx, table, verb, pairs, people)
  const { also, task } = auditConfigOf(table)
  if (also) {
    const changed = pairs.filter(({ before, after }) => also.isChanged(before as never, after as never, ctx.now))
    const rows = changed.flatMap(({ before, after }) => present([before, after]))
    const audience = joined(rows.map((row) => also.audience(row as never, people)))
    const change = { resource: also.resource, id: null }
    if (changed.length > 0) ctx.outbox.push({ type: 'change', change, audience, tab: ctx.origin.tab })
  }
  await audit(ctx, ...(task ? entriesOfTasks(table, verb, pairs) : pairs.map((pair) => entryOf(table, verb, pair))))
}

async function announce(ctx: OpenContext, table: Audited, verb: string, pairs: Pair[], people: ActorsById) {
  const { resource, filterValues, isReadByTask } = auditConfigOf(table)
  const rows = pairs.flatMap(({ before, after }) => present([before, after]))
  const tasks = await tasksOf(ctx, table, rows)
  const audienceOfRow = (row: Row | null) => row && audienceOf(table, row as never, people, tasks)
  const { tab } = ctx.origin
  const announced = isReadByTask ? byTask(table, pairs).flatMap(([, [first]]) => present([first])) : pairs
  ctx.outbox.tell(...noticesOf(table, verb, announced, MAX_ANNOUNCED))
  if (announced.length > MAX_ANNOUNCED) {
    const audience = joined(pairs.flatMap(({ before, after }) => present([before, after].map(audienceOfRow))))
    ctx.outbox.push({ type: 'change', change: { resource, id: null }, verb, audience, tab })
    return
  }
  const by = ctx.viewer && { firstName: ctx.viewer.firstName, lastName: ctx.viewer.lastName }
  for (const pair of announced) {
    const filterValuesOf = (row: Row | null) => row && filterValues?.(row as never)
    ctx.outbox.push({
      type: 'change',
      change: { resource, id: (pair.after ?? pair.before)?.id as number | string },
      verb,
      audience: audienceOfRow(pair.after),
      audienceBefore: audienceOfRow(pair.before),
      ...(filterValues && {
        filterValues: { before: filterValuesOf(pair.before) ?? null, after: filterValuesOf(pair.after) ?? null },
      }),
      ...(resource === 'tasks' && by && { by }),
      tab,
    })
  }
}

/** The entry about the change of one row. */
function entryOf(table: Audited, verb: string, { before, after }: Pair): Entry {
  const { type, unlogged, logged = (row) => row } = auditConfigOf(table)
  const asLogged = (row: Row | null) => row && (logged(row as never) as Row)
  return {
    action: `${type}.${verb}`,
    ...{ resourceType: type, resourceId: String((after ?? before)?.id) },
    details: difference(asLogged(before), asLogged(after), unlogged as readonly string[]),
  }
}

/** Entries about rows that hang on tasks go into the tasks' histories: one a task, with the row if it is one. */
function entriesOfTasks(table: Audited, verb: string, pairs: Pair[]): Entry[] {
  return byTask(table, pairs).flatMap(([taskId, ofTask]) => {
    const entries = ofTask.map((pair) => entryOf(table, verb, pair))
    const [first] = entries
    if (!first) return []
    const details = entries.length > 1 ? { count: entries.length } : { id: first.resourceId, ...first.details }
    return [{ ...first, resourceType: 'task', resourceId: String(taskId), details }]
  })
}

/** Changes of rows that hang on tasks, by task. */
function byTask(table: Audited, pairs: Pair[]) {
  const { task } = auditConfigOf(table)
  const found = new Map<number | undefined, Pair[]>()
  for (const pair of pairs) {
    const taskId = task?.((pair.after ?? pair.before) as never)
    found.set(taskId, [...(found.get(taskId) ?? []), pair])
  }
  return [...found]
}

/** The people on whose role and department the audience of these rows depends. The viewer's are known already. */
export async function peopleOf({ db, viewer }: OpenContext, table: Audited, rows: Row[]): Promise<ActorsById> {
  const { people } = auditConfigOf(table)
  const ids = new Set(people ? rows.flatMap((row) => people(row as never)) : [])
  const known: Actor[] = viewer && ids.delete(viewer.id) ? [viewer] : []
  if (ids.size > 0) {
    const found = db.select({ id: users.id, role: users.role, departmentId: users.departmentId }).from(users)
    known.push(...(await runPrepared(found.where(sql`${users.id} = any(${sql.param([...ids])}::uuid[])`))))
  }
  return new Map(known.map((person) => [person.id, person]))
}

/** The tasks that these rows hang on: people who may see them hear of the rows. */
async function tasksOf({ db }: OpenContext, table: Audited, rows: Row[]): Promise<TaskRows> {
  const { task } = auditConfigOf(table)
  const ids = new Set(task ? rows.map((row) => task(row as never)) : [])
  if (ids.size === 0) return new Map()
  const { id, departmentId, assigneeId, creatorId } = tasksTable
  const found = await runPrepared(
    db
      .select({ id, departmentId, assigneeId, creatorId })
      .from(tasksTable)
      .where(sql`${id} = any(${sql.param([...ids])}::int[])`),
  )
  return new Map(found.map((row) => [row.id, row]))
}

/** The changed columns before and after, without the columns that are not logged. */
function difference(before: Row | null, after: Row | null, unlogged: readonly string[]) {
  const names = Object.keys(after ?? before ?? {}).filter(
    (name) => !same(before?.[name] ?? null, after?.[name] ?? null) && !unlogged.includes(name),
  )
  const pick = (row: Row | null) => row && Object.fromEntries(names.map((name) => [name, row[name]]))
  return { before: pick(before), after: pick(after) }
}

/** Whether two values of a column are the same. */
export const same = (a: unknown, b: unknown) =>
  a === b || (typeof a === 'object' && typeof b === 'object' && JSON.stringify(a) === JSON.stringify(b))
