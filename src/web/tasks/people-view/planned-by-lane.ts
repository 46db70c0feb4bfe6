import type { Lane } from '../../../shared/people-view.ts'
import type { PlannedOccurrence } from '../../../shared/routines.ts'
import { matches, statusesOf } from '../../../shared/task-filter.ts'
import type { BoardFilter } from '../../../shared/task-query.ts'
import { laneOf } from './lanes.ts'

/**
 * The occurrences that the filters show, by the key of a lane. Words are searched in tasks alone, so a search
 * shows none.
 */
export function plannedByLane(
  occurrences: readonly PlannedOccurrence[],
  filter: BoardFilter,
  time: { now: number; timeZone: string },
): ReadonlyMap<string, readonly PlannedOccurrence[]> {
  const { status: _, search, ...others } = filter
  const byLane = new Map<string, PlannedOccurrence[]>()
  if (search || !statusesOf(filter).includes('pending')) return byLane
  for (const occurrence of occurrences) {
    if (!matches(others, asTask(occurrence), time)) continue
    const key = laneOf(occurrence)
    byLane.set(key, [...(byLane.get(key) ?? []), occurrence])
  }
  return byLane
}

/** The facts of the task that an occurrence will be. */
const asTask = ({
  routineId,
  departmentId,
  assigneeId,
  priority,
  tags,
  place,
  workMinutes,
  opensAt,
  dueAt,
}: PlannedOccurrence) => ({
  ...{ routineId, departmentId, assigneeId, priority, tags, place, estimateMinutes: workMinutes },
  ...({
    status: 'pending',
    kind: 'routine',
    projectId: null,
    completedAt: null,
    outcome: null,
    isReceived: false,
  } as const),
  ...{ createdAt: opensAt, occurrenceAt: opensAt, dueDate: dueAt },
})

/** A lane whose sums include the occurrences that open until that day. */
export const withPlanned = (lane: Lane, planned: readonly PlannedOccurrence[]): Lane =>
  planned.length === 0
    ? lane
    : {
        ...lane,
        due: lane.due + planned.length,
        dueMinutes: planned.reduce((sum, { workMinutes }) => sum + (workMinutes ?? 0), lane.dueMinutes ?? 0),
        dueUnestimated: (lane.dueUnestimated ?? 0) + planned.filter(({ workMinutes }) => workMinutes === null).length,
      }
