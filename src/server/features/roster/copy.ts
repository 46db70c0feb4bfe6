import { sql } from 'drizzle-orm'
import type { Input } from '../../../shared/endpoint.ts'
import { MAX_SHIFTS_PER_CALL, type NewShift, type RosterShift } from '../../../shared/roster/shapes.ts'
import { localOf } from '../../../shared/roster/shift-times.ts'
import type { rosterApi } from '../../../shared/roster.ts'
import { daysLater } from '../../../shared/time/time.ts'
import { msg } from '../../../shared/words/message.ts'
import { conflict } from '../../base/errors.ts'
import { mustBeAllowed } from '../../core/access/access.ts'
import type { Context } from '../../core/context.ts'
import { doesShifts } from '../../core/people/active.ts'
import { present } from '../../core/write/audiences.ts'
import { plannedShifts } from '../../db/tables/roster.ts'
import { users } from '../../db/tables/users.ts'
import { instantSql, rosterDays, type Shift } from './access.ts'
import { saveManyShifts } from './save.ts'

/**
 * Copies the drafts of some days to as many days from `target` on. Local times stay, also over a change of the clocks.
 * A shift that is there already is not copied again, so a second copy adds nothing. The shifts of a person who has left
 * become open ones. Throws 409 for more than 500 shifts, 400 for days that are too many or too far away.
 */
export async function copyShifts(
  ctx: Context,
  { body }: Input<typeof rosterApi.copy>,
): Promise<{ shifts: RosterShift[]; alreadyThere: number }> {
  const { departmentId, target, withPeople } = body
  mustBeAllowed(ctx, 'roster:plan', { departmentId })
  const offset = Math.round((Date.parse(target) - Date.parse(body.from)) / 86_400_000)
  const source = rosterDays(ctx, body)
  const goal = rosterDays(ctx, { from: target, to: daysLater(body.to, offset) })
  const found = await draftsBetween(ctx, departmentId, source)
  const there = await draftsBetween(ctx, departmentId, goal)
  const stays = withPeople ? await membersOf(ctx, departmentId) : new Set<string>()
  const copies = found.map((shift) => copyOf(ctx, shift, offset, stays))
  const missing = withoutKnown(
    copies,
    there.map((shift) => copyOf(ctx, shift, 0, null)),
  )
  if (missing.length > MAX_SHIFTS_PER_CALL)
    throw conflict(
      'too_many_shifts',
      msg(
        '{count, plural, one {At most # shift can be copied at once} other {At most # shifts can be copied at once}}',
        {
          count: MAX_SHIFTS_PER_CALL,
        },
      ),
    )
  const alreadyThere = copies.length - missing.length
  if (missing.length === 0) return { shifts: [], alreadyThere }
  const { shifts } = await saveManyShifts(ctx, { params: {}, query: undefined, body: { create: missing } })
  return { shifts, alreadyThere }
}

/** More shifts than a department can have in as many days are never read. */
const draftsBetween = ({ db }: Context, departmentId: number, { from, to }: { from: number; to: number }) =>
  db
    .select()
    .from(plannedShifts)
    .where(
      sql`${plannedShifts.departmentId} = ${departmentId} and ${plannedShifts.removedAt} is null
        and ${plannedShifts.startTime} >= ${instantSql(from)} and ${plannedShifts.startTime} < ${instantSql(to)}`,
    )
    .orderBy(plannedShifts.startTime, plannedShifts.id)

async function membersOf({ db }: Context, departmentId: number) {
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(sql`${doesShifts} and ${users.departmentId} = ${departmentId}`)
  return new Set(found.map(({ id }) => id))
}

/** @param stays the people who keep their shifts; null for everybody */
function copyOf({ services }: Context, shift: Shift, offset: number, stays: ReadonlySet<string> | null): NewShift {
  const { departmentId, userId, breakMinutes, title, note, templateId } = shift
  const { date, start, end } = localOf(shift, services.config.timeZone)
  return {
    ...{ departmentId, breakMinutes, title, note, templateId, date: daysLater(date, offset), start, end },
    userId: userId !== null && (stays === null || stays.has(userId)) ? userId : null,
  }
}

/** The shifts that are not among the known ones. Of three open shifts alike, with one known, two are missing. */
function withoutKnown(shifts: NewShift[], known: NewShift[]): NewShift[] {
  const signOf = ({ userId, date, start, end, title }: NewShift) => JSON.stringify([userId, date, start, end, title])
  const counts = new Map<string, number>()
  for (const shift of known) counts.set(signOf(shift), (counts.get(signOf(shift)) ?? 0) + 1)
  return present(
    shifts.map((shift) => {
      const count = counts.get(signOf(shift)) ?? 0
      counts.set(signOf(shift), count - 1)
      return count > 0 ? null : shift
    }),
  )
}
