import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import type { TaskSort } from '../../../shared/task-query.ts'
import { useI18n } from '../../language.ts'
import { Button } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/checkbox.tsx'
import { cx } from '../../ui/class-names.ts'
import { Menu, MenuChoices } from '../../ui/menu.tsx'
import { sortLabels, type TableColumn } from './columns.ts'
import type { TableSorting } from './use-sorting.ts'

interface SelectAll {
  /** False if the viewer has no action for several tasks. */
  offered: boolean
  all: boolean
  some: boolean
  onAll: () => void
  onNone: () => void
}

function SelectAllBox({ all, some, onAll, onNone }: SelectAll) {
  const i18n = useI18n()
  return (
    <Checkbox
      label={i18n.t('Select all tasks')}
      checked={all}
      mixed={some && !all}
      onChange={() => (some ? onNone() : onAll())}
      className="size-9 touch:size-11"
    />
  )
}

/** The table's head: the name of each column, and by which the rows are sorted. */
export function TableHead({
  columns,
  sorting: { sort, order, sortBy },
  selectAll,
}: {
  columns: readonly TableColumn[]
  sorting: TableSorting
  selectAll: SelectAll
}) {
  const i18n = useI18n()
  return (
    <thead className="sticky block top-0 z-10 border-line border-b bg-sunken">
      <tr aria-rowindex={1} className="grid h-9 grid-cols-(--columns) grid-rows-[100%] items-center gap-x-3 pe-1.5">
        <th scope="col" className="grid place-items-center">
          {selectAll.offered ? (
            <SelectAllBox {...selectAll} />
          ) : (
            <span className="sr-only">{i18n.t('None to choose ##tasks')}</span>
          )}
        </th>
        {columns.map(({ name, label, sort: by }) => (
          <th
            key={name}
            scope="col"
            aria-sort={by === sort ? (order === 'asc' ? 'ascending' : 'descending') : by && 'none'}
            className="min-w-0 text-start font-medium text-muted text-xs"
          >
            {by ? (
              <SortButton by={by} label={i18n.t(label)} order={by === sort ? order : null} onSort={sortBy} />
            ) : (
              i18n.t(label)
            )}
          </th>
        ))}
        <th scope="col">
          <span className="sr-only">{i18n.t('Actions')}</span>
        </th>
      </tr>
    </thead>
  )
}

function SortButton({
  by,
  label,
  order,
  onSort,
}: {
  by: TaskSort
  label: string
  order: 'asc' | 'desc' | null
  onSort: (by: TaskSort) => void
}) {
  const Arrow = order === 'desc' ? ArrowDown : ArrowUp
  return (
    <button
      type="button"
      onClick={() => onSort(by)}
      className={cx(
        'group/sort -ms-1.5 flex h-7 max-w-full items-center gap-1 rounded-md px-1.5 hover:bg-hover hover:text-text',
        order && 'text-text',
      )}
    >
      <span className="truncate">{label}</span>
      <Arrow
        aria-hidden="true"
        className={cx('size-3.5 shrink-0', !order && 'opacity-0 group-hover/sort:opacity-50')}
      />
    </button>
  )
}

/** The head above cards, which have no columns. */
export function CardsHead({
  sorting: { sort, order, sortBy },
  selectAll,
  children,
}: {
  sorting: TableSorting
  selectAll: SelectAll
  children: ReactNode
}) {
  const Arrow = order === 'desc' ? ArrowDown : ArrowUp
  const i18n = useI18n()
  const choices = sortLabels.map(({ value, label }) => ({ value, label: i18n.t(label) }))
  const column = choices.find(({ value }) => value === sort)?.label
  return (
    <div className="-mt-1.5 flex min-h-11 items-center gap-1 px-3.5 pb-1 text-muted text-xs">
      {selectAll.offered && <SelectAllBox {...selectAll} />}
      <div className="flex min-w-0 flex-1 items-center gap-1">{children}</div>
      <Menu
        align="end"
        trigger={
          <Button
            variant="ghost"
            className="-me-2 px-2! text-sm!"
            aria-label={
              order === 'asc'
                ? i18n.t('Sort by: {column}, ascending', { column })
                : i18n.t('Sort by: {column}, descending', { column })
            }
          >
            {column}
            <Arrow aria-hidden="true" className="size-3.5" />
          </Button>
        }
      >
        <MenuChoices value={sort} onChange={sortBy} choices={choices} />
      </Menu>
    </div>
  )
}
