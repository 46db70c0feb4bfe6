import type { I18n } from '@lingui/core'
import { memo, type ReactNode } from 'react'
import type { Task } from '../../../shared/tasks.ts'
import { taskHref } from '../../components/addresses/hrefs.ts'
import { OutcomeOf } from '../../components/labels/outcome.tsx'
import { PriorityIcon, priorityLabels } from '../../components/labels/priority-icon.tsx'
import { StatusIcon, statusLabels } from '../../components/labels/status-icon.tsx'
import { Avatar, fullName, NoAvatar } from '../../components/people/avatar.tsx'
import { DepartmentName } from '../../components/people/department-name.tsx'
import { When } from '../../components/time/when.tsx'
import { useI18n } from '../../language.ts'
import { hasWindow, nobodyLabel, RoutineSign, WindowOf } from '../../task/occurrence.tsx'
import { useIsLate } from '../../task/overdue.ts'
import { PlaceOf, ProblemSign } from '../../task/problem-sign.tsx'
import { TaskCounts } from '../../task/task-counts.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { cx } from '../../ui/class-names.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { TableColumn } from './columns.ts'
import { RowActions } from './row-actions.tsx'

export const ROW_HEIGHT = 40

export interface RowProps {
  task: Task | undefined
  index: number
  columns: readonly TableColumn[]
  selectable: boolean
  selected: boolean
  /** The one row in the Tab order. */
  active: boolean
  /** Deleted here, but not on the server yet. */
  leaving: boolean
}

interface CellProps {
  task: Task
  late: boolean
  i18n: I18n
}

const MAX_TAGS = 2

const withIcon = 'flex min-w-0 items-center gap-2'

const cells: Record<TableColumn['name'], (props: CellProps) => ReactNode> = {
  title: ({ task }) => (
    <span className="flex items-center gap-3">
      <ProblemSign task={task} className="-me-1" />
      <RoutineSign task={task} className="-me-1 text-muted" />
      {/* Not in the Tab order: the row takes the focus, and Enter opens it. */}
      <a
        href={taskHref(task.id)}
        draggable={false}
        tabIndex={-1}
        dir="auto"
        title={task.title}
        className="min-w-9/20 flex-1 truncate font-medium"
      >
        {task.title}
      </a>
      {/* Where the title would lose more than half, this gives way, down to its sign. */}
      <PlaceOf task={task} className="min-w-4 max-w-2/5 text-muted text-xs" />
      <TaskCounts task={task} className="text-muted text-xs" />
    </span>
  ),
  priority: ({ task: { priority }, i18n }) => (
    <span className={withIcon}>
      <PriorityIcon priority={priority} />
      <span className="truncate">{i18n.t(priorityLabels[priority])}</span>
    </span>
  ),
  status: ({ task, late, i18n }) => {
    if (task.closedAt && task.outcome) return <OutcomeOf outcome={task.outcome} className={withIcon} />
    const status = late ? 'overdue' : task.status
    return (
      <span className={withIcon}>
        <StatusIcon status={status} />
        <span className="truncate">{i18n.t(statusLabels[status])}</span>
      </span>
    )
  },
  assignee: ({ task, task: { assignee }, i18n }) => (
    <span className={withIcon}>
      {assignee ? <Avatar person={assignee} /> : <NoAvatar />}
      <span
        dir="auto"
        title={assignee ? undefined : i18n.t(nobodyLabel(task))}
        className={cx('truncate', !assignee && 'text-muted')}
      >
        {assignee ? fullName(assignee) : i18n.t(nobodyLabel(task))}
      </span>
    </span>
  ),
  dueDate: ({ task, task: { dueDate }, late }) => (
    <span className={cx('whitespace-nowrap', late && 'font-semibold text-overdue')}>
      {hasWindow(task) ? <WindowOf short task={task} late={late} /> : dueDate && <When iso={dueDate} />}
    </span>
  ),
  createdAt: ({ task: { createdAt } }) => <When iso={createdAt} className="whitespace-nowrap text-muted" />,
  department: ({ task: { department } }) =>
    department && <DepartmentName name={department.name} className="text-muted" />,
  project: ({ task: { project } }) => (
    <span dir="auto" className="block truncate text-muted">
      {project?.name}
    </span>
  ),
  tags: ({ task: { tags } }) => (
    <span className="flex min-w-0 items-center gap-1">
      {tags.slice(0, MAX_TAGS).map((tag) => (
        <span
          key={tag}
          dir="auto"
          className="max-w-2/5 shrink-0 truncate rounded-full bg-hover px-1.75 text-xs leading-5 only:max-w-full"
        >
          {tag}
        </span>
      ))}
      {tags.length > MAX_TAGS && <span className="shrink-0 text-muted text-xs">+{tags.length - MAX_TAGS}</span>}
    </span>
  ),
}

