import { afterEach, expect, test, vi } from 'vitest'
import type { ChangeWithRow } from '../../shared/changes.ts'
import { noteOwnChange, onOwnChange, ownChangesCome, setConnected, untilCome } from './own-changes.ts'

afterEach(() => {
  setConnected(false)
  vi.useRealTimers()
})

const changeAt = (position: number): ChangeWithRow => ({ resource: 'tasks', id: 7, position, own: true })

test('an own change is waited for, and may be here before its write is answered', async () => {
  setConnected(true)
  const coming = untilCome(11)
  const heard: unknown[] = []
  onOwnChange(({ position }) => heard.push(position))
  noteOwnChange(changeAt(10))
  noteOwnChange(changeAt(11))
  expect(await coming).toBe(true)
  expect(await untilCome(10)).toBe(true)
  expect(heard).toEqual([10, 11])
})

test('nothing is waited for without a live connection, nor after it has gone', async () => {
  expect(await untilCome(20)).toBe(false)
  setConnected(true)
  const coming = untilCome(21)
  setConnected(false)
  expect(await coming).toBe(false)
})

test('what does not come within three seconds is read again', async () => {
  vi.useFakeTimers()
  setConnected(true)
  const coming = untilCome(30)
  const all = ownChangesCome()
  vi.advanceTimersByTime(3_000)
  expect(await coming).toBe(false)
  expect(await all).toEqual([false])
})
