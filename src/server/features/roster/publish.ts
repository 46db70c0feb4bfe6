import { createHash } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import type { Input } from '../../../shared/endpoint.ts'
import { hasBegun, needsReason, needsYes, type ShiftCopy } from '../../../shared/roster/plan-changes.ts'
import type { PublishedChange, PublishFault, PublishPreview } from '../../../shared/roster/publish-shapes.ts'
import { MIN_LATE_REASON } from '../../../shared/roster/shapes.ts'
import type { rosterApi } from '../../../shared/roster.ts'
import { dateOf } from '../../../shared/time/time.ts'
import { msg } from '../../../shared/words/message.ts'
import type { WorkRules } from '../../../shared/work-rules.ts'
import { conflict, HttpError, invalid } from '../../base/errors.ts'
import { mustBeAllowed } from '../../core/access/access.ts'
import type { Context } from '../../core/context.ts'
import { doesShifts } from '../../core/people/active.ts'
import { workRulesOf } from '../../core/people/work-rules.ts'
import { present } from '../../core/write/audiences.ts'
import { audit } from '../../core/write/audit.ts'
import { removeMany, updateMany } from '../../core/write/write.ts'
import { plannedShifts } from '../../db/tables/roster.ts'
import { users } from '../../db/tables/users.ts'
import { instantSql, rosterDays, type Shift, visibleShifts } from './access.ts'
import { lockShifts, mustBeFewChanges } from './discard.ts'
import { voidExchanges } from './exchange-void.ts'
import { countsOf, type Examined, pendingChanges } from './pending.ts'
import { readWarnings } from './people.ts'
import { questionsChanged, questionsEnd } from './questions.ts'
import { copiesOf, publishedLikeDraft, shiftsWithColours, valuesWriter } from './rows.ts'
import { personNotices, tellPeople, whenDelivered } from './tell.ts'

/** How a plan becomes what people see. */

function examine(shifts: Shift[], rules: WorkRules, now: number): Examined[] {
  return pendingChanges(shifts, now).map((pending) => {
    const copies = copiesOf(pending.shift)
    const about = [copies, rules, now] as const
    return {
      ...pending,
      copies,
      isAsked: needsYes(...about),
      hasBegun: hasBegun(copies, now),
      needsReason: needsReason(...about),
    }
  })
}

/** A sign of the changes: it differs as soon as one of them is another. */
const signOf = (examined: Examined[]) =>
  createHash('sha256')
    .update(JSON.stringify(examined.map(({ shift }) => [shift.id, shift.updatedAt]).sort()))
    .digest('hex')
    .slice(0, 32)

/**
 * A preview of a publish of a department's days: its changes, the late and the impossible ones, and the people who are
 * told, with the time at which their devices ring. Throws 403 where the viewer does not plan, 409 for too many changes.
 */
export async function previewPublish(
  ctx: Context,
  { query }: Input<typeof rosterApi.preview>,
): Promise<PublishPreview> {
  const { departmentId } = query
  mustBeAllowed(ctx, 'roster:plan', { departmentId })
  const range = rosterDays(ctx, query)
  const found = await shiftsWithColours(ctx, visibleShifts(ctx, departmentId, range))
  const examined = examine(
    found.map(({ shift }) => shift),
    await workRulesOf(ctx),
    ctx.now.getTime(),
  )
  mustBeFewChanges(examined.length)
  const valuesOf = valuesWriter(ctx)
  const people = [...new Set(present(examined.map(({ copies }) => copies.draft?.userId)))]
  return {
    ...countsOf(examined),
    late: examined
      .filter((one) => one.needsReason)
      .map(({ shift: { id }, copies: { draft, published }, isAsked, hasBegun }): PublishedChange => {
        return { id, before: published && valuesOf(published), after: draft && valuesOf(draft), isAsked, hasBegun }
      }),
    faults: await faultsOf(ctx, departmentId, examined),
    warnings: await readWarnings(ctx, departmentId, range, people),
    people: await whenDelivered(ctx, personNotices(ctx, examined)),
    expected: signOf(examined),
  }
}

/**
 * Publishes the changes of a department's days. Late changes ask their person first, if the work rules say so. It tells
 * each person once. Throws 409 `changed_meanwhile` if the plan is another one than the preview's, 409 `overlaps` and
 * `left` for impossible changes, 400 without a reason for late ones.
 */
