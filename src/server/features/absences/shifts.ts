import { type SQL, sql } from 'drizzle-orm'
import { type OpenedShift, overlaps, shiftsToGiveBack } from '../../../shared/absences/absence-times.ts'
import { changeOf } from '../../../shared/roster/plan-changes.ts'
import type { ShiftSpan } from '../../../shared/roster/shift-times.ts'
import { dateTimeIn } from '../../../shared/time/time.ts'
import { msg } from '../../../shared/words/message.ts'
import { conflict, HttpError } from '../../base/errors.ts'
import type { Context } from '../../core/context.ts'
import { updateMany } from '../../core/write/write.ts'
import { absenceShifts, absences } from '../../db/tables/absences.ts'
import { plannedShifts } from '../../db/tables/roster.ts'
import { plans, type Shift, shiftRows } from '../roster/access.ts'
import { voidExchanges } from '../roster/exchange-void.ts'
import { lockPeople } from '../roster/publish.ts'
import { questionsEnd } from '../roster/questions.ts'
import { copiesOf } from '../roster/rows.ts'
import type { AbsenceRow, AbsentPerson } from './access.ts'

/** The shifts of a person who is away: they become open, and go back. */

const { userId, startTime, endTime, removedAt } = plannedShifts
const { publishedUserId, publishedStartTime, publishedEndTime } = plannedShifts

/** Two times as SQL, and the person whose shifts are looked for. */
interface Wanted {
  person: SQL
  from: SQL
  to: SQL
  now: SQL
}

/** A condition on planned shifts: the person has them at that time, in one of the copies, and they have not begun. */
const isDuring = ({ person, from, to, now }: Wanted) =>
  sql`((${userId} = ${person} and ${removedAt} is null and ${startTime} < ${to} and ${endTime} > ${from} and ${startTime} > ${now})
    or (${publishedUserId} = ${person} and ${publishedStartTime} < ${to} and ${publishedEndTime} > ${from} and ${publishedStartTime} > ${now}))`

/** How many shifts the people of these absences have at that time, published ones and drafts, by absence. */
export async function countShiftsDuring({ db, now }: Context, ids: number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const wanted = {
    ...{ person: sql`${absences.userId}`, from: sql`${absences.startTime}`, to: sql`${absences.endTime}` },
    now: sql`${now.toISOString()}::timestamptz`,
  }
  const { rows } = await db.execute<{ id: number; count: number }>(sql`
    select ${absences.id} as id, (select count(*)::int from ${plannedShifts} where ${isDuring(wanted)}) as count
    from ${absences} where ${absences.id} = any(${sql.param(ids)}::int[])`)
  return new Map(rows.map(({ id, count }) => [id, count]))
}

async function idsDuring({ db, now }: Context, personId: string, span: ShiftSpan): Promise<number[]> {
  const [from, to, at] = [span.startTime, span.endTime, now.toISOString()].map((time) => sql`${time}::timestamptz`)
  if (!from || !to || !at) throw new Error('A time is missing')
  const found = await db
    .select({ id: plannedShifts.id })
    .from(plannedShifts)
    .where(isDuring({ person: sql`${personId}::uuid`, from, to, now: at }))
  return found.map(({ id }) => id)
}

const isSubset = (some: number[], all: ReadonlyMap<number, unknown>) => some.every((id) => all.has(id))

/**
 * Locks the person and their shifts at some time that have not begun: the shifts first, in the order in which
 * everybody locks them. Throws 409 `changed_meanwhile` if the person gets one in between.
 */
export async function lockShiftsDuring(ctx: Context, personId: string, span: ShiftSpan): Promise<Shift[]> {
  const locked = await shiftRows(ctx, await idsDuring(ctx, personId, span))
  await lockPeople(ctx, [personId])
  const ids = await idsDuring(ctx, personId, span)
  if (!isSubset(ids, locked))
    throw conflict('changed_meanwhile', msg('Somebody else has changed the plan meanwhile. Look at it again.'))
  return ids.flatMap((id) => locked.get(id) ?? [])
}

/** Throws 409 `has_shifts` with an issue for each shift, if there are any. Drafts of other departments have none. */
export function mustHaveNoShifts(ctx: Context, { id, firstName, lastName }: AbsentPerson, shifts: Shift[]) {
  if (shifts.length === 0) return
  const { timeZone } = ctx.services.config
  const name = `${firstName} ${lastName}`
  const named = shifts.flatMap((shift) => {
    const { published } = copiesOf(shift)
    const isPublished = published?.userId === id
    if (!isPublished && !plans(ctx, shift.departmentId)) return []
    const span = isPublished ? published : shift
    const [begins, ends] = [dateTimeIn(span.startTime, timeZone), dateTimeIn(span.endTime, timeZone)]
    const params = { date: begins.date, start: begins.time, end: ends.time, shiftId: shift.id }
    return [
      {
        path: 'vacate',
        code: isPublished ? 'published' : 'draft',
        message: msg('{date}, {start} – {end}', params),
        begins: span.startTime,
      },
    ]
  })
  const issues = named
    .sort((a, b) => a.begins.localeCompare(b.begins))
    .map(({ path, code, message }) => ({ path, code, message }))
  throw new HttpError(
    409,
    'has_shifts',
    msg('{count, plural, one {{name} has # shift at that time} other {{name} has # shifts at that time}}', {
      ...{ name, count: shifts.length },
    }),
    { issues },
  )
}

