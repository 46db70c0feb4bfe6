import type { ComingShift } from '../../../../shared/roster/day-shapes.ts'
import { useViewer } from '../../../api/viewer.ts'
import { useComing } from '../../../components/people/use-coming.ts'

/** The first of the people who come next, without oneself: a handover is offered to them. */
export const firstToCome = (shifts: readonly ComingShift[], viewerId: string): ComingShift | undefined =>
  shifts.find(({ user }) => user.id !== viewerId)

/** Hook: the person who is planned next in a department; undefined if nobody is, or nothing is known. */
export function useNextPerson(departmentId: number | null) {
  const { id } = useViewer()
  const coming = useComing()
  return departmentId === null ? undefined : firstToCome(coming.get(departmentId) ?? [], id)
}
