import { setImmediate as nextTurn } from 'node:timers/promises'

/** Milliseconds of work after which requests have their turn. */
const LONGEST_TURN = 5

/** Joins the texts of many items. Requests are served meanwhile. */
export async function joinedInTurns<Item>(items: readonly Item[], textOf: (item: Item) => string): Promise<string> {
  const texts: string[] = []
  let began = performance.now()
  for (const item of items) {
    texts.push(textOf(item))
    if (performance.now() - began < LONGEST_TURN) continue
    await nextTurn()
    began = performance.now()
  }
  return texts.join('')
}
