import { and, eq, inArray, lt, ne, or, sql } from 'drizzle-orm'
import { sampleReminders as plannedReminders } from '../../../sample/reminders.ts'
import { calendarOf, diceOf, reminderStory } from '../../../sample/story.ts'
import type { OpenContext } from '../core/context.ts'
import { unreadComments } from '../db/tables/comments.ts'
import { notifications } from '../db/tables/notifications.ts'
import { tasks } from '../db/tables/tasks.ts'
import { createReminder } from '../features/reminders/create.ts'
import { fireReminders } from '../features/reminders/fire.ts'
import { updateReminder } from '../features/reminders/update.ts'
import { addedHoursActions, clockActions } from './clock.ts'
import { contractActions, holidayActions } from './contracts.ts'
import { handoverActions, messageActions, tellWhoWasThere } from './handovers.ts'
import { type Action, HOUR, type Hotel, sampleContext } from './hotel.ts'
import { hoursActions } from './hours.ts'
import { conversationActions, readConversations } from './messages.ts'
import { payrollActions } from './payroll.ts'
import { placeActions, problemActions } from './problems.ts'
import { rosterActions } from './roster.ts'
import { routineActions } from './routines.ts'
import { sopActions } from './sops.ts'
import { createDepartments, createStaff, feedbackActions, signInActions } from './staff.ts'
import { projectActions, roundActions, taskActions } from './work.ts'

/** The sample accounts for signing in, one for each role. */
export const SAMPLE_ACCOUNTS = ['god', 'admin', 'manager', 'user', 'guest'].map((name) => `${name}@muster.example`)

/** Older notifications are marked as read. */
const MAX_UNREAD_AGE_MS = 72 * HOUR

/**
 * Fills an empty database with the sample hotel. Its dates are relative to today, and the same day always gives the
 * same hotel. It calls the functions that requests use: each action has its person and its time, and they run in the
 * order of time.
 */
export async function loadSampleHotel(ctx: OpenContext) {
  const calendar = calendarOf(ctx.now, ctx.services.config.timeZone)
  const dice = diceOf(calendar.day(0) / HOUR)
  const departmentIds = await createDepartments(ctx, calendar.day(-730))
  const hotel: Hotel = {
    ctx,
    calendar,
    dice,
    departmentIds,
    staff: await createStaff(ctx, calendar, departmentIds),
    projects: {},
  }
  const actions = [
    ...projectActions(hotel),
    ...taskActions(hotel),
    ...roundActions(hotel),
    ...feedbackActions(hotel),
    ...signInActions(hotel),
    ...clockActions(hotel),
    ...addedHoursActions(hotel),
    ...contractActions(hotel),
    ...hoursActions(hotel),
    ...payrollActions(hotel),
    ...holidayActions(hotel),
    ...rosterActions(hotel),
    ...reminderActions(hotel),
    ...sopActions(hotel),
    ...routineActions(hotel),
    ...placeActions(hotel),
    ...problemActions(hotel),
    ...messageActions(hotel),
    ...conversationActions(hotel),
    ...handoverActions(hotel),
  ]
  for (const { act } of actions.sort((a, b) => a.at - b.at)) {
    await act()
    // No screen is open yet that would follow.
    ctx.outbox.take()
  }
  await readNotifications(ctx)
  await readConversations(ctx)
  await tellWhoWasThere(ctx)
}

/**
 * Marks notifications as read that are old or about tasks that somebody has begun. It updates the rows directly,
 * because a request marks only one of a person's own notifications.
 */
async function readNotifications({ db, now }: OpenContext) {
  const begun = db
    .select({ id: sql`${tasks.id}::text` })
    .from(tasks)
    .where(ne(tasks.status, 'pending'))
  const old = new Date(now.getTime() - MAX_UNREAD_AGE_MS).toISOString()
  await db
    .update(notifications)
    .set({ isRead: true })
    .where(
      or(
        lt(notifications.createdAt, old),
        and(eq(notifications.subjectType, 'task'), inArray(notifications.subjectId, begun)),
      ),
    )
  // A person who has read the notification has read the comment.
  await db.execute(sql`delete from ${unreadComments} where not exists (
    select from ${notifications} where ${notifications.userId} = ${unreadComments.userId} and not ${notifications.isRead}
      and ${notifications.subjectType} = 'task' and ${notifications.subjectId} = ${unreadComments.taskId}::text
      and ${notifications.kind} in ('comment', 'mention'))`)
}

/** Recurring reminders were created some weeks ago, single future ones lately. Past reminders fire at their time. */
const reminderActions = ({ ctx, calendar, departmentIds, staff }: Hotel) =>
  plannedReminders.flatMap(({ title, description, by, for: target, at, fired }, index): Action[] => {
    const { set, due, next } = reminderStory(at, calendar, index)
    let id: number
    const create = async () => {
      const body = {
        ...{ title, description },
        userId: target !== 'everyone' && 'person' in target ? staff[target.person].id : null,
        departmentId: target !== 'everyone' && 'department' in target ? departmentIds[target.department] : null,
        cronRule: 'rule' in at ? at.rule : null,
        nextRun: new Date(fired ? due : next).toISOString(),
      }
      id = (await createReminder(sampleContext(ctx, staff[by], set), { params: {}, query: undefined, body })).id
    }
    const skip = () => {
      const body = { nextRun: new Date(next).toISOString() }
      return updateReminder(sampleContext(ctx, staff[by], calendar.now), { params: { id }, query: undefined, body })
    }
    const actions = [{ at: set, act: create }]
    if (!fired) return actions
    const fire = { at: due, act: () => fireReminders(sampleContext(ctx, null, due), [id]) }
    // A recurring reminder that would fire right after the start skips that time.
    return 'rule' in at ? [...actions, fire, { at: calendar.now, act: skip }] : [...actions, fire]
  })
