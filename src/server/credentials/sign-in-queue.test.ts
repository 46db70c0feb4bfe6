import { expect, test } from 'vitest'
import { signInQueue } from './sign-in-queue.ts'

/** A queue of tasks that end on demand, and the addresses of those that have started, in order. */
function taskQueue(concurrency: number, maxQueued: number) {
  const queue = signInQueue(concurrency, maxQueued)
  const started: string[] = []
  const running: (() => void)[] = []
  const add = (address: string) => {
    // A capital letter stands for a known browser.
    const known = address === address.toUpperCase() ? address : null
    const done = queue({ known, address }, async () => {
      started.push(address)
      await new Promise<void>((end) => running.push(end))
    })
    return done.then(
      () => 'done',
      ({ status, retryAfter }) => ({ status, retryAfter }),
    )
  }
  /** Ends every task, also those that start meanwhile. */
  const endAll = async () => {
    for (let end = running.shift(); end; end = running.shift()) {
      end()
      await new Promise(setImmediate)
    }
  }
  return { add, started, endAll }
}

const BUSY = { status: 503, retryAfter: 5 }

test('tasks run up to the limit, and the addresses that wait take turns', async () => {
  const { add, started, endAll } = taskQueue(2, 10)
  const all = Promise.all([...['a', 'a', 'a', 'a', 'a'].map(add), ...['b', 'b', 'c'].map(add)])
  expect(started).toEqual(['a', 'a'])
  await endAll()
  expect(started).toEqual(['a', 'a', 'b', 'c', 'a', 'b', 'a', 'a'])
  expect(await all).toEqual(Array(8).fill('done'))
})

test('too many from one address are refused at once, and give way to others', async () => {
  const { add, endAll } = taskQueue(1, 3)
  const flood = ['a', 'a', 'a', 'a'].map(add)
  expect(await add('a')).toEqual(BUSY)
  const others = [add('b')]
  expect(await flood[3]).toEqual(BUSY)
  expect(await add('b')).toEqual(BUSY)
  others.push(add('c'))
  expect(await flood[2]).toEqual(BUSY)
  // One task of each address waits now. No address has more than another.
  expect(await add('d')).toEqual(BUSY)
  await endAll()
  expect(await Promise.all([...flood.slice(0, 2), ...others])).toEqual(Array(4).fill('done'))
})

test('known browsers wait in a lane of their own, and the two lanes take turns', async () => {
  const { add, started, endAll } = taskQueue(1, 3)
  const unknown = ['a', 'b', 'c', 'd'].map(add)
  expect(await add('e')).toEqual(BUSY)
  const known = ['X', 'X', 'Y'].map(add)
  await endAll()
  expect(started).toEqual(['a', 'X', 'b', 'Y', 'c', 'X', 'd'])
  expect(await Promise.all([...unknown, ...known])).toEqual(Array(7).fill('done'))
})

test('a task that fails lets the next one start', async () => {
  const queue = signInQueue(1, 1)
  const failing = queue({ known: null, address: 'a' }, () => Promise.reject(new Error('wrong')))
  const next = queue({ known: null, address: 'a' }, async () => 'done')
  await expect(failing).rejects.toThrow('wrong')
  expect(await next).toBe('done')
})
