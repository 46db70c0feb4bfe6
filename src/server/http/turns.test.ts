import { expect, test } from 'vitest'
import { turns } from './turns.ts'

/** Asks for a turn, and notes when it has come. */
function asker() {
  const turn = turns(3, 2)
  const came: string[] = []
  const ask = (name: string, signal = new AbortController().signal) => {
    const [key = ''] = name
    return turn(key, signal).then((end) => {
      came.push(name)
      return end
    })
  }
  const soon = () => new Promise((resolve) => setImmediate(resolve))
  return { ask, came, soon }
}

test('so many have a turn at once, so many of one key, and the others in order', async () => {
  const { ask, came, soon } = asker()
  const [first] = [ask('a1'), ask('a2'), ask('a3'), ask('b1'), ask('b2'), ask('a4')]
  await soon()
  expect(came).toEqual(['a1', 'a2', 'b1'])
  const end = await first
  end()
  await soon()
  expect(came).toEqual(['a1', 'a2', 'b1', 'a3'])
})

test('who gives up waiting takes no turn', async () => {
  const { ask, came, soon } = asker()
  const leaving = new AbortController()
  const [first] = [ask('a1'), ask('b1'), ask('c1')]
  const gone = ask('d1', leaving.signal)
  const last = ask('e1')
  leaving.abort(new Error('Gone'))
  await expect(gone).rejects.toThrow('Gone')
  await expect(ask('f1', leaving.signal)).rejects.toThrow('Gone')
  const end = await first
  end()
  await last
  await soon()
  expect(came).toEqual(['a1', 'b1', 'c1', 'e1'])
})