export async function publishRoster(
  ctx: Context,
  { body }: Input<typeof rosterApi.publish>,
): Promise<{ published: number; asked: number; told: number }> {
  const { departmentId, from, to, expected, reason = '' } = body
  mustBeAllowed(ctx, 'roster:plan', { departmentId })
  const examined = examine(await lockShifts(ctx, body), await workRulesOf(ctx), ctx.now.getTime())
  mustBeFewChanges(examined.length)
  if (signOf(examined) !== expected)
    throw conflict('changed_meanwhile', msg('Somebody else has changed the plan meanwhile. Look at it again.'))
  await lockPeople(
    ctx,
    examined.map(({ copies }) => copies.draft?.userId),
  )
  await mustBePossible(ctx, departmentId, examined)
  if (examined.some((one) => one.needsReason) && Array.from(reason).length < MIN_LATE_REASON)
    throw invalid(
      'reason',
      msg('Say why it is late, in {min, plural, one {# character} other {# characters}} or more', {
        min: MIN_LATE_REASON,
      }),
    )

  const [asked, applied] = [examined.filter((one) => one.isAsked), examined.filter((one) => !one.isAsked)]
  await apply(ctx, applied)
  await ask(ctx, asked, reason)
  const { added, changed, removed } = countsOf(applied)
  await audit(ctx, {
    action: 'department.publish-roster',
    resourceType: 'department',
    resourceId: String(departmentId),
    details: { from, to, added, changed, removed, asked: asked.length, ...(reason && { reason }) },
  })
  const notices = personNotices(ctx, examined)
  await tellPeople(ctx, notices, reason)
  return { published: applied.length, asked: asked.length, told: notices.length }
}

const none = sql`null`
/** As SQL, because `updateMany` leaves rows alone whose plain values are the same. */
const questionOver = { askedAt: none, askedBy: none, askReason: none, refusedAt: none, refusal: none }

/** Columns of a shift whose draft people see from now on. */
const publishedNow = ({ now, viewer }: Context): Record<string, SQL> => ({
  ...publishedLikeDraft,
  publishedAt: instantSql(now.getTime()),
  publishedBy: sql`${viewer.id}::uuid`,
  publishedVersion: sql`coalesce(${plannedShifts.publishedVersion}, 0) + 1`,
  // Its person offers it, and nobody else who gets it.
  offeredAt: sql`case when ${plannedShifts.userId} = ${plannedShifts.publishedUserId} then ${plannedShifts.offeredAt} end`,
  ...questionOver,
})

/** Makes what people see like the drafts: in three statements and their entries, however many they are. */
export async function apply(ctx: Context, changes: Pick<Examined, 'shift' | 'change'>[], verb = 'publish') {
  const [removed, others] = [
    changes.filter(({ change }) => change === 'removed').map(({ shift }) => shift),
    changes.filter(({ change }) => change !== 'removed').map(({ shift }) => shift),
  ]
  await voidExchanges(ctx, [...removed, ...others])
  await removeMany(ctx, plannedShifts, removed)
  await updateMany(ctx, plannedShifts, others, publishedNow(ctx), verb)
  questionsEnd(ctx, [...removed, ...others])
}

/** Notes the questions. People see their shifts as before until they say yes. */
async function ask(ctx: Context, changes: Examined[], reason: string) {
  const shifts = changes.map(({ shift }) => shift)
  await updateMany(
    ctx,
    plannedShifts,
    shifts,
    {
      ...questionOver,
      askedAt: instantSql(ctx.now.getTime()),
      askedBy: sql`${ctx.viewer.id}::uuid`,
      askReason: sql`${reason}::varchar`,
    },
    'ask',
  )
  questionsChanged(
    ctx,
    shifts.map(({ userId }) => userId),
  )
}

/**
 * Locks people, in the order in which everybody locks them: their published shifts are changed one after the other, so
 * that none overlap.
 */
export async function lockPeople({ db }: Context, ids: (string | null | undefined)[]) {
  const people = [...new Set(present(ids))]
  if (people.length === 0) return
  await db
    .select({ id: users.id })
    .from(users)
    .where(sql`${users.id} = any(${sql.param(people)}::uuid[])`)
    .orderBy(users.id)
    .for('no key update')
}

