import type { Found } from '../../../shared/search.ts'
import { matchRanks, nameMatcher } from '../../../shared/words/name-match.ts'
import type { Context } from '../../core/context.ts'
import { listHandovers } from './list.ts'

/** The newest handovers of the log book that match a search, with the words by which they do. */
export async function findHandovers(ctx: Context, search: string, limit: number): Promise<Found['handovers']> {
  const { handovers } = await listHandovers(ctx, { params: {}, query: { search }, body: undefined })
  const match = nameMatcher(search)
  return handovers.slice(0, limit).map(({ id, createdAt, department, note, items }) => {
    const texts = [...items.flatMap(({ task, text, next, ifThen }) => [task?.title, text, next, ifThen]), note]
    const said = texts.filter((text) => text != null && text !== '') as string[]
    return { id, createdAt, department, text: said.find((text) => match(text) !== matchRanks.none) ?? said[0] ?? '' }
  })
}
