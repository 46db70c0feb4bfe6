import { expect, test } from 'vitest'
import { HttpError } from './errors.ts'
import { fairQueue } from './fair-queue.ts'

/** Work that ends when it is told to, and the order in which it began. */
function desk(limits: { atOnce?: number; ofOneKey?: number }, maxQueued = 10) {
  const refusal = () => new HttpError(503, 'busy', 'Busy', { retryAfter: 5 })
  const queue = fairQueue({ ...limits, waiting: { most: maxQueued, refusal } })
  const begun: string[] = []
  const ends: (() => void)[] = []
  const come = (name: string, signal?: AbortSignal) => {
    const [key = ''] = name
    const work = async () => {
      begun.push(name)
      await new Promise<void>((end) => ends.push(end))
    }
    return queue(key, work, signal).then(
      () => 'done',
      ({ message }) => message,
    )
  }
  const endOne = async () => {
    ends.shift()?.()
    await new Promise(setImmediate)
  }
  /** Ends all work, whatever begins with it. */
  const endAll = async () => {
    while (ends.length > 0) await endOne()
  }
  return { come, begun, endOne, endAll }
}

const all = (names: string[], come: (name: string) => Promise<string>) => names.map((name) => come(name))

test('so much is done at once; the keys that wait take turns', async () => {
  const { come, begun, endAll } = desk({ atOnce: 2 })
  const came = all(['a1', 'a2', 'a3', 'a4', 'a5', 'b1', 'b2', 'c1'], come)
  expect(begun).toEqual(['a1', 'a2'])
  await endAll()
  expect(begun).toEqual(['a1', 'a2', 'a3', 'b1', 'c1', 'a4', 'b2', 'a5'])
  expect(await Promise.all(came)).toEqual(Array(8).fill('done'))
})

test('so much of one key is done at once, however much could be', async () => {
  const { come, begun, endOne } = desk({ atOnce: 3, ofOneKey: 2 })
  all(['a1', 'a2', 'a3', 'b1', 'b2', 'a4'], come)
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  await endOne()
  expect(begun).toEqual(['a1', 'a2', 'b1', 'a3'])
  const free = desk({ ofOneKey: 1 })
  all(['a1', 'a2', 'b1', 'c1'], free.come)
  expect(free.begun).toEqual(['a1', 'b1', 'c1'])
})

test('too many of one key are refused at once, and give way to others', async () => {
  const { come, endAll } = desk({ atOnce: 1 }, 3)
  const flood = all(['a1', 'a2', 'a3', 'a4'], come)
  expect(await come('a5')).toBe('Busy')
  const others = [come('b1')]
  expect(await flood[3]).toBe('Busy')
  expect(await come('b2')).toBe('Busy')
  others.push(come('c1'))
  expect(await flood[2]).toBe('Busy')
  // One of each waits now: nobody has more than the other.
  expect(await come('d1')).toBe('Busy')
  await endAll()
  expect(await Promise.all([...flood.slice(0, 2), ...others])).toEqual(Array(4).fill('done'))
})

test('whoever gives up waiting takes no turn', async () => {
  const { come, begun, endAll } = desk({ atOnce: 3 })
  const leaving = new AbortController()
  all(['a1', 'b1', 'c1'], come)
  const gone = come('d1', leaving.signal)
  const last = come('e1')
  leaving.abort(new Error('Gone'))
  expect(await gone).toBe('Gone')
  expect(await come('f1', leaving.signal)).toBe('Gone')
  await endAll()
  expect(await last).toBe('done')
  expect(begun).toEqual(['a1', 'b1', 'c1', 'e1'])
})

test('work that fails passes its turn on', async () => {
  const queue = fairQueue({ atOnce: 1 })
  const failing = queue('a', () => Promise.reject(new Error('wrong')))
  const next = queue('a', async () => 'done')
  await expect(failing).rejects.toThrow('wrong')
  expect(await next).toBe('done')
})

test('whoever has waited too long is refused, and the next has its turn', async () => {
  const queue = fairQueue({ atOnce: 1, waiting: { most: 5, longest: 20, refusal: () => new Error('Busy') } })
  let end = () => {}
  const first = queue('a', () => new Promise<void>((resolve) => (end = resolve)))
  await expect(queue('b', async () => 'done')).rejects.toThrow('Busy')
  end()
  await first
  expect(await queue('b', async () => 'done')).toBe('done')
})
