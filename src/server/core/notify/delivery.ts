import { type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { NotifyChoice } from '../../../shared/fields.ts'
import type { Urgency } from '../../../shared/notifications.ts'
import type { Role } from '../../../shared/permissions.ts'
import type { DeliveryReason } from '../../../shared/push.ts'
import { dateOf, instantOf } from '../../../shared/time/time.ts'
import type { Language } from '../../../shared/words/languages.ts'
import type { NotificationFact, NotificationKind, SubjectType } from '../../base/words/notification-words.ts'
import { securityWords } from '../../base/words/security-words.ts'
import { isOneOf } from '../../db/columns.ts'
import { isRunning } from '../../db/sessions.ts'
import { clockSessions } from '../../db/tables/clock.ts'
import { notifications } from '../../db/tables/notifications.ts'
import { pushSubscriptions } from '../../db/tables/push.ts'
import { reminders } from '../../db/tables/reminders.ts'
import { plannedShifts, shiftExchanges } from '../../db/tables/roster.ts'
import { sessions } from '../../db/tables/sessions.ts'
import { users } from '../../db/tables/users.ts'
import type { OpenContext } from '../context.ts'
import { isActivePerson } from '../people/active.ts'
import { onDuty } from '../people/duty.ts'
import { type OwnPlanDelivery, ownPlanGroups, ownPlanKinds, whenOwnPlanIsDelivered } from './own-plan.ts'

/**
 * Whether a notification may ring on a device now. Nothing else decides that, and it is decided again at each attempt:
 * a notification that is read meanwhile does not ring any more, and a shift that has ended meanwhile is respected.
 * docs/delivery.md has the table.
 */

/** Everything that the decision depends on. */
export interface DeliveryFacts {
  kind: NotificationKind
  urgency: Urgency
  /** Whether it is a reminder that its person has made for themselves. */
  isOwnReminder: boolean
  role: Role
  /** The person's choice; null for the default of the role. */
  notify: NotifyChoice | null
  /** Whether anybody of the department, or the person, has clocked in within the last 30 days. */
  usesClock: boolean
  isOnDuty: boolean
  isOnBreak: boolean
  isActive: boolean
  /** When one about the person's own plan may ring off duty (`own-plan.ts`); null for every other. */
  ownPlan: OwnPlanDelivery | null
  /** Whether a newer notification about the person's own plan rings for this one too: it has rung, or is still to. */
  isFollowed: boolean
  /** Whether it is a question that has been answered, or that nobody can answer any more. */
  isOver: boolean
  /** How the person has learnt of it. `rang`: another device of theirs has rung some time ago. */
  learntBy: LearntBy | null
}

/** The ways in which people learn of a notification, from the strongest on. */
export const learntBy = ['read', 'briefed', 'shown', 'rang'] as const
type LearntBy = (typeof learntBy)[number]

/**
 * Why a notification does not ring. With `off_duty` or `reading` it waits for the next briefing; with `on_break`, for
 * the end of the break (`after-break.ts`); with `own_plan_later`, for the time `at` in ms since 1970. With `followed` a
 * newer one rings for it. With `over` it asks for something that is settled.
 */
export type HoldReason = 'inactive' | LearntBy | 'over' | 'reading' | 'on_break' | 'off_duty' | 'followed'

export type Decision =
  | { rings: true; because: DeliveryReason }
  | { rings: false; because: HoldReason }
  | { rings: false; because: 'own_plan_later'; at: number }

const securityKinds: readonly string[] = Object.keys(securityWords)
/** To read a procedure is work: it is asked for when it is paid. */
const readingKinds: readonly NotificationKind[] = ['sop-read-reminder']
/** Off duty it reaches only people who want extra shifts, whatever else they choose. */
const extraKinds: readonly NotificationKind[] = ['shift-wanted']

/** When a person's devices ring. A department that does not use the clock would never ring by it. */
export const choiceOf = ({
  role,
  notify,
  usesClock,
}: Pick<DeliveryFacts, 'role' | 'notify' | 'usesClock'>): NotifyChoice =>
  notify ?? (role === 'user' && usesClock ? 'on_duty' : 'always')

/** Decides. The first line that fits holds. */
export function decide(facts: DeliveryFacts): Decision {
  const { kind, urgency, isOwnReminder, role, usesClock, isOnDuty, isOnBreak, isActive, learntBy } = facts
  const { ownPlan, isFollowed, isOver } = facts
  if (!isActive) return { rings: false, because: 'inactive' }
  if (learntBy) return { rings: false, because: learntBy }
  if (isOver) return { rings: false, because: 'over' }
  if (isOnDuty && !isOnBreak) return { rings: true, because: 'on_duty' }
  if (securityKinds.includes(kind)) return { rings: true, because: 'security' }
  if (urgency === 'urgent') return { rings: true, because: 'urgent' }
  if (isOwnReminder) return { rings: true, because: 'own_reminder' }
  if (isOnBreak) return { rings: false, because: 'on_break' }
  if (readingKinds.includes(kind) && role === 'user' && usesClock) return { rings: false, because: 'reading' }
  if (choiceOf(facts) === 'always' && !extraKinds.includes(kind)) return { rings: true, because: 'always' }
  if (ownPlan === null || ownPlan === 'clock_in') return { rings: false, because: 'off_duty' }
  if (isFollowed) return { rings: false, because: 'followed' }
  if (ownPlan === 'now') return { rings: true, because: 'own_plan' }
  return { rings: false, because: 'own_plan_later', at: ownPlan }
}

/** A notification that a device is to be told of. */
export type DeliveryPair = [notificationId: number, subscriptionId: number]

/** One of them, with all that is needed to send it. */
export interface Delivery {
  notificationId: number
  subscriptionId: number
  userId: string
  facts: DeliveryFacts
  params: NotificationFact['params']
  subject: { type: SubjectType; id: string } | null
  language: Language | null
  /** How many notifications the person has not read, up to a hundred. */
  unread: number
  device: Pick<typeof pushSubscriptions.$inferSelect, 'endpoint' | 'p256dh' | 'auth'>
}

/** For so many days a department counts as one that uses the clock after somebody has clocked in. */
const CLOCK_DAYS = 30
/**
 * Devices of one person ring together. One that could not be reached is tried for so many minutes after another has
 * rung; later it would be a second disturbance.
 */
const TOGETHER_MINUTES = 10
const MOST_UNREAD = 100
const DAY_MS = 24 * 3600_000

interface Row extends Record<string, unknown> {
  notification_id: number
  subscription_id: number
  user_id: string
  kind: NotificationKind
  params: NotificationFact['params']
  subject_type: SubjectType | null
  subject_id: string | null
  urgency: Urgency
  learntBy: LearntBy | null
  own_reminder: boolean
  role: Role
  notify: NotifyChoice | null
  language: Language | null
  active: boolean
  on_duty: boolean
  on_break: boolean
  uses_clock: boolean
  next_shift: string | null
  followed: boolean
  is_over: boolean
  wants_extra: boolean
  asked_today: boolean
  unread: number
  endpoint: string
  p256dh: string
  auth: string
}

const clockedIn = ({ now }: Pick<OpenContext, 'now'>, whose: SQL) =>
  sql`exists (select from ${clockSessions} where ${whose}
    and ${clockSessions.startTime} > ${new Date(now.getTime() - CLOCK_DAYS * DAY_MS).toISOString()})`

/** A condition on users: they, or anybody of their department, have clocked in within the last 30 days. */
export const clockedInLately = (ctx: Pick<OpenContext, 'now'>) =>
  sql`(${clockedIn(ctx, sql`${clockSessions.departmentId} = ${users.departmentId}`)}
    or ${clockedIn(ctx, sql`${clockSessions.userId} = ${users.id}`)})`

/** When the person's next published shift begins; null without one. */
const nextShift = (now: Date) => {
  const { publishedUserId, publishedStartTime } = plannedShifts
  return sql`(select min(${publishedStartTime}) from ${plannedShifts}
    where ${publishedUserId} = ${notifications.userId} and ${publishedStartTime} > ${now.toISOString()})`
}

const newer = alias(notifications, 'newer')

/**
 * Whether a newer notification of the same group about one's own plan rings for this one too: it has rung, or is still
 * to ring. One that waits for the next clock-in, as `own-plan.ts` says, rings for nobody, and neither does an answered
 * question.
 */
const hasFollower = (now: Date) =>
  sql.join(
    ownPlanGroups.map(
      (group) => sql`(${isOneOf(notifications.kind, group)} and exists (
        select from ${notifications} as newer where newer.user_id = ${notifications.userId} and newer.id > ${notifications.id}
          and newer.kind in (${sql.raw(group.map((kind) => `'${kind}'`).join(', '))})
          and (newer.rang_at is not null or (not newer.is_read and newer.shown_at is null and newer.briefed_at is null
            and coalesce(${nextShift(now)} > (newer.params->>'first')::timestamptz - interval '24 hours', true)
            and not ${isOverSql(now, newer)}))))`,
    ),
    sql` or `,
  )

/** Whether somebody has answered the question meanwhile, or nobody can answer it any more. */
function isOverSql(now: Date, { kind, subjectType, subjectId }: typeof notifications | typeof newer) {
  const idOf = (type: SubjectType) => sql`case ${subjectType} when ${type} then ${subjectId}::int end`
  return sql`(case ${kind}
    when 'exchange-asked' then not exists (
      select from ${shiftExchanges} where ${shiftExchanges.id} = ${idOf('shift-exchange')} and ${shiftExchanges.state} = 'asked')
    when 'shift-wanted' then not exists (
      select from ${plannedShifts} where ${plannedShifts.id} = ${idOf('planned-shift')}
        and (${plannedShifts.publishedUserId} is null or ${plannedShifts.offeredAt} is not null)
        and ${plannedShifts.publishedStartTime} > ${now.toISOString()})
    else false end)`
}

/** Whether a question about an extra shift has rung today: they ring once a day. */
const askedToday = (now: Date, timeZone: string) => {
  const today = instantOf(dateOf(now.getTime(), timeZone), '00:00', timeZone)
  return sql`(${isOneOf(notifications.kind, extraKinds)} and exists (
    select from ${notifications} as earlier where earlier.user_id = ${notifications.userId} and earlier.id <> ${notifications.id}
      and ${sql.raw(`earlier.kind in (${extraKinds.map((kind) => `'${kind}'`).join(', ')})`)} and earlier.rang_at >= ${today}))`
}

const ownPlanOf = (row: Row, now: Date, timeZone: string): OwnPlanDelivery | null => {
  const { kind, params, next_shift, wants_extra: wantsExtra, asked_today: wasAskedToday } = row
  const { first } = params as { first?: string }
  if (extraKinds.includes(kind) && !wantsExtra) return 'clock_in'
  const nextShift = next_shift === null ? null : Date.parse(next_shift)
  return first === undefined
    ? null
    : whenOwnPlanIsDelivered({ kind, first: Date.parse(first), nextShift, now: now.getTime(), wasAskedToday }, timeZone)
}

/**
 * Reads the facts about these pairs in one statement. Pairs whose device is gone are absent: a device ends with its
 * sign-in session, and belongs to the person who is signed in there now.
 */
export async function readDeliveries(
  { db, now, services }: Pick<OpenContext, 'db' | 'now' | 'services'>,
  pairs: DeliveryPair[],
): Promise<Delivery[]> {
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds).toISOString()
  const { id, userId, kind, subjectType, subjectId, isRead, briefedAt, shownAt, rangAt } = notifications
  const { rows } = await db.execute<Row>(sql`
    select ${id} as notification_id, ${pushSubscriptions.id} as subscription_id, ${userId} as user_id, ${kind} as kind,
      ${notifications.params} as params, ${subjectType} as subject_type, ${subjectId} as subject_id,
      ${notifications.urgency} as urgency,
      case when ${isRead} then 'read' when ${briefedAt} is not null then 'briefed' when ${shownAt} is not null then 'shown'
        when ${rangAt} < ${ago(TOGETHER_MINUTES * 60_000)} then 'rang' end as "learntBy",
      (${kind} = 'reminder' and exists (
        select from ${reminders} where ${reminders.id} = case ${subjectType} when 'reminder' then ${subjectId}::int end
          and ${reminders.userId} = ${userId} and ${reminders.createdBy} = ${userId})) as own_reminder,
      ${users.role} as role, ${users.notify} as notify, ${users.language} as language,
      ${isActivePerson} as active, duty.user_id is not null as on_duty,
      duty.break_since is not null as on_break,
      case when ${isOneOf(kind, ownPlanKinds)} then ${nextShift(now)} end as next_shift,
      ${hasFollower(now)} as followed,
      ${isOverSql(now, notifications)} as is_over, ${users.wantsExtraShifts} as wants_extra,
      ${askedToday(now, services.config.timeZone)} as asked_today,
      ${clockedInLately({ now })} as uses_clock,
      (select count(*)::int from (
        select from ${notifications} as other where other.user_id = ${users.id} and not other.is_read limit ${MOST_UNREAD}
      ) as unread) as unread,
      ${pushSubscriptions.endpoint} as endpoint, ${pushSubscriptions.p256dh} as p256dh, ${pushSubscriptions.auth} as auth
    from unnest(${sql.param(pairs.map(([notification]) => notification))}::int[],
      ${sql.param(pairs.map(([, device]) => device))}::int[]) as pair (notification_id, subscription_id)
    join ${notifications} on ${id} = pair.notification_id
    join ${users} on ${users.id} = ${userId}
    join ${pushSubscriptions} on ${pushSubscriptions.id} = pair.subscription_id and ${pushSubscriptions.userId} = ${userId}
    join ${sessions} on ${sessions.sid} = ${pushSubscriptions.sessionId} and ${isRunning(now)}
    left join ${onDuty({ now })} as duty on duty.user_id = ${userId}`)
  return rows.map((row) => ({
    notificationId: row.notification_id,
    subscriptionId: row.subscription_id,
    userId: row.user_id,
    facts: {
      kind: row.kind,
      urgency: row.urgency,
      isOwnReminder: row.own_reminder,
      role: row.role,
      notify: row.notify,
      usesClock: row.uses_clock,
      isOnDuty: row.on_duty,
      isOnBreak: row.on_break,
      isActive: row.active,
      ownPlan: ownPlanOf(row, now, services.config.timeZone),
      isFollowed: row.followed,
      isOver: row.is_over,
      learntBy: row.learntBy,
    },
    params: row.params,
    subject: row.subject_type && row.subject_id !== null ? { type: row.subject_type, id: row.subject_id } : null,
    language: row.language,
    unread: row.unread,
    device: { endpoint: row.endpoint, p256dh: row.p256dh, auth: row.auth },
  }))
}
