import { useMemo } from 'react'
import { MAX_PLANNED_DAYS, type PlannedOccurrence, routinesApi } from '../../../shared/routines.ts'
import type { BoardFilter } from '../../../shared/task-query.ts'
import { dateOf, daysLater } from '../../../shared/time/time.ts'
import { useReply } from '../../api/queries.ts'
import { useViewer } from '../../api/viewer.ts'
import { serverNow } from '../../server-time.ts'
import { useTicking } from '../../ui/now.ts'
import { dayOf } from './day-bar.tsx'
import { plannedByLane } from './planned-by-lane.ts'

export const NOTHING_PLANNED: readonly PlannedOccurrence[] = []

/** The occurrences that have not opened and belong to the plan of the one day in the filter, by the key of a lane. */
export function usePlanned(filter: BoardFilter): ReadonlyMap<string, readonly PlannedOccurrence[]> {
  const { timeZone } = useViewer()
  const today = useTicking((now) => dateOf(now, timeZone))
  const date = dayOf(filter, today)
  const isAhead = date !== undefined && date > today && date <= daysLater(today, MAX_PLANNED_DAYS)
  const { departmentId } = filter
  const { data } = useReply(routinesApi.planned, { query: { date: date ?? today, departmentId } }, { enabled: isAhead })
  return useMemo(
    () => plannedByLane((isAhead && data?.occurrences) || NOTHING_PLANNED, filter, { now: serverNow(), timeZone }),
    [isAhead, data, filter, timeZone],
  )
}
