import { useCallback, useMemo } from 'react'
import { MAX_PLACE, type Outcome, outcomes, type TaskKind, taskKinds } from '../../shared/task-kinds.ts'
import {
  type DueFilter,
  dueFilters,
  type TaskSort,
  tagsIn,
  taskSorts,
  type View,
  views,
} from '../../shared/task-query.ts'
import { type Priority, priorities, type Status, statuses } from '../../shared/task-status.ts'
import { choiceIn, day, flag, personId, readAddress, rowId, words } from '../components/addresses/address-values.ts'
import { useAddress, useChangeAddress } from '../ui/address.ts'
import { useAddressDialog } from '../ui/address-dialog.ts'

export type { View }

/** The state of the board in the address, so that a link or the back button restores it. */
export interface TaskSearch {
  q?: string
  status?: Status
  priority?: Priority
  /** A person's id; `me` for the person who opens the link; `none` for nobody. */
  assignee?: string
  project?: number | 'none'
  /** Separated by commas: a task has all of them. */
  tags?: string
  due?: DueFilter
  dueFrom?: string
  dueTo?: string
  /** Days of the deployment's time zone, both included. The links of the analytics set them. */
  completedFrom?: string
  completedTo?: string
  createdFrom?: string
  createdTo?: string
  kind?: TaskKind
  place?: string
  /** A routine's id: its occurrences. */
  routine?: number
  /** The outcome of occurrences. Missed and skipped ones stand in no other list. */
  outcome?: Outcome
  /** The days on which occurrences opened. */
  occurredFrom?: string
  occurredTo?: string
  /** The task whose dialog is open. */
  task?: number
  /** The form of that task is open. */
  edit?: true
  /** That task is opened at its latest comments. */
  comments?: true
  /** The dialog for a new task is open. A status is preset in it. */
  new?: true | Status
  /** The list of deleted tasks is open. */
  deleted?: true
  view?: View
  /** The order of the table, and of the board's columns if they have it. */
  sort?: TaskSort
  order?: 'asc' | 'desc'
}

const MAX_TAGS = 20

/** The state of the board in the address. Unknown and invalid values are dropped. */
const readTaskSearch = readAddress<TaskSearch>({
  q: words,
  status: choiceIn(...statuses),
  priority: choiceIn(...priorities),
  assignee: (value) => choiceIn('me', 'none')(value) ?? personId(value),
  project: (value) => (value === 'none' ? value : rowId(value)),
  tags: (value) =>
    typeof value === 'string' || typeof value === 'number'
      ? tagsIn(String(value)).slice(0, MAX_TAGS).join() || undefined
      : undefined,
  due: choiceIn(...dueFilters),
  dueFrom: day,
  dueTo: day,
  completedFrom: day,
  completedTo: day,
  createdFrom: day,
  createdTo: day,
  kind: choiceIn(...taskKinds),
  place: (value) => words(value)?.slice(0, MAX_PLACE),
  routine: rowId,
  outcome: choiceIn(...outcomes),
  occurredFrom: day,
  occurredTo: day,
  task: rowId,
  edit: flag,
  comments: flag,
  new: (value) => flag(value) ?? choiceIn(...statuses)(value),
  deleted: flag,
  view: choiceIn(...views),
  sort: choiceIn(...taskSorts),
  order: choiceIn('asc', 'desc'),
})

/** The filters besides the search, as people count them: two ends of a span are one. */
const filters = [
  ...[['status'], ['priority'], ['assignee'], ['project'], ['tags'], ['due', 'dueFrom', 'dueTo']],
  ...[
    ['completedFrom', 'completedTo'],
    ['createdFrom', 'createdTo'],
    ['kind'],
    ['place'],
    ['routine'],
    ['outcome'],
    ['occurredFrom', 'occurredTo'],
  ],
] as (keyof TaskSearch)[][]

/** How many filters are set, besides the search. */
export const countFilters = (search: TaskSearch) =>
  filters.filter((names) => names.some((name) => search[name] !== undefined)).length

/** Whether any filter is set. */
export const isFiltered = (search: TaskSearch) => search.q !== undefined || countFilters(search) > 0

/** Whether the filters ask for tasks that are done. Paper leaves these out otherwise. */
export const asksForDone = ({ status, completedFrom, completedTo, outcome }: TaskSearch) =>
  status === 'completed' || (completedFrom ?? completedTo ?? outcome) !== undefined

/** No filter at all, as a change of the address. */
export const clearedFilters = Object.fromEntries(['q', ...filters.flat()].map((name) => [name, undefined]))

/** The board's part of the address, and the way to change it. The board may stand on any route. */
export function useTaskSearch() {
  const search = useAddress(readTaskSearch)
  const change = useChangeAddress<TaskSearch>('push')
  return { search, change }
}

/** Removes all filters. */
export function useClearFilters() {
  const { change } = useTaskSearch()
  return useCallback(() => change(clearedFilters), [change])
}

const closed = { task: undefined, edit: undefined, comments: undefined, new: undefined, deleted: undefined }

/** Opens and closes the task dialogs, which have their state in the address. */
export function useTaskDialogs() {
  const { open, close } = useAddressDialog(closed)
  return useMemo(
    () => ({
      openTask: (task: number) => open({ task }),
      openEdit: (task: number) => open({ task, edit: true }),
      openNew: (status?: Status) => open({ new: status ?? true }),
      openDeleted: () => open({ deleted: true }),
      close,
    }),
    [open, close],
  )
}
