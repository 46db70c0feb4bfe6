import { type SQL, sql } from 'drizzle-orm'
import type { Input } from '../../../shared/endpoint.ts'
import type { ManyChanges, tasksApi } from '../../../shared/tasks.ts'
import { mustBeAllowed, tasksFor } from '../../core/access/access.ts'
import type { Context } from '../../core/context.ts'
import { updateMany } from '../../core/write/write.ts'
import { sops } from '../../db/tables/sops.ts'
import { tasks } from '../../db/tables/tasks.ts'
import { withdrawAbout } from '../notifications/read.ts'
import { checkSteps, noteCompletions } from './complete.ts'
import { notifyAssignee } from './notify-assignee.ts'
import { followProblems } from './problems/follow.ts'
import { checkReferences } from './references.ts'
import { setsOnlyStatus } from './update.ts'

type TaskRow = typeof tasks.$inferSelect

/**
 * Changes many tasks, all or none; returns how many really changed, and the values before. Each task is checked and has
 * its own audit entry, and the assignee gets one notification. Throws 404 or 403 when one of the tasks is missing, not
 * visible or not to be changed, and 409 when one is to be completed while required steps are open.
 */
export async function updateTasks(ctx: Context, { body }: Input<typeof tasksApi.updateMany>) {
  const { ids, changes, completeAnyway } = body
  const onlyStatus = setsOnlyStatus(changes) && completeAnyway === undefined
  const befores = await tasksFor(ctx, [...new Set(ids)], onlyStatus ? 'task:set-status' : 'task:update')
  if (!onlyStatus) {
    for (const before of befores) mustBeAllowed(ctx, 'task:update', { ...before, ...changes })
    await checkReferences(ctx, changes, commonReferences(befores), 'changes.')
  }
  const isOpen = new Set(befores.filter(({ status }) => status !== 'completed').map(({ id }) => id))
  if (changes.status === 'completed') {
    await checkSteps(
      ctx,
      befores.filter(({ id }) => isOpen.has(id)),
      completeAnyway,
    )
  }
  const after = await updateMany(ctx, tasks, befores, {
    ...changes,
    ...completionOfMany(ctx, changes),
    ...takenByMany(ctx, changes),
  })
  if (changes.status === 'completed')
    await noteCompletions(
      ctx,
      after.filter(({ id }) => isOpen.has(id)),
    )
  await notifyAssignee(ctx, befores, after)
  await followProblems(ctx, befores, after)
  const changed = new Set(after.map(({ id }) => id))
  const replaced = befores.filter(({ id }) => changed.has(id))
  return { changed: after.length, before: valuesOf(replaced, Object.keys(changes) as (keyof typeof changes)[]) }
}

/** Deletes many tasks, all or none. Throws 404 or 403 as `updateTasks` does. */
export async function deleteTasks(ctx: Context, { body }: Input<typeof tasksApi.removeMany>): Promise<void> {
  const befores = await tasksFor(ctx, [...new Set(body.ids)], 'task:delete')
  await updateMany(ctx, tasks, befores, { deletedAt: ctx.now.toISOString() }, 'delete')
  await withdrawAbout(
    ctx,
    befores.map(({ id }) => id),
  )
}

/** The values of some fields, and which tasks have the same. */
function valuesOf(rows: TaskRow[], fields: (keyof ManyChanges['changes'])[]) {
  const groups = new Map<string, { ids: number[]; values: Pick<Partial<TaskRow>, keyof ManyChanges['changes']> }>()
  for (const row of rows) {
    const values = Object.fromEntries(fields.map((name) => [name, row[name]]))
    const key = JSON.stringify(values)
    const group = groups.get(key) ?? { ids: [] as number[], values }
    group.ids.push(row.id)
    groups.set(key, group)
  }
  return [...groups.values()]
}

/** The department, assignee and project that all of these tasks share: those are not checked again. */
function commonReferences(tasks: TaskRow[]) {
  const [first] = tasks
  const common = <K extends keyof TaskRow>(name: K) =>
    tasks.every((task) => task[name] === first?.[name]) ? first?.[name] : undefined
  return {
    departmentId: common('departmentId'),
    assigneeId: common('assigneeId'),
    projectId: common('projectId'),
  }
}

/** The same rule as `completion` has for one task, as SQL over each row. */
function completionOfMany(
  ctx: Context,
  { status }: ManyChanges['changes'],
): { completedAt?: SQL | null; sopRevision?: SQL | null; outcome?: SQL | null } {
  if (status === undefined) return {}
  if (status !== 'completed') return { completedAt: null, sopRevision: null, outcome: null }
  const completedAt = sql`coalesce(${tasks.completedAt}, ${ctx.now.toISOString()})`
  const current = sql`(select revision from ${sops} where ${sops.id} = ${tasks.sopId})`
  return {
    completedAt,
    outcome: sql`case when ${tasks.kind} <> 'routine' then null when ${completedAt} > ${tasks.dueDate} then 'late' else 'done' end`,
    sopRevision: sql`case when ${tasks.status} = 'completed' then ${tasks.sopRevision} else ${current} end`,
  }
}

/** The same rule as `takenBy` has for one task, as SQL over each row. */
function takenByMany(
  { now }: Context,
  { assigneeId }: ManyChanges['changes'],
): { takenAt?: SQL | null; isReceived?: SQL | false } {
  if (assigneeId === undefined) return {}
  if (assigneeId === null) return { takenAt: null, isReceived: false }
  const isTheirs = sql`${tasks.assigneeId} = ${assigneeId}`
  return {
    takenAt: sql`case when ${isTheirs} then ${tasks.takenAt} else ${now.toISOString()} end`,
    isReceived: sql`coalesce(${isTheirs}, false) and ${tasks.isReceived}`,
  }
}
