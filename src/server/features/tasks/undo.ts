import { sql } from 'drizzle-orm'
import type { Input } from '../../../shared/endpoint.ts'
import { may } from '../../../shared/permissions.ts'
import { MAX_TASKS_PER_CALL, type TaskUndo, type tasksApi } from '../../../shared/tasks.ts'
import { msg } from '../../../shared/words/message.ts'
import { HttpError, invalid } from '../../base/errors.ts'
import { roleMustBeAllowed, sopPagesAmong, tasksAmong, visibleProjectsAmong } from '../../core/access/access.ts'
import { activePeopleAmong, departmentsAmong } from '../../core/access/people.ts'
import type { Context } from '../../core/context.ts'
import { same } from '../../core/write/record.ts'
import { searchColumns } from '../../core/write/search-text.ts'
import { updateEach } from '../../core/write/write-each.ts'
import { tasks } from '../../db/tables/tasks.ts'
import { checkSteps } from './complete.ts'
import { completion, outcomeOf, procedureColumns, takenBy, uniqueTags } from './derived-columns.ts'
import { notifyAssignee } from './notify-assignee.ts'
import { followProblems } from './problems/follow.ts'
import { setsOnlyStatus } from './update.ts'

type TaskRow = typeof tasks.$inferSelect
type Values = TaskUndo['from']
interface Undone {
  before: TaskRow
  values: Values
}

/**
 * Puts back the values that tasks had before a change, all or none. It is an ordinary change by a person who may make
 * it, with its audit entries. A new assignee is notified as by a change, unless the task was taken from them within the
 * last minute: then they were told before, and may not have missed it.
 *
 * Throws 409 if it cannot be undone for some of the tasks. Their values have changed since, they are gone, the viewer
 * may not change them so, or a former reference no longer exists: the account of the former assignee is closed, or the
 * former procedure is gone or has no such page. `issues` name these tasks. Throws 409 `steps_open` when one would be
 * completed again while required steps are open.
 */
export async function undoChange(ctx: Context, { body: { from, to } }: Input<typeof tasksApi.undo>) {
  const wanted = new Map(to.flatMap(({ ids, values }) => ids.map((id) => [id, values] as const)))
  if (wanted.size > MAX_TASKS_PER_CALL)
    throw invalid('to', msg('{max, plural, one {At most # task} other {At most # tasks}}', { max: MAX_TASKS_PER_CALL }))
  const permission = [...wanted.values()].every(setsOnlyStatus) ? 'task:set-status' : 'task:update'
  roleMustBeAllowed(ctx, permission)

  const found = await tasksAmong(ctx, [...wanted.keys()], permission)
  const undone = found
    .map((before): Undone => ({ before, values: wanted.get(before.id) ?? {} }))
    .filter(
      ({ before, values }) =>
        has(before, from, values) && may(ctx.viewer, permission, { ...before, ...values, creatorId: before.creatorId }),
    )
  const possible = await withReferences(ctx, undone)
  mustBeAll(to, new Set(possible.map(({ before }) => before.id)))

  const completed = possible.filter(
    ({ before, values }) => values.status === 'completed' && before.status !== 'completed',
  )
  await checkSteps(
    ctx,
    completed.map(({ before }) => before),
  )
  const former = await formerCompletions(ctx, completed)
  const after = await updateEach(
    ctx,
    tasks,
    possible.map(({ before, values }) => ({
      before,
      values: { ...values, ...derived(ctx, before, values, former.get(before.id) ?? before) },
    })),
  )
  const befores = possible.map(({ before }) => before)
  await notifyAssignee(ctx, befores, await withoutJustTaken(ctx, befores, after))
  await followProblems(ctx, befores, after)
  return { changed: after.length }
}

/** Whether the task still has the change's value in each field that is put back. */
const has = (task: TaskRow, from: Values, values: Values) =>
  (Object.keys(values) as (keyof Values)[]).every((name) => name in from && same(task[name], from[name]))

function derived(ctx: Context, task: TaskRow, values: Values, completed: Completion) {
  const status = values.status ?? task.status
  const tags = values.tags && { tags: uniqueTags(values.tags) }
  const completedAgain = completion(ctx, status, completed.completedAt)
  const isSearched =
    values.title !== undefined || values.description !== undefined || values.place !== undefined || tags
  return {
    ...tags,
    ...(isSearched && searchColumns({ ...task, ...values, ...tags })),
    ...procedureColumns(values, task),
    ...completedAgain,
    ...takenBy(ctx, values, task),
    outcome: outcomeOf({ ...task, ...values, ...completedAgain }),
    sopRevision: status === 'completed' ? completed.sopRevision : null,
  }
}

/** When a task was completed, and by which revision of its procedure. */
type Completion = Pick<TaskRow, 'completedAt' | 'sopRevision'>

/**
 * The tasks whose former references are still allowed, by the rules of `checkReferences`, but for many at once.
 * References that a task has already are not checked again.
 */