/** A task as a row of the table. It has no handlers: the grid finds a row by its attributes. */
export const TableRow = memo(function Row(row: RowProps) {
  const { task, index, columns, selectable, selected, active } = row
  return (
    <RowFrame
      {...row}
      height={ROW_HEIGHT}
      className={cx(
        'grid h-10 grid-cols-(--columns) items-center gap-x-3 border-line border-b pe-1.5 text-sm tabular',
        selected ? 'bg-[color-mix(in_oklab,var(--accent-soft)_60%,var(--surface))]' : 'bg-surface hover:bg-sunken',
      )}
    >
      {task ? (
        <Cells task={task} columns={columns} selectable={selectable} selected={selected} active={active} />
      ) : (
        <SkeletonCells columns={columns} selectable={selectable} index={index} />
      )}
    </RowFrame>
  )
})

/** The `tr` that a row and a card share: position, state and attributes. */
export const RowFrame = ({
  task,
  index,
  selected,
  active,
  leaving,
  height,
  className,
  children,
}: RowProps & { height: number; className: string; children: ReactNode }) => (
  <tr
    aria-rowindex={index + 2}
    aria-selected={selected}
    aria-busy={!task || undefined}
    data-task={task?.id}
    data-index={index}
    tabIndex={active ? 0 : -1}
    inert={leaving}
    style={{ transform: `translateY(${index * height}px)` }}
    className={cx(
      'group/row contain-strict absolute inset-x-0 top-0 cursor-pointer select-none outline-none print:static! print:transform-none! -outline-offset-2 focus-visible:shadow-[inset_0_0_0_2px_var(--accent)]! forced-colors:focus-visible:outline-2 forced-colors:focus-visible:outline-solid',
      leaving && 'opacity-40',
      className,
    )}
  >
    {children}
  </tr>
)

function Cells({
  task,
  columns,
  selectable,
  selected,
  active,
}: Pick<RowProps, 'columns' | 'selectable' | 'selected' | 'active'> & { task: Task }) {
  const i18n = useI18n()
  const late = useIsLate(task)
  return (
    <>
      <SelectCell task={task} selectable={selectable} selected={selected} active={active} />
      {columns.map(({ name }) => (
        <td key={name} className="min-w-0">
          {cells[name]({ task, late, i18n })}
        </td>
      ))}
      <td data-row-action className="cursor-auto bg-inherit">
        <RowActions quick task={task} tabIndex={active ? 0 : -1} />
      </td>
    </>
  )
}

/** The checkbox of a row. The grid handles its click, with the modifier keys. */
export function SelectCell({
  task,
  selectable,
  selected,
  active,
}: Pick<RowProps, 'selectable' | 'selected' | 'active'> & { task: Task }) {
  const i18n = useI18n()
  return (
    <td data-select={selectable || undefined} className="grid h-full place-items-center">
      {selectable && (
        <Checkbox
          label={i18n.t('Select {title}', { title: task.title })}
          checked={selected}
          readOnly
          tabIndex={active ? 0 : -1}
        />
      )}
    </td>
  )
}

const widths = ['w-7/12', 'w-9/12', 'w-5/12', 'w-8/12', 'w-6/12']

const SkeletonCells = ({ columns, selectable, index }: Pick<RowProps, 'columns' | 'selectable' | 'index'>) => (
  <>
    <td className="grid place-items-center">{selectable && <Skeleton className="size-4 rounded-sm!" />}</td>
    {columns.map(({ name }) => (
      <td key={name}>
        <Skeleton className={cx('h-3', name === 'title' ? widths[index % widths.length] : 'w-3/4')} />
      </td>
    ))}
    <td />
  </>
)
