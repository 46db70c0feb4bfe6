import { expect, test } from 'vitest'
import type { Briefing } from '../../shared/briefing.ts'
import { changeBriefing } from './briefing-changes.ts'
import type { ReplyContext } from './row-changes.ts'
import { READ_AGAIN, type TaskChange } from './task-changes.ts'

const briefing = {
  since: '2026-11-20T15:24:00.000Z',
  isSameShift: false,
  isFirstShift: false,
  sections: [
    {
      kind: 'handed_over',
      items: [
        { id: 1, task: { id: 7 } },
        { id: 2, task: null },
      ],
      more: 0,
    },
    { kind: 'overdue', items: [{ id: 8 }], more: 0 },
    { kind: 'procedures', items: [{ id: 9 }], more: 0 },
  ],
  notes: [],
  heldIds: [],
} as never as Briefing
const filterValues = (assigneeId: string | null) => ({ assigneeId }) as TaskChange['before']
const changed = (id: number | null, before?: TaskChange['before'], after?: TaskChange['after']) =>
  changeBriefing(briefing, { id, before, after, resource: 'tasks', row: null } as TaskChange, {}, {
    ...{ viewerId: 'me' },
  } as ReplyContext)

test('the briefing is read again for what concerns its person or is shown', () => {
  expect(changed(20, filterValues('me'), filterValues('bob'))).toBe(READ_AGAIN)
  expect(changed(20, filterValues('bob'), filterValues('me'))).toBe(READ_AGAIN)
  expect(changed(20, undefined, filterValues(null))).toBe(READ_AGAIN)
  expect(changed(7, filterValues('bob'), filterValues('bob'))).toBe(READ_AGAIN)
  expect(changed(8, filterValues('bob'), filterValues('bob'))).toBe(READ_AGAIN)
  expect(changed(null)).toBe(READ_AGAIN)
})

test('it stays as it is for the work of others', () => {
  expect(changed(20, filterValues('bob'), filterValues('ana'))).toBe(briefing)
  // The id belongs to a procedure.
  expect(changed(9, filterValues('bob'), filterValues('bob'))).toBe(briefing)
})
