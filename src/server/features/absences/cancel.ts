import { sql } from 'drizzle-orm'
import { absenceSpanOf, lastDayKept } from '../../../shared/absences/absence-times.ts'
import { isLive } from '../../../shared/absences/shapes.ts'
import type { absencesApi } from '../../../shared/absences.ts'
import type { Input, Reply } from '../../../shared/endpoint.ts'
import type { ShiftSpan } from '../../../shared/roster/shift-times.ts'
import { dateOf, daysLater } from '../../../shared/time/time.ts'
import { msg } from '../../../shared/words/message.ts'
import { conflict } from '../../base/errors.ts'
import type { Context } from '../../core/context.ts'
import { absenceReply } from '../../core/people/absences.ts'
import { awayTimesOf } from '../../core/people/away.ts'
import { update } from '../../core/write/write.ts'
import { absences } from '../../db/tables/absences.ts'
import { plannedShifts } from '../../db/tables/roster.ts'
import { type AbsenceRow, absenceFor, lockedAbsence } from './access.ts'
import { giveBack, lockOpenedShifts } from './shifts.ts'
import { tellPerson } from './tell.ts'

const DAY_MS = 86_400_000

/**
 * Cancels an absence of the viewer or of a person of theirs, and gives the person back the shifts that nobody has
 * taken. Of one that began on an earlier day, the days that are over stay. It changes nothing if it is cancelled
 * already. Throws 409 `decided` for a refused one, and `ended` for one of the viewer's that is over.
 */
export async function cancelAbsence(
  ctx: Context,
  { params }: Input<typeof absencesApi.cancel>,
): Promise<Reply<typeof absencesApi.cancel>> {
  const { absence: found, person } = await absenceFor(ctx, params.id, 'absence:read')
  const shifts = await lockOpenedShifts(ctx, found)
  const absence = await lockedAbsence(ctx, params.id)
  const isOwn = person.id === ctx.viewer.id
  if (absence.state === 'cancelled') return { absence: absenceReply(absence, person), returnedShifts: 0 }
  if (!isLive(absence.state)) throw conflict('decided', msg('This absence was decided or cancelled meanwhile'))
  if (isOwn && Date.parse(absence.endTime) <= ctx.now.getTime())
    throw conflict('ended', msg('This absence is over. A manager can correct it.'))
  const after = await endOf(ctx, absence)
  const returnedShifts = await giveBack(ctx, person, shifts, await busyTimes(ctx, absence))
  if (!isOwn) await tellPerson(ctx, cancelledDays(absence, after), 'cancelled')
  return { absence: absenceReply(after, person), returnedShifts }
}

/** The days that are cancelled: all of them, or those from today on. */
const cancelledDays = (before: AbsenceRow, after: AbsenceRow): AbsenceRow =>
  after.state === 'cancelled' ? before : { ...before, fromDate: daysLater(after.toDate, 1), startTime: after.endTime }

/** Cancels it, or ends it with yesterday. */
function endOf(ctx: Context, absence: AbsenceRow): Promise<AbsenceRow> {
  const { timeZone } = ctx.services.config
  const { fromDate: from, toDate: to, state } = absence
  const kept = lastDayKept({ from, to }, dateOf(ctx.now.getTime(), timeZone))
  if (kept === null || state === 'requested') return update(ctx, absences, absence, { state: 'cancelled' }, 'cancel')
  const { endTime } = absenceSpanOf({ from, to: kept, start: null, end: null }, timeZone)
  return update(ctx, absences, absence, { toDate: kept, endTime }, 'shorten')
}

/** The person's published shifts about that time, and the times at which they are away. */
async function busyTimes(ctx: Context, { userId, startTime, endTime }: AbsenceRow): Promise<ShiftSpan[]> {
  const { publishedUserId, publishedStartTime, publishedEndTime } = plannedShifts
  const [from, to] = [Date.parse(startTime) - DAY_MS, Date.parse(endTime) + DAY_MS]
  const [first, last] = [from, to].map((time) => new Date(time).toISOString())
  const shifts = await ctx.db
    .select({ startTime: publishedStartTime, endTime: publishedEndTime })
    .from(plannedShifts)
    .where(
      sql`${publishedUserId} = ${userId} and ${publishedStartTime} >= ${first} and ${publishedStartTime} < ${last}`,
    )
  const away = (await awayTimesOf(ctx, [userId], { from, to })).get(userId) ?? []
  const spans = shifts.flatMap(({ startTime, endTime }) => (startTime && endTime ? [{ startTime, endTime }] : []))
  return [...spans, ...away]
}
