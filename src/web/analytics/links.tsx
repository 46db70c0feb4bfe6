import { Link, type LinkOptions } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Outcome } from '../../shared/task-kinds.ts'
import { useDepartmentFilter } from '../api/department-filter.ts'
import { cx } from '../ui/class-names.ts'

/** Links from a figure to the tasks that it counts: the table of tasks, with the same filters. */

export interface Days {
  from: string
  to: string
}

export const completedTasks = ({ from, to }: Days, assignee?: string): LinkOptions => ({
  to: '/tasks',
  search: {
    view: 'table',
    status: 'completed',
    completedFrom: from,
    completedTo: to,
    ...(assignee && { assignee }),
  },
})
export const createdTasks = ({ from, to }: Days): LinkOptions => ({
  to: '/tasks',
  search: { view: 'table', createdFrom: from, createdTo: to },
})
export const overdueTasks: LinkOptions = {
  to: '/tasks',
  search: { view: 'table', status: 'overdue', sort: 'dueDate', order: 'asc' },
}
export const overdueTask = (task: number): LinkOptions => ({ to: '/tasks', search: { ...overdueTasks.search, task } })
/** The occurrences of all routines, or of one, that opened on these days and had this outcome. */
export const occurrencesOf = ({ from, to }: Days, outcome: Outcome, routine?: number): LinkOptions => ({
  to: '/tasks',
  search: {
    view: 'table',
    outcome,
    occurredFrom: from,
    occurredTo: to,
    ...(routine !== undefined && { routine }),
  },
})
export const routinesScreen: LinkOptions = { to: '/routines' }
export const routineOf = (routine: number): LinkOptions => ({ to: '/routines', search: { routine } })
/** The history of a place, by the code of its sign. */
export const placeOf = (code: string): LinkOptions => ({ to: '/p/$code', params: { code } })
/** The handovers of these days. */
export const handoversOf = ({ from, to }: Days): LinkOptions => ({
  to: '/handovers',
  search: from === to ? { day: from } : { from, to },
})
/** The hours of the people of a team, in the week of a day. */
export const teamHoursOf = (day: string): LinkOptions => ({ to: '/clock', search: { view: 'team', week: day } })
/** The week of one person's hours. */
export const weekOfPerson = (person: string, day: string): LinkOptions => ({
  to: '/clock',
  search: { view: 'team', person, week: day },
})
export const taskOf = (task: number): LinkOptions => ({ to: '/tasks', search: { task } })
export const allTasks: LinkOptions = { to: '/tasks' }

/** Makes a figure's touch target as high as its table row. */
export const target = 'relative touch:after:absolute touch:after:-inset-x-3 touch:after:-inset-y-3'

/** The look of a figure that leads somewhere. */
export const linked = 'rounded-sm underline decoration-line underline-offset-3 hover:decoration-current'

/** A figure that links to its tasks. With a department, a click also chooses that department in the filter. */
export function FigureLink({
  to,
  department,
  label,
  className,
  children,
}: {
  to: LinkOptions
  department?: number
  /** For screen readers, where the figure alone is not clear. */
  label?: string
  className?: string
  children: ReactNode
}) {
  const { choose } = useDepartmentFilter()
  return (
    <Link
      {...to}
      aria-label={label}
      onClick={() => department !== undefined && choose(department)}
      className={cx(linked, className)}
    >
      {children}
    </Link>
  )
}
