import { searchTextOf } from '../../src/server/core/write/search-text.ts'
import { comments } from '../../src/server/db/tables/comments.ts'
import type { PersonName } from './people.ts'
import type { TestApp } from './test-app.ts'

interface Fields {
  author?: PersonName
  text?: string
  mentions?: string[]
  createdAt?: string
  deletedAt?: string | null
}

/** Inserts a comment row directly, for states that no call produces. Tells nobody, and counts nothing. */
export function putComment(
  { fixtures, put }: TestApp,
  taskId: number,
  { author = 'gita', text = 'The lamp is on order', ...fields }: Fields = {},
) {
  const authorId = fixtures.people[author].id
  return put(author, comments, { taskId, authorId, text, searchText: searchTextOf(text), ...fields })
}
