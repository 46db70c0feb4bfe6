import type { LinkOptions } from '@tanstack/react-router'
import type { TaskSectionName } from '../../shared/today.ts'
import type { TaskSearch } from '../task/search-params.ts'

/** Where all tasks of a section are. */
export const linkTo = (section: TaskSectionName): LinkOptions => ({
  to: '/tasks',
  search: searches[section] as never,
})

const inOrder = { view: 'table', sort: 'dueDate', order: 'asc' } as const
const searches: Record<TaskSectionName, TaskSearch> = {
  now: { assignee: 'me', ...inOrder },
  received: { assignee: 'me', ...inOrder },
  problems: { kind: 'problem', assignee: 'none', view: 'table' },
  overdue: { assignee: 'me', status: 'overdue' },
  dueToday: { assignee: 'me', due: 'today', ...inOrder },
  open: { assignee: 'me', ...inOrder },
  unassigned: { assignee: 'none', ...inOrder },
}