async function withReferences(ctx: Context, undone: Undone[]) {
  const named = <K extends keyof Values & keyof TaskRow>(name: K) =>
    new Set(
      undone.flatMap(({ before, values }) => (values[name] && values[name] !== before[name] ? [values[name]] : [])),
    )
  const procedures = undone.flatMap((each) => procedureOf(each)?.sopId ?? [])
  const people = await activePeopleAmong(ctx, [...named('assigneeId')])
  const places = await departmentsAmong(ctx, [...named('departmentId')])
  const projects = await visibleProjectsAmong(ctx, [...named('projectId')])
  const pages = await sopPagesAmong(ctx, [...new Set(procedures)])
  return undone.filter((each) => {
    const { before, values } = each
    const isThere = <T>(value: T | null | undefined, had: T | null, there: ReadonlySet<T>) =>
      !value || value === had || there.has(value)
    return (
      isThere(values.assigneeId, before.assigneeId, people) &&
      isThere(values.departmentId, before.departmentId, places) &&
      isThere(values.projectId, before.projectId, projects) &&
      hasPage(procedureOf(each), pages)
    )
  })
}

/** The procedure that a task would have, and its page; null if neither changes. */
function procedureOf({ before, values }: Undone) {
  const isSame = (name: 'sopId' | 'sopPage') => values[name] === undefined || values[name] === before[name]
  if (isSame('sopId') && isSame('sopPage')) return null
  return { sopId: values.sopId === undefined ? before.sopId : values.sopId, sopPage: values.sopPage ?? null }
}

/** Whether there is such a procedure with such a page. Without a procedure there is no page. */
function hasPage(procedure: ReturnType<typeof procedureOf>, pages: ReadonlyMap<number, number>) {
  if (procedure === null) return true
  const { sopId, sopPage } = procedure
  if (sopId === null) return sopPage === null
  return (pages.get(sopId) ?? 0) >= (sopPage ?? 1)
}

/** How long ago a task was taken from somebody who need not be told that they have it again. In milliseconds. */
const MOMENT_MS = 60_000

/** Those tasks that were not taken within the last minute from the person who has them again. */
async function withoutJustTaken(ctx: Context, befores: TaskRow[], afters: TaskRow[]) {
  const former = new Map(befores.map(({ id, assigneeId }) => [id, assigneeId]))
  const ids = afters.flatMap(({ id, assigneeId }) => (assigneeId && assigneeId !== former.get(id) ? [id] : []))
  if (ids.length === 0) return []
  const { rows } = await ctx.db.execute<{ id: number; assignee: string | null }>(
    sql`select task.id, entry.assignee
      from unnest(${sql.param(ids)}::int[]) as task (id)
      cross join lateral (
        select details -> 'before' ->> 'assigneeId' as assignee, created_at from audit_logs
        where resource_type = 'task' and resource_id = task.id::text and details -> 'after' ? 'assigneeId'
        order by id desc limit 1
      ) as entry
      where entry.created_at > ${new Date(ctx.now.getTime() - MOMENT_MS).toISOString()}`,
  )
  const justTaken = new Map(rows.map(({ id, assignee }) => [id, assignee]))
  return afters.filter(({ id, assigneeId }) => assigneeId !== justTaken.get(id))
}

const CHANGED = msg('Was changed meanwhile, or you cannot change it')

/** Throws 409 unless all tasks can be undone. */
function mustBeAll(to: TaskUndo['to'], possible: ReadonlySet<number>) {
  const issues = to.flatMap(({ ids }, group) =>
    ids.flatMap((id, index) => (possible.has(id) ? [] : [{ path: `to.${group}.ids.${index}`, message: CHANGED }])),
  )
  if (issues.length === 0) return
  throw new HttpError(409, 'edited_meanwhile', msg('Somebody else has changed this task meanwhile'), { issues })
}

/** The former completion times of tasks that are completed again, from the entries of their reopening. */
async function formerCompletions(ctx: Context, undone: Undone[]): Promise<ReadonlyMap<number, Completion>> {
  const ids = undone.map(({ before }) => before.id)
  if (ids.length === 0) return new Map()
  const { rows } = await ctx.db.execute<{ id: number; completed_at: string; sop_revision: number | null }>(
    sql`select task.id, entry.completed_at, entry.sop_revision
      from unnest(${sql.param(ids)}::int[]) as task (id)
      cross join lateral (
        select details -> 'before' ->> 'completedAt' as completed_at,
          (details -> 'before' ->> 'sopRevision')::int as sop_revision from audit_logs
        where resource_type = 'task' and resource_id = task.id::text
          and details -> 'before' ->> 'completedAt' is not null
        order by id desc limit 1
      ) as entry`,
  )
  return new Map(
    rows.map(({ id, completed_at, sop_revision }) => [id, { completedAt: completed_at, sopRevision: sop_revision }]),
  )
}
