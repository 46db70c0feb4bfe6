import { sql } from 'drizzle-orm'
import type { NotifyChoice } from '../../../shared/fields.ts'
import type { Role } from '../../../shared/permissions.ts'
import type { ShiftCopy } from '../../../shared/roster/plan-changes.ts'
import type { PublishPreview } from '../../../shared/roster/publish-shapes.ts'
import type { NotificationKind } from '../../base/words/notification-words.ts'
import type { PlanChangeFact, ShiftFact } from '../../base/words/roster-words.ts'
import type { Context } from '../../core/context.ts'
import { choiceOf, clockedInLately } from '../../core/notify/delivery.ts'
import { whenOwnPlanIsDelivered } from '../../core/notify/own-plan.ts'
import { onDuty } from '../../core/people/duty.ts'
import { plannedShifts } from '../../db/tables/roster.ts'
import { users } from '../../db/tables/users.ts'
import { fullName, type Notice, notifyEach } from '../notifications/notify.ts'
import type { Examined } from './pending.ts'

/** The people who are told of a publish: each once, and of late changes that need a yes in another notification. */

interface PersonNotice {
  userId: string
  added: number
  changed: number
  removed: number
  asked: ShiftCopy[]
  /** When the first shift begins that it is about, as ISO 8601. */
  first: string
  changes: PlanChangeFact[]
}

/** Changes that a notification names, the first ones. `count` has all. */
const NAMED_CHANGES = 10

const factOf = ({ startTime, endTime }: ShiftCopy): ShiftFact => ({ start: startTime, end: endTime })

/**
 * The news for each person. Shifts that have begun, open shifts, and the viewer's own tell nobody. A shift that goes
 * from one person to another is removed for the first and added for the second.
 */
export function personNotices({ viewer }: Context, changes: Examined[]): PersonNotice[] {
  const byPerson = new Map<string, PersonNotice>()
  const tell = (userId: string | null | undefined, start: string, change: (notice: PersonNotice) => void) => {
    if (!userId || userId === viewer.id) return
    const known = byPerson.get(userId) ?? {
      userId,
      added: 0,
      changed: 0,
      removed: 0,
      asked: [],
      first: start,
      changes: [],
    }
    if (start < known.first) known.first = start
    change(known)
    byPerson.set(userId, known)
  }
  for (const { shift, copies, isAsked, hasBegun } of changes) {
    const { draft, published } = copies
    if (hasBegun) continue
    if (isAsked && draft) {
      tell(draft.userId, draft.startTime, ({ asked }) => asked.push(draft))
      continue
    }
    const isSame = draft?.userId === published?.userId
    if (draft && published && isSame) {
      const first = draft.startTime < published.startTime ? draft.startTime : published.startTime
      tell(draft.userId, first, (notice) => {
        notice.changed += 1
        notice.changes.push({ id: shift.id, before: factOf(published), after: factOf(draft) })
      })
      continue
    }
    if (published)
      tell(published.userId, published.startTime, (notice) => {
        notice.removed += 1
        notice.changes.push({ id: shift.id, before: factOf(published), after: null })
      })
    if (draft)
      tell(draft.userId, draft.startTime, (notice) => {
        notice.added += 1
        notice.changes.push({ id: shift.id, before: null, after: factOf(draft) })
      })
  }
  return [...byPerson.values()]
}

/** The changes that a notification names, earliest first. */
const firstChanges = (changes: PlanChangeFact[]) => {
  const begins = ({ before, after }: PlanChangeFact) => (after ?? before)?.start ?? ''
  return changes.toSorted((a, b) => begins(a).localeCompare(begins(b))).slice(0, NAMED_CHANGES)
}

/** Stores the notifications, all in one statement. */
export async function tellPeople(ctx: Context, notices: PersonNotice[], reason: string) {
  const by = fullName(ctx.viewer)
  await notifyEach(
    ctx,
    notices.flatMap(({ userId, added, changed, removed, asked, first, changes }): Notice[] => {
      const recipients = [userId]
      const [question] = asked.toSorted((a, b) => a.startTime.localeCompare(b.startTime))
      const count = added + changed + removed
      const params = { by, count, first, changes: firstChanges(changes) }
      return [
        ...(question
          ? [
              {
                recipients,
                fact: {
                  kind: 'shift-asked' as const,
                  params: { by, count: asked.length, first: question.startTime, end: question.endTime, reason },
                  subject: null,
                },
              },
            ]
          : []),
        ...(count === 0
          ? []
          : [
              changed + removed === 0
                ? { recipients, fact: { kind: 'roster-published' as const, params, subject: null } }
                : {
                    recipients,
                    fact: {
                      kind: 'roster-changed' as const,
                      params: { ...params, ...(reason && { reason }) },
                      subject: null,
                    },
                  },
            ]),
      ]
    }),
  )
}

interface PersonRow extends Record<string, unknown> {
  id: string
  firstName: string
  lastName: string
  profileImageUrl: string | null
  role: Role
  notify: NotifyChoice | null
  uses_clock: boolean
  works: boolean
  next_shift: string | null
}

/** The people of a preview, with when their devices ring. */
export async function whenDelivered(ctx: Context, notices: PersonNotice[]): Promise<PublishPreview['people']> {
  if (notices.length === 0) return []
  const { publishedUserId, publishedStartTime } = plannedShifts
  const now = ctx.now.getTime()
  const { rows } = await ctx.db.execute<PersonRow>(sql`
    select ${users.id}, ${users.firstName} as "firstName", ${users.lastName} as "lastName",
      ${users.profileImageUrl} as "profileImageUrl", ${users.role} as role, ${users.notify} as notify,
      ${clockedInLately(ctx)} as uses_clock, duty.user_id is not null and duty.break_since is null as works,
      (select min(${publishedStartTime}) from ${plannedShifts} where ${publishedUserId} = ${users.id}
        and ${publishedStartTime} > ${ctx.now.toISOString()}) as next_shift
    from ${users} left join ${onDuty(ctx)} as duty on duty.user_id = ${users.id}
    where ${users.id} = any(${sql.param(notices.map(({ userId }) => userId))}::uuid[])
    order by ${users.foldedName}, ${users.id}`)
  const byPerson = new Map(notices.map((notice) => [notice.userId, notice]))
  return rows.flatMap(({ role, notify, uses_clock, works, next_shift, ...user }) => {
    const notice = byPerson.get(user.id)
    if (!notice) return []
    const { added, changed, removed, asked, first } = notice
    const kind: NotificationKind = asked.length > 0 ? 'shift-asked' : 'roster-changed'
    // A shift that is published now may be the next one.
    const times = [next_shift === null ? null : Date.parse(next_shift), added > 0 ? Date.parse(first) : null]
    const known = times.filter((time) => time !== null)
    const nextShift = known.length === 0 ? null : Math.min(...known)
    const isAlways = works || choiceOf({ role, notify, usesClock: uses_clock }) === 'always'
    const delivery = isAlways
      ? 'now'
      : whenOwnPlanIsDelivered({ kind, first: Date.parse(first), nextShift, now }, ctx.services.config.timeZone)
    const { id, firstName, lastName, profileImageUrl } = user
    return [
      {
        user: { id, firstName, lastName, profileImageUrl },
        ...{ added, changed, removed, asked: asked.length },
        rings:
          typeof delivery === 'number'
            ? ('later' as const)
            : delivery === 'clock_in'
              ? ('clock_in' as const)
              : ('now' as const),
        ringsAt: typeof delivery === 'number' ? new Date(delivery).toISOString() : null,
      },
    ]
  })
}
