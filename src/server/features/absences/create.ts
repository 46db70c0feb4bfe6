import { sql } from 'drizzle-orm'
import { absenceFault, absenceSpanOf } from '../../../shared/absences/absence-times.ts'
import {
  liveAbsenceStates,
  MAX_ABSENCES_OF_YEAR,
  MAX_OWN_DAYS_BACK,
  type NewAbsence,
} from '../../../shared/absences/shapes.ts'
import type { absencesApi } from '../../../shared/absences.ts'
import type { Input, Reply } from '../../../shared/endpoint.ts'
import { MAX_DAYS_AHEAD, MAX_DAYS_BACK } from '../../../shared/roster/shapes.ts'
import type { ShiftSpan } from '../../../shared/roster/shift-times.ts'
import { dateOf, daysLater } from '../../../shared/time/time.ts'
import { msg } from '../../../shared/words/message.ts'
import { conflict, invalid } from '../../base/errors.ts'
import type { Context } from '../../core/context.ts'
import { absenceReply } from '../../core/people/absences.ts'
import { insert } from '../../core/write/write.ts'
import { isOneOf } from '../../db/columns.ts'
import { absences } from '../../db/tables/absences.ts'
import { absentPersonFor } from './access.ts'
import { lockShiftsDuring, mustHaveNoShifts, openShifts, rememberOpened } from './shifts.ts'
import { tellManagersOfAbsence, tellPerson } from './tell.ts'

/**
 * Asks for an absence of the viewer, or adds one for a person of theirs, which counts at once. Illness needs no
 * decision: it opens the person's shifts. Throws 404 for a person whose absences the viewer does not decide about, 400
 * for times that do not fit, 409 `overlaps` for another absence at that time, `too_many_absences`, and `has_shifts` for
 * an added one without `vacate`.
 */
export async function createAbsence(
  ctx: Context,
  { body }: Input<typeof absencesApi.create>,
): Promise<Reply<typeof absencesApi.create>> {
  const { userId = ctx.viewer.id, kind, from, to, start = null, end = null, note = null, vacate = false } = body
  const isOwn = userId === ctx.viewer.id
  const person = await absentPersonFor(ctx, userId)
  const local = { from, to, start, end }
  mustFit(ctx, local, isOwn)
  const span = absenceSpanOf(local, ctx.services.config.timeZone)
  mustTakeTime(span)
  const isSick = kind === 'sick'
  const counts = !isOwn || isSick
  const shifts = await lockShiftsDuring(ctx, userId, span)
  await mustBeAlone(ctx, userId, span)
  await mustBeFew(ctx, userId, from)
  if (counts && !isSick && !vacate) mustHaveNoShifts(ctx, person, shifts)
  const decided = isOwn ? {} : { decidedBy: ctx.viewer.id, decidedAt: ctx.now.toISOString() }
  const absence = await insert(ctx, absences, {
    ...{ userId, kind, fromDate: from, toDate: to, start, end, ...span },
    ...{ state: counts ? 'approved' : 'requested', note: note || null, createdBy: ctx.viewer.id, ...decided },
  })
  const opened = counts ? await openShifts(ctx, userId, span, shifts) : []
  await rememberOpened(ctx, absence.id, opened)
  if (isOwn) await tellManagersOfAbsence(ctx, absence, person, opened.length)
  else await tellPerson(ctx, absence, 'added')
  return { absence: absenceReply(absence, person), openedShifts: opened.length }
}

/** Throws 400 at the field whose value does not fit. */
function mustFit(
  { now, services }: Context,
  local: Required<Pick<NewAbsence, 'from' | 'to'>> & { start: string | null; end: string | null },
  isOwn: boolean,
) {
  const fault = absenceFault(local)
  if (fault) throw invalid(fault.path, faultWords[fault.code])
  const today = dateOf(now.getTime(), services.config.timeZone)
  const first = daysLater(today, isOwn ? -MAX_OWN_DAYS_BACK : -MAX_DAYS_BACK)
  const last = daysLater(today, MAX_DAYS_AHEAD)
  for (const path of ['from', 'to'] as const)
    if (local[path] < first || local[path] > last)
      throw invalid(path, msg('Must be between {first} and {last}', { first, last }))
}

const faultWords = {
  order: msg('Must be after the beginning'),
  too_long: msg('An absence takes a year at most'),
  part_of_one_day: msg('Only an absence of one day can have times'),
  both: msg('Enter both times, or none'),
}

/** Clocks that go forward may leave nothing of a short time. */
function mustTakeTime({ startTime, endTime }: ShiftSpan) {
  if (Date.parse(endTime) <= Date.parse(startTime)) throw invalid('end', faultWords.order)
}

/** Throws 409 if the person has another absence at that time that is requested or approved. */
async function mustBeAlone({ db }: Context, userId: string, { startTime, endTime }: ShiftSpan) {
  const [other] = await db
    .select({ id: absences.id, from: absences.fromDate, to: absences.toDate })
    .from(absences)
    .where(
      sql`${absences.userId} = ${userId} and ${isOneOf(absences.state, liveAbsenceStates)}
        and ${absences.startTime} < ${endTime} and ${absences.endTime} > ${startTime}`,
    )
    .orderBy(absences.startTime)
    .limit(1)
  if (!other) return
  const params = { from: other.from, to: other.to, absenceId: other.id }
  throw conflict('overlaps', msg('There is another absence from {from} to {to}', params))
}

/** Throws 409 if the person has too many absences that begin in the same year. */
async function mustBeFew({ db }: Context, userId: string, from: string) {
  const year = from.slice(0, 4)
  const ofYear = sql`${absences.userId} = ${userId} and ${absences.fromDate} between ${`${year}-01-01`} and ${`${year}-12-31`}`
  if ((await db.$count(absences, ofYear)) >= MAX_ABSENCES_OF_YEAR)
    throw conflict(
      'too_many_absences',
      msg('{count, plural, one {A person can have # absence a year} other {A person can have # absences a year}}', {
        count: MAX_ABSENCES_OF_YEAR,
      }),
    )
}
