import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ofTask, takesPress } from './steady-press.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.runAllTimers()
  vi.useRealTimers()
})
const tap = (task: number, timeStamp: number, detail = 1) => takesPress(ofTask(task), { detail, timeStamp })

test('a second tap on the same task is ignored for a second, by finger and by key', () => {
  expect(tap(1, 0)).toBe(true)
  vi.advanceTimersByTime(500)
  expect([tap(1, 500), tap(1, 500, 0)]).toEqual([false, false])
  vi.advanceTimersByTime(500)
  expect(tap(1, 1000)).toBe(true)
})

test('so is a tap on the task that has moved under the finger, but not one that somebody aims at', () => {
  expect([tap(1, 0), tap(2, 300)]).toEqual([true, false])
  expect([tap(2, 300, 0), tap(3, 700)]).toEqual([true, true])
})
