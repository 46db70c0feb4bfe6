import { describe, expect, test } from 'vitest'
import { COMMENT_PAGE, type Comment, type CommentPage } from '../../shared/comments.ts'
import { changeComments } from './comment-changes.ts'
import { READ_AGAIN } from './task-changes.ts'

const TASK = 7
const author = { id: 'ada', firstName: 'Ada', lastName: 'King', profileImageUrl: null }
const comment = (id: number, fields: Partial<Comment> = {}): Comment => ({
  ...{ id, taskId: TASK, author, text: `Comment ${id}`, photos: [], mentions: [] },
  ...{ createdAt: '2026-11-20T08:00:00.000Z', editedAt: null, deletedAt: null, ...fields },
})
const pageOf = (ids: number[], next: number | null = null): CommentPage => ({
  comments: ids.map((id) => comment(id)),
  next,
})
const change = (page: CommentPage, row: Comment | null, id = row?.id ?? 0, after?: number) => {
  const filterValues = { taskId: row?.taskId ?? TASK }
  const message = { resource: 'comments' as const, id, row, before: filterValues, after: filterValues }
  return changeComments(page, message, after === undefined ? {} : { after }, { param: TASK })
}
const idsOf = (page: ReturnType<typeof change>) =>
  page === READ_AGAIN ? 'read again' : page.comments.map(({ id }) => id)

describe('a page of comments', () => {
  test('takes up a new comment at its end', () => {
    expect(idsOf(change(pageOf([1, 2]), comment(5)))).toEqual([1, 2, 5])
    expect(idsOf(change(pageOf([]), comment(5)))).toEqual([5])
  })

  test('shows an edited comment, and a deleted one at its place', () => {
    const edited = comment(1, { text: 'Other words', editedAt: '2026-11-20T09:00:00.000Z' })
    expect(change(pageOf([1, 2]), edited)).toEqual({ comments: [edited, comment(2)], next: null })
    const deleted = comment(1, { text: '', deletedAt: '2026-11-20T09:00:00.000Z' })
    expect(change(pageOf([1, 2]), deleted)).toEqual({ comments: [deleted, comment(2)], next: null })
  })

  test('stays as it is when the comment belongs to another task or page', () => {
    const page = pageOf([3, 4], 4)
    expect(change(page, comment(5, { taskId: 8 }))).toBe(page)
    expect(change(page, comment(5))).toBe(page)
    expect(change(page, comment(2), 2, 2)).toBe(page)
    expect(change(page, null, 9)).toBe(page)
  })

  test('that is full ends where the next one begins', () => {
    const full = pageOf(Array.from({ length: COMMENT_PAGE }, (_, at) => at + 1))
    const changed = change(full, comment(COMMENT_PAGE + 1))
    expect(changed).toEqual({ comments: full.comments, next: COMMENT_PAGE })
  })

  test('is read again when one of its comments is out of sight, or many have changed', () => {
    expect(change(pageOf([1, 2]), null, 2)).toBe(READ_AGAIN)
    const many = { resource: 'comments' as const, id: null, row: null }
    expect(changeComments(pageOf([1]), many, {}, { param: TASK })).toBe(READ_AGAIN)
  })

  test('that is the last one grows at its end, and not before its beginning', () => {
    const last = (page: CommentPage, row: Comment) =>
      idsOf(changeComments(page, { resource: 'comments', id: row.id, row }, { last: 'true' }, { param: TASK }))
    expect(last(pageOf([3, 4], 3), comment(5))).toEqual([3, 4, 5])
    expect(last(pageOf([3, 5], 3), comment(4))).toEqual([3, 4, 5])
    expect(last(pageOf([3, 4], 3), comment(2))).toEqual([3, 4])
    expect(last(pageOf([3, 4]), comment(2))).toEqual([2, 3, 4])
  })
})
