import { and, eq, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm'
import type { Input } from '../../../shared/endpoint.ts'
import { mayTakeOver, type OpenWork } from '../../../shared/open-work.ts'
import type { usersApi } from '../../../shared/users.ts'
import { msg } from '../../../shared/words/message.ts'
import { invalid } from '../../base/errors.ts'
import { roleMustBeAllowed } from '../../core/access/access.ts'
import { activePersonFor, userFor } from '../../core/access/people.ts'
import type { Context } from '../../core/context.ts'
import { notCompleted } from '../../core/counts/own-tasks.ts'
import { active } from '../../core/counts/task-counts.ts'
import { updateWhere } from '../../core/write/write.ts'
import { reminders } from '../../db/tables/reminders.ts'
import { routines } from '../../db/tables/routines.ts'
import { tasks } from '../../db/tables/tasks.ts'
import type { users } from '../../db/tables/users.ts'
import { fullName, notify } from '../notifications/notify.ts'
import { withdrawFrom } from '../notifications/read.ts'

type Person = typeof users.$inferSelect

/** The work that a person would leave behind when deactivated or deleted. Throws 403, 404. */
export async function readOpenWork(ctx: Context, { params }: Input<typeof usersApi.openWork>): Promise<OpenWork> {
  const { id } = await userFor(ctx, params.id, 'user:manage')
  return countOpenWork(ctx, id)
}

async function countOpenWork(ctx: Context, userId: string): Promise<OpenWork> {
  const there = isNull(routines.deletedAt)
  const made = eq(reminders.createdBy, userId)
  const { rows } = await ctx.db.execute<OpenWork & Record<string, unknown>>(sql`select
    (select count(*)::int from ${tasks} where ${and(eq(tasks.assigneeId, userId), active, notCompleted)}) as tasks,
    (select count(*)::int from ${routines} where ${and(eq(routines.assigneeId, userId), there)}) as routines,
    (select count(*)::int from ${routines} where ${and(eq(routines.creatorId, userId), there)}) as "madeRoutines",
    (select count(*)::int from ${reminders} where ${and(eq(reminders.userId, userId), reminders.isActive)})
      as reminders,
    (select count(*)::int from ${reminders} where ${and(made, isNull(reminders.userId), reminders.isActive)})
      as "madeReminders"`)
  const [counts] = rows
  if (!counts) throw new Error('A count without a row')
  return counts
}

/**
 * Assigns a person's open tasks and routines to a successor, including deleted ones: a restored task must not belong to
 * a person who has left. The successor is told once. The caller has locked the person, so that nobody assigns anything
 * to them meanwhile. Throws 400 for a successor who may not have the work, 403 for a token without the right to assign.
 */
export async function reassignOpenWork(ctx: Context, person: Person, successorId: string): Promise<void> {
  roleMustBeAllowed(ctx, 'task:update')
  roleMustBeAllowed(ctx, 'routine:manage')
  const successor = await activePersonFor(ctx, successorId, 'successorId')
  if (!mayTakeOver(successor, person))
    throw invalid('successorId', msg('Choose somebody of the same department, or a manager'))
  // Routines first: one that opens meanwhile may give the person one more task. Afterwards the count stays true.
  const { routines: routineCount } = await countOpenWork(ctx, person.id)
  await updateWhere(ctx, routines, eq(routines.assigneeId, person.id), { assigneeId: successorId })
  const { tasks: taskCount } = await countOpenWork(ctx, person.id)
  const isOpen = and(eq(tasks.assigneeId, person.id), isNull(tasks.closedAt), ne(tasks.status, 'completed'))
  await updateWhere(ctx, tasks, isOpen, {
    ...{ assigneeId: successorId, takenAt: ctx.now.toISOString(), isReceived: false },
  })
  await withdrawFrom(ctx, person.id, ['task-assigned', 'task-assigned-many'])
  if (successorId === ctx.viewer.id || taskCount + routineCount === 0) return
  const params = { by: fullName(ctx.viewer), from: fullName(person), tasks: taskCount, routines: routineCount }
  await notify(ctx, [successorId], { kind: 'work-reassigned', params, subject: null })
}

/**
 * Frees the routines of people who can do no more work here: a department's routines go to the people on duty there,
 * the others are switched off. This includes deleted routines: a restored routine must not belong to a person who is
 * gone.
 */
export async function releaseRoutinesOf(ctx: Context, userIds: string[]): Promise<void> {
  const theirs = inArray(routines.assigneeId, userIds)
  await updateWhere(ctx, routines, and(theirs, isNotNull(routines.departmentId)), { assigneeId: null })
  await updateWhere(ctx, routines, and(theirs, isNull(routines.departmentId), eq(routines.isActive, true)), {
    isActive: false,
    nextOccurrence: null,
  })
}
