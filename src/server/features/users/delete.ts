import { and, eq, ne } from 'drizzle-orm'
import type { Input } from '../../../shared/endpoint.ts'
import type { usersApi } from '../../../shared/users.ts'
import { msg } from '../../../shared/words/message.ts'
import { forbidden } from '../../base/errors.ts'
import { userFor } from '../../core/access/people.ts'
import type { Context } from '../../core/context.ts'
import { update, updateWhere } from '../../core/write/write.ts'
import { deletePinOf } from '../../credentials/kiosk-pass.ts'
import { deleteSecondStepsOf } from '../../credentials/second-step.ts'
import { accessChanged } from '../../db/events/events.ts'
import { deleteSavedViewsOf } from '../../db/saved-views.ts'
import { reminders } from '../../db/tables/reminders.ts'
import { tasks } from '../../db/tables/tasks.ts'
import { users } from '../../db/tables/users.ts'
import { endShiftOf } from '../notifications/end-shift.ts'
import { followRights } from '../notifications/owners.ts'
import { endAccessOf } from './end-access.ts'
import { keepLastOwner } from './last-owner.ts'
import { reassignOpenWork, releaseRoutinesOf } from './open-work.ts'

/**
 * Deletes an account: it is closed and leaves all lists, and its e-mail address is free again. The person's open tasks
 * and routines go to the successor, or lose their assignee if none is named. Their personal reminders stop, and their
 * saved views and second steps go; everything they did stays under their name. Throws 400 for a successor who may not
 * have the work, 403 for the viewer's own account and for people who are not theirs to manage, 409 when the viewer is
 * no longer an active god.
 */
export async function deletePerson(ctx: Context, { params, query }: Input<typeof usersApi.remove>): Promise<void> {
  if (params.id === ctx.viewer.id) throw forbidden(msg('You cannot delete yourself'))
  await keepLastOwner(ctx, params.id, { isActive: false })
  const user = await userFor(ctx, params.id, 'user:manage')
  if (query.successorId) await reassignOpenWork(ctx, user, query.successorId)
  // Before the tasks: a routine that opens meanwhile may give them one more.
  await releaseRoutinesOf(ctx, [user.id])
  // Also before them: the person's tasks in progress are offered to others.
  await endShiftOf(ctx, user.id)
  await unassignOpenTasks(ctx, user.id)
  await stopPersonalReminders(ctx, user.id)
  await endAccessOf(ctx, [user.id])
  await deletePinOf(ctx, user.id)
  await deleteSavedViewsOf(ctx.db, user.id)
  await deleteSecondStepsOf(ctx, user.id)
  const deleted = { deletedAt: ctx.now.toISOString(), isActive: false }
  await followRights(ctx, [{ before: user, after: await update(ctx, users, user, deleted, 'delete') }])
  ctx.outbox.push(...accessChanged(user.id))
}

/** Deleted tasks lose their assignee too: a restored one must not belong to a person who is gone. */
const unassignOpenTasks = (ctx: Context, userId: string) =>
  updateWhere(ctx, tasks, and(eq(tasks.assigneeId, userId), ne(tasks.status, 'completed')), {
    assigneeId: null,
    takenAt: null,
    isReceived: false,
  })

const stopPersonalReminders = (ctx: Context, userId: string) =>
  updateWhere(ctx, reminders, and(eq(reminders.userId, userId), eq(reminders.isActive, true)), { isActive: false })
