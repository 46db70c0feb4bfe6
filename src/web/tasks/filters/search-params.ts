import { useCallback, useMemo } from 'react'
import { type Outcome, outcomes, type TaskKind, taskKinds } from '../../../shared/task-kinds.ts'
import {
  type DueFilter,
  dueFilters,
  type TaskSort,
  tagsIn,
  taskSorts,
  type View,
  views,
} from '../../../shared/task-query.ts'
import { type Priority, priorities, type Status, statuses } from '../../../shared/task-status.ts'
import { useAddress, useChangeAddress } from '../../ui/address.ts'
import { useAddressDialog } from '../../ui/address-dialog.ts'

export type { View }

/** The state of the board in the address, so that a link or the back button restores it. */
export interface TaskSearch {
  q?: string
  status?: Status
  priority?: Priority
  /** A person's id; `me` for whoever opens the link; `none` for nobody. */
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
  /** A routine's id: its occurrences. */
  routine?: number
  /** What became of occurrences. Missed and skipped ones stand in no other list. */
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

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const MAX_SEARCH_LENGTH = 200
const MAX_TAGS = 20

const oneOf =
  <T extends string>(values: readonly T[]) =>
  (value: unknown) =>
    values.find((known) => known === value)

const id = (value: unknown) => {
  const number = Number(value)
  return Number.isInteger(number) && number > 0 && number < 2 ** 31 ? number : undefined
}

const flag = (value: unknown) => (value === true || value === 'true' ? true : undefined)

const DAY = /^(19[7-9]\d|2\d{3})-\d\d-\d\d$/
const day = (value: unknown) =>
  typeof value === 'string' && DAY.test(value) && new Date(`${value}T00:00:00Z`).toJSON()?.startsWith(value)
    ? value
    : undefined

/** Each reads one value of the address. It returns undefined for an invalid one. */
const readers: { [K in keyof Required<TaskSearch>]: (value: unknown) => TaskSearch[K] } = {
  q: (value) =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
      ? String(value).trim().slice(0, MAX_SEARCH_LENGTH) || undefined
      : undefined,
  status: oneOf(statuses),
  priority: oneOf(priorities),
  assignee: (value) =>
    typeof value === 'string' && (value === 'me' || value === 'none' || UUID.test(value))
      ? value.toLowerCase()
      : undefined,
  project: (value) => (value === 'none' ? value : id(value)),
  tags: (value) =>
    typeof value === 'string' || typeof value === 'number'
      ? tagsIn(String(value)).slice(0, MAX_TAGS).join() || undefined
      : undefined,
  due: oneOf(dueFilters),
  dueFrom: day,
  dueTo: day,
  completedFrom: day,
  completedTo: day,
  createdFrom: day,
  createdTo: day,
  kind: oneOf(taskKinds),
  routine: id,
  outcome: oneOf(outcomes),
  occurredFrom: day,
  occurredTo: day,
  task: id,
  edit: flag,
  comments: flag,
  new: (value) => (value === true || value === 'true' ? true : oneOf(statuses)(value)),
  deleted: flag,
  view: oneOf(views),
  sort: oneOf(taskSorts),
  order: oneOf(['asc', 'desc']),
}

/** The state of the board in the address. Unknown and invalid values are dropped. */
const validateTaskSearch = (search: Record<string, unknown>): TaskSearch =>
  Object.fromEntries(
    Object.entries(readers)
      .map(([name, read]) => [name, search[name] === undefined ? undefined : read(search[name])])
      .filter(([, value]) => value !== undefined),
  )

/** The filters besides the search, as people count them: two ends of a span are one. */
const filters = [
  ...[['status'], ['priority'], ['assignee'], ['project'], ['tags'], ['due', 'dueFrom', 'dueTo']],
  ...[
    ['completedFrom', 'completedTo'],
    ['createdFrom', 'createdTo'],
    ['kind'],
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

/** No filter at all, as a change of the address. */
export const cleared = Object.fromEntries(['q', ...filters.flat()].map((name) => [name, undefined]))

/** The board's part of the address, and the way to change it. The board may stand on any route. */
export function useTaskSearch() {
  const search = useAddress(validateTaskSearch)
  const change = useChangeAddress<TaskSearch>('push')
  return { search, change }
}

/** Removes all filters. */
export function useClearFilters() {
  const { change } = useTaskSearch()
  return useCallback(() => change(cleared), [change])
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
