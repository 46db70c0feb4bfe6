import { absences, dateIn } from '../../../sample/roster.ts'
import { createAbsence } from '../features/absences/create.ts'
import { decideAbsence } from '../features/absences/decide.ts'
import { type Action, HOUR, type Hotel, sampleContext } from './hotel.ts'

/** Absences: somebody is ill, and their shifts are open; a vacation is approved, and another one waits. */
export function absenceActions({ ctx, calendar, staff }: Hotel): Action[] {
  return absences.flatMap(({ name, kind, from, to, hoursAgo, note, approvedBy }): Action[] => {
    const at = calendar.now - hoursAgo * HOUR
    let id = 0
    const ask = async () => {
      const body = { kind, from: dateIn(from, calendar), to: dateIn(to, calendar), note }
      const by = sampleContext(ctx, staff[name], at)
      id = (await createAbsence(by, { params: {}, query: undefined, body })).absence.id
    }
    if (approvedBy === null) return [{ at, act: ask }]
    const decidedAt = at + 3 * HOUR
    const approve = () =>
      decideAbsence(sampleContext(ctx, staff[approvedBy], decidedAt), {
        params: { id },
        query: undefined,
        body: { approve: true },
      })
    return [
      { at, act: ask },
      { at: decidedAt, act: approve },
    ]
  })
}
