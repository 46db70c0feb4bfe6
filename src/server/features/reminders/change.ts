import { count, eq, sql } from 'drizzle-orm'
import type { Input } from '../../../shared/endpoint.ts'
import { rankOf } from '../../../shared/permissions.ts'
import { nextOccurrence } from '../../../shared/recurrence.ts'
import {
  MAX_ACTIVE_REMINDERS,
  MAX_REMINDERS,
  MIN_PERSONAL_INTERVAL_MINUTES,
  type Reminder,
  type ReminderChanges,
  type remindersApi,
} from '../../../shared/reminders.ts'
import { conflict, invalid } from '../../base/errors.ts'
import { mustBeAllowed, reminderFor, roleMustBeAllowed, visibleReminders } from '../../core/access.ts'
import { activePersonFor, departmentNamedFor } from '../../core/access-people.ts'
import type { Context } from '../../core/context.ts'
import { insert, remove, update } from '../../core/write.ts'
import { reminders } from '../../db/tables/reminders.ts'
import { remindersWithNames, reminderWithNames, repeatsTooFast } from './rows.ts'

/** Reminders that the viewer gets or manages. */
export const listReminders = (ctx: Context): Promise<Reminder[]> => remindersWithNames(ctx, visibleReminders(ctx))

/** One reminder; 404 when the viewer neither gets nor manages it. */
export async function readReminder(ctx: Context, { params }: Input<typeof remindersApi.get>): Promise<Reminder> {
  return reminderWithNames(ctx, (await reminderFor(ctx, params.id, 'reminder:read')).id)
}

/** Creates a reminder: for oneself unless it says for whom; with neither person nor department, both null, for everyone. */
export async function createReminder(ctx: Context, { body }: Input<typeof remindersApi.create>): Promise<Reminder> {
  const isPersonal = body.departmentId == null && !(body.userId === null && body.departmentId === null)
  const scope = {
    userId: body.userId ?? (isPersonal ? ctx.viewer.id : null),
    departmentId: body.departmentId ?? null,
  }
  await mustBeAllowedFor(ctx, scope)
  mustRepeatSlowly({ ...scope, cronRule: body.cronRule ?? null })
  await mustHaveRoom(ctx)
  const { id } = await insert(ctx, reminders, { ...body, ...scope, createdBy: ctx.viewer.id })
  return reminderWithNames(ctx, id)
}

/** Changes the fields sent; one that goes to other people must be allowed for these too. */
export async function updateReminder(
  ctx: Context,
  { params, body }: Input<typeof remindersApi.update>,
): Promise<Reminder> {
  const reminder = await reminderFor(ctx, params.id, 'reminder:update')
  const { userId, departmentId } = { ...reminder, ...body }
  const goesElsewhere = userId !== reminder.userId || departmentId !== reminder.departmentId
  if (goesElsewhere) await mustBeAllowedFor(ctx, { userId, departmentId })
  const cronRule = body.cronRule === undefined ? reminder.cronRule : body.cronRule
  if (goesElsewhere || cronRule !== reminder.cronRule) mustRepeatSlowly({ userId, cronRule })
  const timing = timingOf(ctx, reminder, body)
  if (timing.isActive && !reminder.isActive && reminder.createdBy === ctx.viewer.id) await mustHaveRoom(ctx)
  await update(ctx, reminders, reminder, { ...body, ...timing })
  return reminderWithNames(ctx, reminder.id)
}

/** Deletes a reminder, for whom it is or who may manage it. */
export async function deleteReminder(ctx: Context, { params }: Input<typeof remindersApi.remove>): Promise<void> {
  await remove(ctx, reminders, await reminderFor(ctx, params.id, 'reminder:delete'))
}

type Scope = Pick<Reminder, 'userId' | 'departmentId'>

/** Refuses a reminder that the viewer may not set for these people. */
async function mustBeAllowedFor(ctx: Context, { userId, departmentId }: Scope) {
  if (userId !== null && departmentId !== null)
    throw invalid('departmentId', 'A reminder is for a person or for a department, not for both')
  if (userId === ctx.viewer.id) return mustBeAllowed(ctx, 'reminder:personal', { userId })
  if (userId !== null) {
    roleMustBeAllowed(ctx, 'reminder:personal-others')
    return mustBeAllowed(ctx, 'reminder:personal-others', await activePersonFor(ctx, userId, 'userId'))
  }
  if (departmentId === null) return mustBeAllowed(ctx, 'reminder:general', {})
  mustBeAllowed(ctx, 'reminder:department', { departmentId })
  await departmentNamedFor(ctx, departmentId, 'departmentId')
}

/** 400 for a personal reminder that repeats too fast: each time leaves a notification, for as long as nobody ends it. */
function mustRepeatSlowly(reminder: Pick<Reminder, 'userId' | 'cronRule'>) {
  if (repeatsTooFast(reminder))
    throw invalid('cronRule', `A personal reminder repeats at most every ${MIN_PERSONAL_INTERVAL_MINUTES} minutes`)
}

/** 409 for one reminder more than a person may have made. */
async function mustHaveRoom({ db, viewer }: Context) {
  const [made] = await db
    .select({ all: count(), active: sql<number>`count(*) filter (where ${reminders.isActive})::int` })
    .from(reminders)
    .where(eq(reminders.createdBy, viewer.id))
  const { all = 0, active = 0 } = made ?? {}
  const isManager = rankOf(viewer.role) >= rankOf('manager')
  const most = isManager ? MAX_ACTIVE_REMINDERS.managers : MAX_ACTIVE_REMINDERS.staff
  if (active >= most) throw full(`You have ${most} reminders already. Delete one first.`)
  if (!isManager && all >= MAX_REMINDERS)
    throw full(`You have ${MAX_REMINDERS} reminders already, with those that are over. Delete some of them first.`)
}

const full = (message: string) => conflict('too_many_reminders', message)

/**
 * When it fires after the change. A new rule without a time begins at its next one. A one-time reminder that has fired stays
 * over until it gets another time: saying only that it is active does not fire it a second time.
 */
function timingOf(ctx: Context, before: typeof reminders.$inferSelect, body: ReminderChanges) {
  const { timeZone } = ctx.services.config
  const hasNewRule = body.cronRule != null && body.cronRule !== before.cronRule
  const nextOfRule = hasNewRule && body.cronRule ? nextOccurrence(body.cronRule, ctx.now, timeZone) : null
  const nextRun = body.nextRun ?? nextOfRule?.toISOString() ?? before.nextRun
  const isOver = !before.isActive && before.cronRule === null && before.lastTriggered !== null
  if (!isOver) return { nextRun, isActive: body.isActive }
  const beginsAnew = nextRun !== before.nextRun || hasNewRule
  return { nextRun, isActive: beginsAnew && (body.isActive ?? true) }
}
