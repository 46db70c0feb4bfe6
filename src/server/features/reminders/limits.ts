import { count, eq, sql } from 'drizzle-orm'
import { rankOf } from '../../../shared/permissions.ts'
import {
  MAX_ACTIVE_REMINDERS,
  MAX_REMINDERS,
  MIN_PERSONAL_INTERVAL_MINUTES,
  type Reminder,
} from '../../../shared/reminders.ts'
import { readCronRule, shortestGap } from '../../../shared/time/cron-rule.ts'
import { type Message, msg } from '../../../shared/words/message.ts'
import { conflict, invalid } from '../../base/errors.ts'
import type { Context } from '../../core/context.ts'
import { reminders } from '../../db/tables/reminders.ts'

/** Bounds one person's reminders, and with them the notifications that reminders leave behind. */

type Rule = Pick<Reminder, 'userId' | 'cronRule'>

/** Whether a personal reminder repeats faster than is allowed now. Reminders from before this limit may do so. */
export function repeatsTooFast({ userId, cronRule }: Rule) {
  if (userId === null || cronRule === null) return false
  const { rule } = readCronRule(cronRule)
  return rule !== undefined && shortestGap(rule) < MIN_PERSONAL_INTERVAL_MINUTES
}

/** Throws 400 for a personal reminder that repeats too fast: it would leave notifications without end. */
export function mustRepeatSlowly(reminder: Rule) {
  if (repeatsTooFast(reminder))
    throw invalid(
      'cronRule',
      msg(
        '{minutes, plural, one {A personal reminder can repeat every minute at most} other {A personal reminder can repeat every # minutes at most}}',
        { minutes: MIN_PERSONAL_INTERVAL_MINUTES },
      ),
    )
}

/** Throws 409 when the viewer has made as many reminders as they may have, active ones or altogether. */
export async function mustBeBelowReminderLimit({ db, viewer }: Context) {
  const [made] = await db
    .select({ all: count(), active: sql<number>`count(*) filter (where ${reminders.isActive})::int` })
    .from(reminders)
    .where(eq(reminders.createdBy, viewer.id))
  const { all = 0, active = 0 } = made ?? {}
  const isManager = rankOf(viewer.role) >= rankOf('manager')
  const maxActive = isManager ? MAX_ACTIVE_REMINDERS.managers : MAX_ACTIVE_REMINDERS.staff
  if (active >= maxActive)
    throw tooMany(
      msg(
        '{count, plural, one {You have # reminder already. Delete it first.} other {You have # reminders already. Delete one first.}}',
        { count: maxActive },
      ),
    )
  if (!isManager && all >= MAX_REMINDERS)
    throw tooMany(
      msg(
        '{count, plural, one {You have # reminder already, past ones included. Delete it first.} other {You have # reminders already, past ones included. Delete some of them first.}}',
        {
          count: MAX_REMINDERS,
        },
      ),
    )
}

const tooMany = (message: Message) => conflict('too_many_reminders', message)
