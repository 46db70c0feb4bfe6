import { expect, test } from 'vitest'
import { joinedInTurns } from './joined-in-turns.ts'

test('others have their turns while the texts of many items are made', async () => {
  let others = 0
  let isOver = false
  const other = () => {
    others += 1
    if (!isOver) setImmediate(other)
  }
  setImmediate(other)
  const busy = (item: number) => {
    const end = performance.now() + 2
    while (performance.now() < end);
    return `${item},`
  }
  const items = Array.from({ length: 100 }, (_, item) => item)
  expect(await joinedInTurns(items, busy)).toBe(`${items.join()},`)
  isOver = true
  expect(others).toBeGreaterThan(10)
})
