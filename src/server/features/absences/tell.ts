import type { AbsenceChange } from '../../base/words/absence-words.ts'
import type { Context } from '../../core/context.ts'
import { peopleOnDuty } from '../../core/people/duty.ts'
import { fullName, notify } from '../notifications/notify.ts'
import type { AbsenceRow, AbsentPerson } from './access.ts'

/** Notifications about absences. They never say why: they stand on locked screens. */

const subjectOf = ({ id }: AbsenceRow) => ({ type: 'absence' as const, id })
const timesOf = ({ fromDate: from, toDate: to, startTime: first }: AbsenceRow) => ({ from, to, first })

/** Tells the person what a manager has done about their absence. */
export const tellPerson = (ctx: Context, absence: AbsenceRow, change: AbsenceChange) =>
  notify(ctx, [absence.userId], {
    kind: 'absence-decided',
    params: { by: fullName(ctx.viewer), change, ...timesOf(absence) },
    subject: subjectOf(absence),
  })

/** Tells the managers on duty of the person's department that they ask for an absence, or are away. */
export async function tellManagersOfAbsence(
  ctx: Context,
  absence: AbsenceRow,
  { departmentId }: AbsentPerson,
  opened: number,
) {
  if (departmentId === null) return
  const managers = await peopleOnDuty(ctx, { departmentIds: [departmentId], from: 'manager' })
  const { from, to } = timesOf(absence)
  await notify(
    ctx,
    managers.map(({ id }) => id).filter((id) => id !== absence.userId),
    {
      kind: absence.state === 'requested' ? 'absence-requested' : 'person-away',
      params: { name: fullName(ctx.viewer), from, to, opened },
      subject: subjectOf(absence),
    },
  )
}