const none = sql`null`

/**
 * Takes shifts from a person in both copies, where these are at that time: published ones are open shifts at once.
 * Offers, exchanges and questions about them end. The caller has locked the shifts and the person.
 *
 * @returns the shifts that are open now, with their versions
 */
export async function openShifts(
  ctx: Context,
  personId: string,
  span: ShiftSpan,
  shifts: Shift[],
): Promise<OpenedShift[]> {
  const isHit = (copy: (ShiftSpan & { userId: string | null }) | null) =>
    copy?.userId === personId && overlaps(copy, span) && Date.parse(copy.startTime) > ctx.now.getTime()
  const [inPublished, inDraft] = [
    new Set(shifts.filter((shift) => isHit(copiesOf(shift).published))),
    new Set(shifts.filter((shift) => isHit(shift))),
  ]
  const published = {
    ...{ publishedUserId: none, offeredAt: none, publishedBy: sql`${ctx.viewer.id}::uuid` },
    publishedAt: sql`${ctx.now.toISOString()}::timestamptz`,
    publishedVersion: sql`coalesce(${plannedShifts.publishedVersion}, 0) + 1`,
  }
  const draft = {
    ...{ userId: none, askedAt: none, askedBy: none, askReason: none, refusedAt: none },
    refusal: none,
  }
  await voidExchanges(ctx, [...inPublished])
  const both = shifts.filter((shift) => inPublished.has(shift) && inDraft.has(shift))
  const others = shifts.filter((shift) => inPublished.has(shift) && !inDraft.has(shift))
  const drafts = shifts.filter((shift) => !inPublished.has(shift) && inDraft.has(shift))
  const opened = [
    ...(await updateMany(ctx, plannedShifts, both, { ...published, ...draft }, 'open')),
    ...(await updateMany(ctx, plannedShifts, others, published, 'open')),
  ]
  await updateMany(ctx, plannedShifts, drafts, draft, 'update')
  questionsEnd(ctx, [...inDraft])
  return opened.map(({ id, publishedVersion }) => ({ shiftId: id, version: publishedVersion ?? 0 }))
}

/** Remembers the shifts that an absence has opened. */
export async function rememberOpened({ db }: Context, absenceId: number, opened: OpenedShift[]) {
  if (opened.length === 0) return
  await db
    .insert(absenceShifts)
    .values(opened.map(({ shiftId, version }) => ({ absenceId, shiftId, shiftVersion: version })))
    .onConflictDoUpdate({
      target: [absenceShifts.absenceId, absenceShifts.shiftId],
      set: { shiftVersion: sql`excluded.shift_version` },
    })
}

/** The shifts that an absence has opened, locked with its person: the shifts first. */
export async function lockOpenedShifts(ctx: Context, { id, userId }: AbsenceRow) {
  const opened = await ctx.db
    .select({ shiftId: absenceShifts.shiftId, version: absenceShifts.shiftVersion })
    .from(absenceShifts)
    .where(sql`${absenceShifts.absenceId} = ${id}`)
  const shifts = await shiftRows(
    ctx,
    opened.map(({ shiftId }) => shiftId),
  )
  await lockPeople(ctx, [userId])
  return { opened, shifts: [...shifts.values()] }
}

/**
 * Gives a person back the shifts that an absence has opened, as far as nobody has taken or changed them, and the person
 * still works in their department and is not away at that time. The caller has locked the shifts and the person.
 *
 * @param busy other times at which the person has shifts or is away
 * @returns how many there are
 */
export async function giveBack(
  ctx: Context,
  person: AbsentPerson,
  { opened, shifts }: { opened: OpenedShift[]; shifts: Shift[] },
  busy: ShiftSpan[],
): Promise<number> {
  const facts = shifts.flatMap((shift) => {
    const copies = copiesOf(shift)
    const { published } = copies
    if (!published || changeOf(copies) !== null || shift.departmentId !== person.departmentId) return []
    const { userId, startTime, endTime } = published
    return [{ id: shift.id, userId, startTime, endTime, version: shift.publishedVersion ?? 0 }]
  })
  const ids = new Set(shiftsToGiveBack(opened, facts, busy, ctx.now.getTime()))
  const given = shifts.filter(({ id }) => ids.has(id))
  const to = sql`${person.id}::uuid`
  await updateMany(
    ctx,
    plannedShifts,
    given,
    {
      ...{ userId: to, publishedUserId: to, publishedBy: sql`${ctx.viewer.id}::uuid` },
      publishedAt: sql`${ctx.now.toISOString()}::timestamptz`,
      publishedVersion: sql`${plannedShifts.publishedVersion} + 1`,
    },
    'give-back',
  )
  return given.length
}
