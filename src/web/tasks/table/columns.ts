import type { TaskSort } from '../../../shared/task-query.ts'
import { type Message, msg } from '../../../shared/words/message.ts'

export interface TableColumn {
  name: 'title' | 'priority' | 'status' | 'assignee' | 'dueDate' | 'createdAt' | 'department' | 'project' | 'tags'
  label: Message
  sort?: TaskSort
  /** As in `grid-template-columns`. */
  width: string
  /** Pixels. The smallest width of the table that shows this column: the less important, the wider. */
  from: number
}

const columns: readonly TableColumn[] = [
  { name: 'title', label: msg('Title'), sort: 'title', width: 'minmax(0,1fr)', from: 0 },
  { name: 'priority', label: msg('Priority'), sort: 'priority', width: '5.75rem', from: 820 },
  { name: 'status', label: msg('Status'), sort: 'status', width: '7.75rem', from: 0 },
  { name: 'assignee', label: msg('Assignee'), sort: 'assignee', width: 'minmax(9.75rem,0.26fr)', from: 680 },
  { name: 'dueDate', label: msg('Due date'), sort: 'dueDate', width: '7.5rem', from: 0 },
  { name: 'createdAt', label: msg('Created'), sort: 'createdAt', width: '6.25rem', from: 940 },
  { name: 'department', label: msg('Department'), width: 'minmax(7.5rem,0.22fr)', from: 1080 },
  { name: 'project', label: msg('Project'), width: '0.26fr', from: 1480 },
  { name: 'tags', label: msg('Tags'), width: '0.3fr', from: 1720 },
]

/** The columns by which the table can be sorted. */
export const sortLabels = columns.flatMap(({ sort, label }) => (sort ? [{ value: sort, label }] : []))

/** The columns that a table of this width shows. */
export const columnsFor = (width: number, withDepartment: boolean) =>
  columns.filter(({ name, from }) => width >= from && (withDepartment || name !== 'department'))

/** The grid columns of head and rows: the checkbox (for people who may change tasks), the columns, the actions. */
export const gridOf = (shown: readonly TableColumn[], selectable: boolean) =>
  `${selectable ? '2.75rem' : '0.25rem'} ${shown.map(({ width }) => width).join(' ')} 2.25rem`
