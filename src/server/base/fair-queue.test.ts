import { expect, onTestFinished, test, vi } from 'vitest'
import { HttpError } from './errors.ts'
import { fairQueue } from './fair-queue.ts'

/** A queue of tasks that end on demand, and the names of those that have started, in order. */
function taskQueue(limits: { concurrency?: number; concurrencyPerKey?: number }, maxQueued = 10) {
  const refusal = () => new HttpError(503, 'busy', { id: 'Busy' }, { retryAfter: 5 })
  const queue = fairQueue({ ...limits, waiting: { max: maxQueued, refusal } })
  const started: string[] = []
  const running: (() => void)[] = []
  /** Adds a task whose key is the first letter of its name. */
  const add = (name: string, signal?: AbortSignal) => {
    const [key = ''] = name
    const task = async () => {
      started.push(name)
      await new Promise<void>((end) => running.push(end))
    }
    return queue(key, task, { signal }).then(
      () => 'done',
      ({ message }) => message,
    )
  }
  const endOne = async () => {
    running.shift()?.()
    await new Promise(setImmediate)
  }
  /** Ends every task, also those that start meanwhile. */
  const endAll = async () => {
    while (running.length > 0) await endOne()
  }
  return { add, addAll: (names: string[]) => names.map((name) => add(name)), started, endOne, endAll }
}

test('tasks run up to the limit, and the keys that wait take turns', async () => {
  const { addAll, started, endAll } = taskQueue({ concurrency: 2 })
  const results = addAll(['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2', 'c1'])
  expect(started).toEqual(['a1', 'a2'])
  await endAll()
  expect(started).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4', 'a5'])
  expect(await Promise.all(results)).toEqual(Array(8).fill('done'))
})

test('a key that asks now and then waits for one task of the keys that ask without a pause', async () => {
  const { addAll, add, started, endOne } = taskQueue({ concurrency: 1 }, 100)
  const without = 'abcdefghijklmnopqrst'.split('').map((key) => `${key}1`)
  addAll([...without, ...without])
  for (let ended = 0; ended < 25; ended += 1) {
    await endOne()
    add(`${started.at(-1)?.[0]}2`)
  }
  const before = started.length
  add('x1')
  add('y1')
  for (let ended = 0; ended < 5; ended += 1) await endOne()
  const later = started.slice(before)
  expect(later.slice(0, 2)).toEqual(['x1', 'y1'])
})

test('a key that asks without a pause is overtaken for five seconds at most', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  onTestFinished(() => void vi.useRealTimers())
  const { add, addAll, started, endAll } = taskQueue({ concurrency: 1 })
  addAll(['a1', 'a2', 'b1'])
  vi.advanceTimersByTime(6_000)
  add('c1')
  await endAll()
  expect(started).toEqual(['a1', 'b1', 'a2', 'c1'])
})

test('the tasks of one ticket come as early as the first of them', async () => {
  const queue = fairQueue({ concurrency: 1 })
  const started: string[] = []
  const add = (name: string, ticket?: object) =>
    queue(name[0] ?? '', async () => void started.push(name), ticket ? { ticket } : {})
  const ticket = {}
  const call = add('x1', ticket).then(() => add('x2', ticket))
  await Promise.all([call, ...['a1', 'b1', 'a2', 'b2', 'a3', 'b3'].map((name) => add(name))])
  expect(started.slice(0, 4)).toEqual(['x1', 'a1', 'b1', 'x2'])
})

test('a place may be reserved for keys that ask now and then', async () => {
  const limits = { concurrency: 3, reservedForIdle: 1 }
  const queue = fairQueue(limits)
  const started: string[] = []
  const endless = (key: string) => void queue(key, () => new Promise<void>(() => started.push(key)))
  for (const key of ['a', 'a', 'a', 'b', 'c']) endless(key)
  expect(started).toEqual(['a', 'a', 'b'])
})

test('tasks of one key run up to their own limit', async () => {
  const { addAll, started, endOne } = taskQueue({ concurrency: 3, concurrencyPerKey: 2 })
  addAll(['a1', 'a2', 'a3', 'b1', 'b2', 'a4'])
  expect(started).toEqual(['a1', 'a2', 'b1'])
  await endOne()
  expect(started).toEqual(['a1', 'a2', 'b1', 'a3'])
  const perKey = taskQueue({ concurrencyPerKey: 1 })
  perKey.addAll(['a1', 'a2', 'b1', 'c1'])
  expect(perKey.started).toEqual(['a1', 'b1', 'c1'])
})

test('too many tasks of one key are refused at once, and give way to those of others', async () => {
  const { add, addAll, endAll } = taskQueue({ concurrency: 1 }, 3)
  const flood = addAll(['a1', 'a2', 'a3', 'a4'])
  expect(await add('a5')).toBe('Busy')
  const others = [add('b1')]
  expect(await flood[3]).toBe('Busy')
  expect(await add('b2')).toBe('Busy')
  others.push(add('c1'))
  expect(await flood[2]).toBe('Busy')
  // One task of each key waits now. No key has more than another.
  expect(await add('d1')).toBe('Busy')
  await endAll()
  expect(await Promise.all([...flood.slice(0, 2), ...others])).toEqual(Array(4).fill('done'))
})

test('a task whose waiting is aborted never starts', async () => {
  const { add, addAll, started, endAll } = taskQueue({ concurrency: 3 })
  const leaving = new AbortController()
  addAll(['a1', 'b1', 'c1'])
  const gone = add('d1', leaving.signal)
  const last = add('e1')
  leaving.abort(new Error('Gone'))
  expect(await gone).toBe('Gone')
  expect(await add('f1', leaving.signal)).toBe('Gone')
  await endAll()
  expect(await last).toBe('done')
  expect(started).toEqual(['a1', 'b1', 'c1', 'e1'])
})

test('a task that fails lets the next one start', async () => {
  const queue = fairQueue({ concurrency: 1 })
  const failing = queue('a', () => Promise.reject(new Error('wrong')))
  const next = queue('a', async () => 'done')
  await expect(failing).rejects.toThrow('wrong')
  expect(await next).toBe('done')
})

test('a task that has waited too long is refused, and the next one runs', async () => {
  const queue = fairQueue({ concurrency: 1, waiting: { max: 5, timeoutMs: 20, refusal: () => new Error('Busy') } })
  let end = () => {}
  const first = queue('a', () => new Promise<void>((resolve) => (end = resolve)))
  await expect(queue('b', async () => 'done')).rejects.toThrow('Busy')
  end()
  await first
  expect(await queue('b', async () => 'done')).toBe('done')
})

test('lanes may have limits of their own, and are served in turn', async () => {
  const refusal = () => new HttpError(503, 'busy', { id: 'Busy' })
  const queue = fairQueue({ concurrency: 1, laneCount: 2, waiting: [{ max: 1, refusal }, undefined] })
  const started: string[] = []
  const running: (() => void)[] = []
  const add = (name: string, lane: number) =>
    queue(name, () => new Promise<void>((end) => running.push(end) && started.push(name)), { lane }).then(
      () => 'done',
      ({ message }) => message,
    )
  const results = [add('first', 0), add('a', 0), add('b', 0), add('x', 1), add('y', 1), add('z', 1)]
  expect(await results[2]).toBe('Busy')
  for (let ended = 0; ended < 5; ended += 1) {
    running.shift()?.()
    await new Promise(setImmediate)
  }
  expect(await Promise.all(results)).toEqual(['done', 'done', 'Busy', 'done', 'done', 'done'])
  expect(started).toEqual(['first', 'a', 'x', 'y', 'z'])
})
