import { useCallback } from 'react'
import { type BoardSort, boardOrders, boardSorts } from '../../../shared/task-query.ts'
import { createRememberedStore } from '../../store.ts'
import { useTaskSearch } from '../../task/search-params.ts'

const sortIn = (text: string | null | undefined) => boardSorts.find((sort) => sort === text)

/** The order of the columns that was last chosen in this browser. */
const rememberedSort = createRememberedStore<BoardSort>(
  'muster.board-sort',
  (text) => sortIn(text) ?? 'createdAt',
  (sort) => sort,
)

/** The order of the board's columns: the one in the address, else the one last chosen in this browser. */
export function useBoardSort() {
  const { search, change } = useTaskSearch()
  const remembered = rememberedSort.use()
  const sort = sortIn(search.sort) ?? remembered
  const choose = useCallback(
    async (next: BoardSort) => {
      // The current entry keeps its order, so that the back button leads to it and not to the remembered one.
      await change({ sort, order: boardOrders[sort] }, 'replace')
      rememberedSort.set(next)
      await change({ sort: next, order: boardOrders[next] })
    },
    [change, sort],
  )
  return { sort, choose }
}
