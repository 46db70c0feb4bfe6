import type { ViewState } from '../../../shared/saved-views.ts'
import { type BoardSort, boardOrders, tagsIn, type View } from '../../../shared/task-query.ts'
import { cleared, type TaskSearch } from './search-params.ts'

/** What a saved view would hold of the address. */
export function viewStateOf(search: TaskSearch, view: View, boardSort: BoardSort): ViewState {
  const { q, tags, assignee, status, priority, project, due, dueFrom, dueTo } = search
  const { completedFrom, completedTo, createdFrom, createdTo } = search
  const { kind, routine, outcome, occurredFrom, occurredTo } = search
  const { sort, order } = view === 'kanban' ? { sort: boardSort, order: boardOrders[boardSort] } : search
  const state = {
    ...{ view, search: q, status, priority, assignee, project, tags: tags && tagsIn(tags), due, dueFrom, dueTo },
    ...{ completedFrom, completedTo, createdFrom, createdTo, sort, order },
    ...{ kind, routine, outcome, occurredFrom, occurredTo },
  }
  return Object.fromEntries(Object.entries(state).filter(([, value]) => value !== undefined)) as ViewState
}

/** The change of the address that shows a saved view. */
export function searchOf({ search, tags, ...state }: ViewState): {
  [K in keyof TaskSearch]?: TaskSearch[K] | undefined
} {
  return { ...cleared, sort: undefined, order: undefined, ...state, q: search, tags: tags?.join() }
}

/** Whether two states show the same. */
export const isSameView = (a: ViewState, b: ViewState) => textOf(a) === textOf(b)
const textOf = (state: ViewState) => JSON.stringify(Object.entries(state).sort(([a], [b]) => (a < b ? -1 : 1)))
