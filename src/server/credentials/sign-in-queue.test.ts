import { expect, test } from 'vitest'
import { signInQueue } from './sign-in-queue.ts'

/** Work that ends when it is told to, and the order in which it began. */
function desk(atOnce: number, maxQueued: number) {
  const queue = signInQueue(atOnce, maxQueued)
  const begun: string[] = []
  const ends: (() => void)[] = []
  const come = (address: string) => {
    // In capitals are those who are known.
    const known = address === address.toUpperCase() ? address : null
    const done = queue({ known, address }, async () => {
      begun.push(address)
      await new Promise<void>((end) => ends.push(end))
    })
    return done.then(
      () => 'done',
      ({ status, retryAfter }) => ({ status, retryAfter }),
    )
  }
  /** Ends all work, whatever begins with it. */
  const endAll = async () => {
    for (let end = ends.shift(); end; end = ends.shift()) {
      end()
      await new Promise(setImmediate)
    }
  }
  return { come, begun, endAll }
}

const BUSY = { status: 503, retryAfter: 5 }

test('so many work at once; the addresses of those who wait take turns', async () => {
  const { come, begun, endAll } = desk(2, 10)
  const all = Promise.all([...['a', 'a', 'a', 'a', 'a'].map(come), ...['b', 'b', 'c'].map(come)])
  expect(begun).toEqual(['a', 'a'])
  await endAll()
  expect(begun).toEqual(['a', 'a', 'a', 'b', 'c', 'a', 'b', 'a'])
  expect(await all).toEqual(Array(8).fill('done'))
})

test('too many from one address are refused at once, and give way to others', async () => {
  const { come, endAll } = desk(1, 3)
  const flood = ['a', 'a', 'a', 'a'].map(come)
  expect(await come('a')).toEqual(BUSY)
  const others = [come('b')]
  expect(await flood[3]).toEqual(BUSY)
  expect(await come('b')).toEqual(BUSY)
  others.push(come('c'))
  expect(await flood[2]).toEqual(BUSY)
  // One of each waits now: nobody has more than the other.
  expect(await come('d')).toEqual(BUSY)
  await endAll()
  expect(await Promise.all([...flood.slice(0, 2), ...others])).toEqual(Array(4).fill('done'))
})

test('who is known waits in a lane of their own, however many strangers wait, and holds them up no more than by half', async () => {
  const { come, begun, endAll } = desk(1, 3)
  const strangers = ['a', 'b', 'c', 'd'].map(come)
  expect(await come('e')).toEqual(BUSY)
  const known = ['X', 'X', 'Y'].map(come)
  await endAll()
  expect(begun).toEqual(['a', 'X', 'b', 'Y', 'c', 'X', 'd'])
  expect(await Promise.all([...strangers, ...known])).toEqual(Array(7).fill('done'))
})

test('work that fails passes its turn on', async () => {
  const queue = signInQueue(1, 1)
  const failing = queue({ known: null, address: 'a' }, () => Promise.reject(new Error('wrong')))
  const next = queue({ known: null, address: 'a' }, async () => 'done')
  await expect(failing).rejects.toThrow('wrong')
  expect(await next).toBe('done')
})
