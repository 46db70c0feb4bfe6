import { type RelativeDay, relativeDays, type ViewState } from '../../../shared/saved-views.ts'
import { type BoardSort, boardOrders, tagsIn, type View } from '../../../shared/task-query.ts'
import { daysLater } from '../../../shared/time/time.ts'
import { clearedFilters, type TaskSearch } from '../../task/search-params.ts'

/**
 * The address as a saved view. The address has exact days, so that a link means the same whenever it is opened. A saved
 * view is opened on other days than it was saved: a single day that is yesterday, today or tomorrow is stored as this
 * word.
 */
export function viewStateOf(
  search: TaskSearch,
  { view, boardSort, today }: { view: View; boardSort: BoardSort; today: string },
): ViewState {
  const { q, tags, assignee, status, priority, project, due } = search
  const { kind, place, routine, outcome } = search
  const { sort, order } = view === 'kanban' ? { sort: boardSort, order: boardOrders[boardSort] } : search
  const state = {
    ...{ view, search: q, status, priority, assignee, project, tags: tags && tagsIn(tags), due },
    ...{ sort, order, kind, place, routine, outcome },
    ...Object.fromEntries(spans.flatMap((span) => spanInWords(search, span, today))),
  }
  return Object.fromEntries(Object.entries(state).filter(([, value]) => value !== undefined)) as ViewState
}

/** The change of the address that shows a saved view. */
export function searchOf(state: ViewState, today: string): { [K in keyof TaskSearch]?: TaskSearch[K] | undefined } {
  const { search, tags, ...rest } = inDates(state, today)
  return { ...clearedFilters, sort: undefined, order: undefined, ...rest, q: search, tags: tags?.join() }
}

/** Whether two states show the same on this day. */
export const isSameView = (a: ViewState, b: ViewState, today: string) =>
  textOf(inDates(a, today)) === textOf(inDates(b, today))
const textOf = (state: object) => JSON.stringify(Object.entries(state).sort(([a], [b]) => (a < b ? -1 : 1)))

const spans = [
  ['dueFrom', 'dueTo'],
  ['completedFrom', 'completedTo'],
  ['createdFrom', 'createdTo'],
  ['occurredFrom', 'occurredTo'],
] as const
type Span = (typeof spans)[number]

const dateOfWord = (word: RelativeDay, today: string) => daysLater(today, relativeDays.indexOf(word) - 1)

/** Both ends of a span, as a word if they are one day near today. Of several days somebody has chosen just these. */
function spanInWords(search: TaskSearch, [first, last]: Span, today: string) {
  const [from, to] = [search[first], search[last]]
  const word = (from ?? to) === (to ?? from) && relativeDays.find((each) => dateOfWord(each, today) === (from ?? to))
  return [
    [first, from && (word || from)],
    [last, to && (word || to)],
  ]
}

/** The state with dates in place of words. */
const inDates = (state: ViewState, today: string) =>
  Object.fromEntries(
    Object.entries(state).map(([name, value]) => {
      const word = spans.some((span) => span.some((end) => end === name)) && relativeDays.find((each) => each === value)
      return [name, word ? dateOfWord(word, today) : value]
    }),
  ) as Omit<ViewState, Span[number]> & { [End in Span[number]]?: string }
