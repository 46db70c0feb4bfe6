import type { ComingShift } from '../../../shared/roster/day-shapes.ts'
import { rosterApi } from '../../../shared/roster.ts'
import { useReply } from '../../api/queries.ts'

/** The people who come next, by the ids of their departments, earliest first. */
export function useComing(): ReadonlyMap<number, ComingShift[]> {
  const { data } = useReply(rosterApi.coming, { query: {} })
  const byDepartment = new Map<number, ComingShift[]>()
  for (const shift of data ?? [])
    byDepartment.set(shift.department.id, [...(byDepartment.get(shift.department.id) ?? []), shift])
  return byDepartment
}