/** Throws 409 for the first thing that is impossible, with all of them as issues. */
export async function mustBePossible(ctx: Context, departmentId: number, changes: Examined[]) {
  const faults = await faultsOf(ctx, departmentId, changes)
  const [first] = faults
  if (!first) return
  const messageOf = ({ code, date }: PublishFault) =>
    code === 'overlaps'
      ? msg('Somebody would have two shifts at once on {date}', { date })
      : msg('Somebody does not work in the department any more, and has a shift on {date}', { date })
  throw new HttpError(409, first.code, messageOf(first), {
    issues: faults.map((fault) => ({ path: `shifts.${fault.shiftIds[0]}`, message: messageOf(fault) })),
  })
}

interface Span {
  id: number
  userId: string
  from: number
  to: number
  /** Whether the publish makes it so. */
  isNew: boolean
}

const spansOf = (id: number, copy: ShiftCopy | null, isNew: boolean): Span[] =>
  copy?.userId
    ? [{ id, userId: copy.userId, from: Date.parse(copy.startTime), to: Date.parse(copy.endTime), isNew }]
    : []

/** Impossible changes: two shifts of a person at once, and shifts to come of people who have left the department. */
async function faultsOf(ctx: Context, departmentId: number, changes: Examined[]): Promise<PublishFault[]> {
  const { timeZone } = ctx.services.config
  const spans = changes.flatMap(({ shift: { id }, copies: { draft } }) => spansOf(id, draft, true))
  // A shift that its person is asked about stays where it is meanwhile.
  const staying = changes.flatMap(({ shift: { id }, copies, isAsked }) =>
    isAsked ? spansOf(id, copies.published, false) : [],
  )
  if (spans.length === 0) return []
  const ids = [...new Set(spans.map(({ userId }) => userId))]
  const { rows } = await ctx.db.execute<{ id: string }>(sql`
    select ${users.id} from ${users} where ${users.id} = any(${sql.param(ids)}::uuid[]) and ${doesShifts}
      and ${users.departmentId} = ${departmentId}`)
  const members = new Set(rows.map(({ id }) => id))
  const others = await publishedSpans(
    ctx,
    ids,
    spans,
    changes.map(({ shift }) => shift.id),
  )
  const now = ctx.now.getTime()
  const faultAt = (code: PublishFault['code'], { userId, from }: Span, shiftIds: number[]): PublishFault => ({
    ...{ code, userId, shiftIds },
    date: dateOf(from, timeZone),
  })
  const left = spans
    .filter(({ userId, from }) => from > now && !members.has(userId))
    .map((span) => faultAt('left', span, [span.id]))
  const sorted = [...spans, ...staying, ...others].sort((a, b) => a.userId.localeCompare(b.userId) || a.from - b.from)
  const overlaps = sorted.flatMap((span, at) => {
    const before = latestBefore(sorted, at)
    return before && before.to > span.from && (before.isNew || span.isNew)
      ? [faultAt('overlaps', span, [span.isNew ? span.id : before.id, span.isNew ? before.id : span.id])]
      : []
  })
  return [...overlaps, ...left]
}

/** Of the person's spans before this one, which are sorted, the one that ends last. Shifts take 16 hours at most. */
function latestBefore(sorted: Span[], at: number): Span | undefined {
  const span = sorted[at]
  let latest: Span | undefined
  for (let index = at - 1; index >= 0; index -= 1) {
    const before = sorted[index]
    if (!span || !before || before.userId !== span.userId || span.from - before.from > 24 * 3_600_000) break
    if (before.id !== span.id && (!latest || before.to > latest.to)) latest = before
  }
  return latest
}

/** The published shifts of these people at these times, of any department, without the shifts that change. */
async function publishedSpans({ db }: Context, userIds: string[], spans: Span[], except: number[]): Promise<Span[]> {
  const from = Math.min(...spans.map((span) => span.from)) - 24 * 3_600_000
  const to = Math.max(...spans.map((span) => span.to))
  const { id, publishedUserId, publishedStartTime, publishedEndTime } = plannedShifts
  const { rows } = await db.execute<{ id: number; user_id: string; start: string; end: string }>(sql`
    select ${id} as id, ${publishedUserId} as user_id, ${publishedStartTime} as start, ${publishedEndTime} as "end"
    from ${plannedShifts} where ${publishedUserId} = any(${sql.param(userIds)}::uuid[])
      and ${publishedStartTime} >= ${instantSql(from)} and ${publishedStartTime} < ${instantSql(to)}
      and not (${id} = any(${sql.param(except)}::int[]))`)
  return rows.map(({ id, user_id, start, end }) => ({
    ...{ id, userId: user_id, isNew: false },
    ...{ from: Date.parse(start), to: Date.parse(end) },
  }))
}
