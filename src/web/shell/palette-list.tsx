import type { I18n } from '@lingui/core'
import type { ReactNode } from 'react'
import { type Message, msg } from '../../shared/message.ts'
import { shownStatus, type Task } from '../../shared/tasks.ts'
import { StatusIcon, statusLabels } from '../components/status-icon.tsx'
import { useI18n } from '../language.ts'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'
import { Keys } from '../ui/keys.tsx'
import { Option } from '../ui/option.tsx'
import type { Command } from './palette-commands.ts'
import type { SearchResults } from './use-search-results.ts'

const groupLabels: Record<Command['group'] | 'tasks', Message> = {
  screens: msg('Go to'),
  actions: msg('Actions'),
  departments: msg('Departments'),
  tasks: msg('Tasks'),
}

export interface Row {
  id: string
  group: keyof typeof groupLabels
  icon: ReactNode
  label: string
  /** Note and keys stand at the end of the row. On phones the note is below the label. */
  note?: string
  keys?: string
  run: () => unknown
}

export const commandRow = ({ id, group, icon: Icon, label, keys, run }: Command, i18n: I18n): Row => ({
  id,
  group,
  icon: <Icon aria-hidden="true" className="size-4.25 shrink-0 text-muted" />,
  label: i18n.t(label),
  keys,
  run,
})

export function taskRow(task: Task, now: number, i18n: I18n, open: () => void): Row {
  const status = shownStatus(task, now)
  return {
    id: `task-${task.id}`,
    group: 'tasks',
    icon: (
      <>
        <StatusIcon status={status} className="size-4.25" />
        <span className="sr-only">{i18n.t(statusLabels[status])}: </span>
      </>
    ),
    label: task.title,
    note: task.department?.name,
    run: open,
  }
}

/** The rows that match, by group, and below them the state of the search. */
export function PaletteList({
  id,
  rows,
  active,
  typed,
  results,
  onRetry,
  onPoint,
  onChoose,
}: {
  id: string
  rows: Row[]
  active: Row | undefined
  typed: string
  results: SearchResults
  onRetry: () => void
  onPoint: (id: string) => void
  onChoose: (row: Row) => void
}) {
  const i18n = useI18n()
  const groups = [...new Set(rows.map(({ group }) => group))]
  const nothing = rows.length === 0 && (results.state === 'found' || results.state === 'idle')
  return (
    <div className="flex min-h-0 flex-1 flex-col pb-[env(safe-area-inset-bottom)]">
      <div
        id={id}
        role="listbox"
        aria-label={i18n.t('Results')}
        hidden={rows.length === 0}
        className="min-h-0 overflow-y-auto overscroll-contain p-2"
      >
        {groups.map((group) => (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a list of choices
          <div key={group} role="group" aria-labelledby={`${id}${group}`} className="not-first:mt-2">
            <div id={`${id}${group}`} className="px-2.5 pt-1.5 pb-1 font-semibold text-muted text-xs">
              {i18n.t(groupLabels[group])}
            </div>
            {rows
              .filter((row) => row.group === group)
              .map((row) => (
                <RowOption
                  key={row.id}
                  id={`${id}${row.id}`}
                  row={row}
                  active={row === active}
                  onPoint={() => onPoint(row.id)}
                  onChoose={() => onChoose(row)}
                />
              ))}
          </div>
        ))}
      </div>
      <p role="status" className={cx('text-balance text-center text-muted wrap-anywhere', nothing && 'px-6 py-12')}>
        {nothing && i18n.t('Nothing matches “{text}”', { text: typed.trim() })}
        {!nothing && results.state === 'found' && (
          <span className="sr-only">
            {i18n.t('{count, plural, one {# task found} other {# tasks found}}', { count: results.tasks.length })}
          </span>
        )}
      </p>
      {results.state === 'failed' && (
        <div role="alert" className="flex flex-wrap items-center justify-between gap-2 px-4.5 py-2 text-muted">
          {i18n.t('The tasks could not be searched.')}
          <Button onClick={onRetry}>{i18n.t('Try again')}</Button>
        </div>
      )}
    </div>
  )
}

function RowOption({
  id,
  row: { icon, label, note, keys },
  active,
  onPoint,
  onChoose,
}: {
  id: string
  row: Row
  active: boolean
  onPoint: () => void
  onChoose: () => void
}) {
  return (
    <Option
      id={id}
      active={active}
      selected={active}
      onPoint={onPoint}
      onChoose={onChoose}
      className="scroll-my-2 gap-3 rounded-control px-2.5 py-1.5 aria-selected:bg-hover touch:text-md"
    >
      {icon}
      <span className="flex min-w-0 flex-1 flex-col md:flex-row md:items-center md:gap-4">
        <span dir="auto" className="truncate md:flex-1">
          {label}
        </span>
        {note && (
          <span dir="auto" className="truncate text-muted text-sm md:max-w-2/5 md:shrink-0">
            {note}
          </span>
        )}
      </span>
      {keys && <Keys keys={keys} className="touch:hidden" />}
    </Option>
  )
}
