import { inArray, lt, ne, or } from 'drizzle-orm'
import { calendarOf, diceOf } from '../../../sample/story.ts'
import type { OpenContext } from '../core/context.ts'
import { notifications } from '../db/tables/notifications.ts'
import { tasks } from '../db/tables/tasks.ts'
import { clockActions } from './clock.ts'
import { HOUR, type Hotel } from './hotel.ts'
import { reminderActions } from './reminders.ts'
import { sopActions } from './sops.ts'
import { createPerson, feedbackActions, openDepartments, signInActions } from './staff.ts'
import { projectActions, roundActions, taskActions } from './work.ts'

/** Named accounts, one of each role. */
export const SAMPLE_ACCOUNTS = ['god', 'admin', 'manager', 'user', 'guest'].map((name) => `${name}@muster.example`)

/** What was told longer ago has been read. */
const UNREAD_FOR = 72 * HOUR

/**
 * Fills an empty database with the sample hotel, relative to the present, through the functions that people's requests
 * use: everything is done by the person who would do it, at its time and in the order of time. The same day gives the
 * same hotel.
 */
export async function loadSampleHotel(ctx: OpenContext) {
  const calendar = calendarOf(ctx.now, ctx.services.config.timeZone)
  const dice = diceOf(calendar.day(0) / HOUR)
  const places = await openDepartments(ctx, calendar.day(-730))
  const hotel: Hotel = { ctx, calendar, dice, places, staff: await createPerson(ctx, calendar, places), projects: {} }
  const actions = [
    ...projectActions(hotel),
    ...taskActions(hotel),
    ...roundActions(hotel),
    ...feedbackActions(hotel),
    ...signInActions(hotel),
    ...clockActions(hotel),
    ...reminderActions(hotel),
    ...sopActions(hotel),
  ]
  for (const { act } of actions.sort((a, b) => a.at - b.at)) await act()
  await readNotifications(ctx)
}

/**
 * Leaves unread what was told in the last days of tasks that nobody has begun. Directly, as people mark only their own,
 * one request at a time.
 */
async function readNotifications({ db, now }: OpenContext) {
  const begun = db.select({ id: tasks.id }).from(tasks).where(ne(tasks.status, 'pending'))
  const old = new Date(now.getTime() - UNREAD_FOR).toISOString()
  await db
    .update(notifications)
    .set({ isRead: true })
    .where(or(lt(notifications.createdAt, old), inArray(notifications.taskId, begun)))
}
