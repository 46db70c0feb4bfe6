import { expect, test } from 'vitest'
import type { Lane } from '../../../shared/people-view.ts'
import type { PlannedOccurrence } from '../../../shared/routines.ts'
import type { BoardFilter } from '../../../shared/task-query.ts'
import { plannedByLane, withPlanned } from './planned-by-lane.ts'

const time = { now: Date.parse('2026-11-28T12:00:00.000Z'), timeZone: 'UTC' }
const planned = (fields: Partial<PlannedOccurrence> = {}): PlannedOccurrence => ({
  ...{ routineId: 1, title: 'Round', departmentId: 1, assigneeId: null, priority: 'medium', tags: [], place: null },
  ...{ workMinutes: 20, opensAt: '2026-11-30T06:00:00.000Z', dueAt: '2026-11-30T08:00:00.000Z' },
  ...fields,
})
const shown = (filter: BoardFilter, ...occurrences: PlannedOccurrence[]) =>
  Object.fromEntries(
    Array.from(
      plannedByLane(occurrences, { dueFrom: '2026-11-30', dueTo: '2026-11-30', ...filter }, time),
      ([key, list]) => [key, list.map(({ routineId }) => routineId)],
    ),
  )

test('stand in the lane of their person, or of nobody', () => {
  const ofAna = planned({ routineId: 2, assigneeId: 'ana' })
  expect(shown({}, planned(), ofAna, planned({ routineId: 3 }))).toEqual({ unassigned: [1, 3], ana: [2] })
})

test('follow the filters as the tasks that they become, and no search', () => {
  const high = planned({ routineId: 2, priority: 'high', tags: ['pool'], place: 'Pool' })
  const narrowed: [BoardFilter, number[]][] = [
    [{ priority: 'high' }, [2]],
    [{ tags: ['pool'] }, [2]],
    [{ place: 'pool' }, [2]],
    [{ kind: 'routine' }, [1, 2]],
    [{ status: 'pending' }, [1, 2]],
    [{ kind: 'problem' }, []],
    [{ status: 'in_progress' }, []],
    [{ search: 'round' }, []],
    [{ dueFrom: '2026-12-01', dueTo: '2026-12-01' }, []],
  ]
  for (const [filter, ids] of narrowed) expect(shown(filter, planned(), high).unassigned ?? []).toEqual(ids)
})

test('count in the sums of their lane', () => {
  const lane: Lane = {
    ...{ person: null, onDutySince: null, onDutyUntil: null, due: 1, later: 2, total: 1, tasks: [] },
    ...{ dueMinutes: 30, dueUnestimated: 0 },
  }
  const sums = withPlanned(lane, [planned(), planned({ workMinutes: null })])
  expect(sums).toMatchObject({ due: 3, later: 2, total: 1, dueMinutes: 50, dueUnestimated: 1 })
  expect(withPlanned(lane, [])).toBe(lane)
})
