import { expect, test } from 'vitest'
import type { Viewer } from '../../shared/auth.ts'
import type { Waiting } from '../api/waiting.ts'
import { begun, withWaiting } from './ahead.ts'

const viewer = { id: 'a', departmentId: 4, department: { id: 4, name: 'Housekeeping' } } as Viewer
const clock = (way: 'in' | 'out', at: string, refusal: string | null = null) =>
  ({ shows: { clock: way }, at, refusal }) as Waiting
const EIGHT = '2026-11-20T08:00:00.000Z'
const NOON = '2026-11-20T12:00:00.000Z'

test('clocking in and out that waits is shown at the times at which it was done', () => {
  const off = { active: null, today: [] }
  const inside = withWaiting(viewer, off, [clock('in', EIGHT)])
  expect(inside.active).toMatchObject({ startTime: EIGHT, endTime: null, startedOffline: true })
  expect(inside.today).toEqual([inside.active])
  const outside = withWaiting(viewer, off, [clock('in', EIGHT), clock('out', NOON)])
  expect(outside.active).toBeNull()
  expect(outside.today).toMatchObject([{ startTime: EIGHT, endTime: NOON, duration: 240, endedOffline: true }])
})

test('what was refused, what the server knows and what nobody knows changes nothing', () => {
  const on = { active: begun(viewer, EIGHT), today: [begun(viewer, EIGHT)] }
  expect(withWaiting(viewer, on, [clock('in', NOON)])).toEqual(on)
  expect(withWaiting(viewer, on, [clock('out', NOON, 'You are not clocked in')])).toEqual(on)
  const unknown = { active: undefined, today: undefined }
  expect(withWaiting(viewer, unknown, [clock('in', NOON)])).toEqual(unknown)
})
