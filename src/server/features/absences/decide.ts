import type { absencesApi } from '../../../shared/absences.ts'
import type { Input, Reply } from '../../../shared/endpoint.ts'
import { msg } from '../../../shared/words/message.ts'
import { conflict } from '../../base/errors.ts'
import type { Context } from '../../core/context.ts'
import { absenceReply } from '../../core/people/absences.ts'
import { update } from '../../core/write/write.ts'
import { absences } from '../../db/tables/absences.ts'
import { absenceFor, lockedAbsence } from './access.ts'
import { lockShiftsDuring, mustHaveNoShifts, openShifts, rememberOpened } from './shifts.ts'
import { tellPerson } from './tell.ts'

/**
 * Approves or refuses an absence of a person of the viewer's, who is not the viewer, and tells the person. It changes
 * nothing if it was decided so already. Throws 409 `decided` if it was decided otherwise or cancelled, and `has_shifts`
 * with the shifts of that time, unless `vacate` opens them.
 */
export async function decideAbsence(
  ctx: Context,
  { params, body: { approve, vacate = false, reason = '' } }: Input<typeof absencesApi.decide>,
): Promise<Reply<typeof absencesApi.decide>> {
  const { absence: found, person } = await absenceFor(ctx, params.id, 'absence:decide')
  const shifts = await lockShiftsDuring(ctx, person.id, found)
  const absence = await lockedAbsence(ctx, params.id)
  const state = approve ? ('approved' as const) : ('refused' as const)
  if (absence.state === state) return { absence: absenceReply(absence, person), openedShifts: 0 }
  if (absence.state !== 'requested') throw conflict('decided', msg('This absence was decided or cancelled meanwhile'))
  if (approve && !vacate) mustHaveNoShifts(ctx, person, shifts)
  const decided = { decidedBy: ctx.viewer.id, decidedAt: ctx.now.toISOString(), reason: reason || null }
  const after = await update(ctx, absences, absence, { state, ...decided }, approve ? 'approve' : 'refuse')
  const opened = approve ? await openShifts(ctx, person.id, absence, shifts) : []
  await rememberOpened(ctx, absence.id, opened)
  await tellPerson(ctx, after, state)
  return { absence: absenceReply(after, person), openedShifts: opened.length }
}
