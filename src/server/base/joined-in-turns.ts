import { setImmediate as nextTurn } from 'node:timers/promises'

/** Milliseconds of work after which requests have their turn. */
const LONGEST_TURN = 5

/** Does something with each of many items. Requests are served meanwhile. */
export async function eachInTurns<Item>(items: readonly Item[], work: (item: Item) => void): Promise<void> {
  let began = performance.now()
  for (const item of items) {
    work(item)
    if (performance.now() - began < LONGEST_TURN) continue
    await nextTurn()
    began = performance.now()
  }
}

/** Joins the texts of many items. Requests are served meanwhile. */
export async function joinedInTurns<Item>(items: readonly Item[], textOf: (item: Item) => string): Promise<string> {
  const texts: string[] = []
  await eachInTurns(items, (item) => texts.push(textOf(item)))
  return texts.join('')
}
