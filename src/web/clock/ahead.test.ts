import { expect, test } from 'vitest'
import type { Viewer } from '../../shared/auth.ts'
import type { QueuedWrite } from '../offline/queued-writes.ts'
import { startedSession, withQueued, withToday } from './ahead.ts'

const viewer = { id: 'a', departmentId: 4, department: { id: 4, name: 'Housekeeping' } } as Viewer
const clock = (direction: 'in' | 'out', at: string, refusal: string | null = null) =>
  ({ shows: { clock: direction }, at, refusal }) as QueuedWrite
const EIGHT = '2026-11-20T08:00:00.000Z'
const NOON = '2026-11-20T12:00:00.000Z'

test('queued clocking in and out is shown at the times at which it was done', () => {
  const off = { active: null, today: [] }
  const inside = withQueued(viewer, off, [clock('in', EIGHT)])
  expect(inside.active).toMatchObject({ startTime: EIGHT, endTime: null, startedOffline: true })
  expect(inside.today).toEqual([inside.active])
  const outside = withQueued(viewer, off, [clock('in', EIGHT), clock('out', NOON)])
  expect(outside.active).toBeNull()
  expect(outside.today).toMatchObject([{ startTime: EIGHT, endTime: NOON, duration: 240, endedOffline: true }])
})

test('a refused entry, an entry that the server already has, and unknown hours change nothing', () => {
  const on = { active: startedSession(viewer, EIGHT), today: [startedSession(viewer, EIGHT)] }
  expect(withQueued(viewer, on, [clock('in', NOON)])).toEqual(on)
  expect(withQueued(viewer, on, [clock('out', NOON, 'You are not clocked in')])).toEqual(on)
  const unknown = { active: undefined, today: undefined }
  expect(withQueued(viewer, unknown, [clock('in', NOON)])).toEqual(unknown)
})

test('a week shows queued sessions as today does, and the server’s version where that is newer', () => {
  const running = { ...startedSession(viewer, EIGHT), id: 7 }
  const older = { ...running, id: 6, endTime: EIGHT }
  expect(withToday([older], undefined)).toEqual([older])
  expect(withToday([older], [startedSession(viewer, NOON)])).toEqual([startedSession(viewer, NOON), older])
  const stopped = { ...running, endTime: NOON }
  expect(withToday([running, older], [stopped])).toEqual([stopped, older])
  // The server has answered, and one of the two lists has been read since.
  expect(withToday([running, older], [startedSession(viewer, EIGHT)])).toEqual([running, older])
  const corrected = { ...stopped, updatedAt: NOON }
  expect(withToday([corrected], [stopped])).toEqual([corrected])
})
