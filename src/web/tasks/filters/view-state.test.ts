import { expect, test } from 'vitest'
import { ViewState } from '../../../shared/saved-views.ts'
import type { TaskSearch } from '../../task/search-params.ts'
import { isSameView, searchOf, viewStateOf } from './view-state.ts'

/** A saved view is opened on another day than it was saved. */
const SAVED = '2026-11-28'
const LATER = '2026-12-31'
const stateOf = (search: TaskSearch, today = SAVED) =>
  viewStateOf(search, { view: 'table', boardSort: 'createdAt', today })
const openedLater = (search: TaskSearch) => {
  const { dueFrom, dueTo, completedFrom, completedTo } = searchOf(ViewState.parse(stateOf(search)), LATER)
  return { dueFrom, dueTo, completedFrom, completedTo }
}
const none = { dueFrom: undefined, dueTo: undefined, completedFrom: undefined, completedTo: undefined }

test.each<[string, TaskSearch, Partial<TaskSearch>]>([
  ['today', { dueFrom: SAVED, dueTo: SAVED }, { dueFrom: LATER, dueTo: LATER }],
  ['tomorrow', { dueFrom: '2026-11-29', dueTo: '2026-11-29' }, { dueFrom: '2027-01-01', dueTo: '2027-01-01' }],
  [
    'done yesterday',
    { completedFrom: '2026-11-27', completedTo: '2026-11-27' },
    { completedFrom: '2026-12-30', completedTo: '2026-12-30' },
  ],
  ['up to today', { dueTo: SAVED }, { dueTo: LATER }],
  ['from tomorrow on', { dueFrom: '2026-11-29' }, { dueFrom: '2027-01-01' }],
  ['another day', { dueFrom: '2026-12-24', dueTo: '2026-12-24' }, { dueFrom: '2026-12-24', dueTo: '2026-12-24' }],
  ['several days', { dueFrom: SAVED, dueTo: '2026-11-30' }, { dueFrom: SAVED, dueTo: '2026-11-30' }],
])('a view of %s', (_, saved, opened) => expect(openedLater(saved)).toEqual({ ...none, ...opened }))

test('words of the address stay words', () => {
  expect(searchOf(stateOf({ due: 'tomorrow' }), LATER)).toMatchObject({ due: 'tomorrow' })
})

test('a view that was saved with dates keeps them, and is known when it is shown', () => {
  const old: ViewState = { view: 'table', dueFrom: SAVED, dueTo: SAVED }
  expect(searchOf(old, LATER)).toMatchObject({ dueFrom: SAVED, dueTo: SAVED })
  expect(isSameView(old, stateOf({ dueFrom: SAVED, dueTo: SAVED }), SAVED)).toBe(true)
  expect(isSameView(old, stateOf({ dueFrom: LATER, dueTo: LATER }, LATER), LATER)).toBe(false)
})
