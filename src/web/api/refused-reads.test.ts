import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { CallError } from './call-endpoint.ts'
import { markStale, queryClient } from './queries.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  queryClient.clear()
  vi.useRealTimers()
})

const refusal = (status: number, retryAfter: string | null = null) =>
  new CallError({ status, statusText: '', text: '', retryAfter })

/** A read on the screen that has its first reply. Push an error to `next` to make the next read fail with it. */
async function shown() {
  const reads: number[] = []
  const next: Error[] = []
  const observer = new QueryObserver(queryClient, {
    queryKey: ['tasks', Math.random()],
    queryFn: async () => {
      reads.push(Date.now())
      const fault = next.shift()
      if (fault) throw fault
      return reads.length
    },
    meta: { reads: ['tasks'] },
  })
  const hide = observer.subscribe(() => {})
  await vi.advanceTimersByTimeAsync(0)
  expect(observer.getCurrentResult().data).toBe(1)
  const gaps = () => reads.slice(1).map((at, index) => at - (reads[index] ?? 0))
  return { reads, next, observer, hide, gaps }
}

test('a refused read waits as long as the server asks, longer each time, and keeps the data; it fails only after several refusals', async () => {
  const { reads, next, observer, gaps } = await shown()
  next.push(...Array.from({ length: 5 }, () => refusal(503, '2')))
  void markStale(['tasks'])
  await vi.advanceTimersByTimeAsync(1_900)
  expect(reads).toHaveLength(2)
  expect(observer.getCurrentResult()).toMatchObject({ data: 1, error: null, status: 'success' })
  await vi.advanceTimersByTimeAsync(30_000)
  expect(observer.getCurrentResult()).toMatchObject({ data: 1, status: 'error' })
  await vi.advanceTimersByTimeAsync(100_000)
  expect(observer.getCurrentResult()).toMatchObject({ data: 7, error: null, status: 'success' })
  for (const [at, gap] of gaps().slice(1).entries()) {
    expect(gap).toBeGreaterThanOrEqual(2_000 * 2 ** at)
    expect(gap).toBeLessThanOrEqual(3_000 * 2 ** at)
  }
  await vi.advanceTimersByTimeAsync(200_000)
  expect(reads).toHaveLength(7)
})

test('other changes do not read it earlier, and a refusal without a time is repeated too', async () => {
  const { reads, next } = await shown()
  next.push(refusal(502))
  for (let changes = 0; changes < 10; changes += 1) {
    void markStale(['tasks'])
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(reads).toHaveLength(2)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(reads).toHaveLength(3)
})

test('a read that no page shows is not repeated until it is shown again', async () => {
  const { reads, next, observer, hide } = await shown()
  next.push(refusal(429, '1'))
  void markStale(['tasks'])
  await vi.advanceTimersByTimeAsync(100)
  hide()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(reads).toHaveLength(2)
  observer.subscribe(() => {})
  await vi.advanceTimersByTimeAsync(0)
  expect(reads).toHaveLength(3)
})

test('a refused first read fails and is not repeated, nor is one with a permanent error', async () => {
  let reads = 0
  const observer = new QueryObserver(queryClient, {
    queryKey: ['first'],
    queryFn: async () => {
      reads += 1
      throw refusal(503, '1')
    },
  })
  observer.subscribe(() => {})
  await vi.advanceTimersByTimeAsync(60_000)
  expect([reads, observer.getCurrentResult().status]).toEqual([1, 'error'])
  const later = await shown()
  later.next.push(refusal(404))
  void markStale(['tasks'])
  await vi.advanceTimersByTimeAsync(60_000)
  expect([later.reads.length, later.observer.getCurrentResult().status]).toEqual([2, 'error'])
})
