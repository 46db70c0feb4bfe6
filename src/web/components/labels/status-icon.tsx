import type { I18n } from '@lingui/core'
import type { ReactNode } from 'react'
import { type Status, statuses } from '../../../shared/task-status.ts'
import { type Message, msg } from '../../../shared/words/message.ts'
import { cx } from '../../ui/class-names.ts'

/** The labels of the statuses, which are also the headings of the columns. */
export const statusLabels: Record<Status, Message> = {
  pending: msg('Pending'),
  in_progress: msg('In Progress'),
  completed: msg('Completed'),
  overdue: msg('Overdue'),
}

const colours: Record<Status, string> = {
  pending: 'text-pending',
  in_progress: 'text-progress',
  completed: 'text-done',
  overdue: 'text-overdue',
}

const disc = <circle cx="7" cy="7" r="6.4" fill="currentColor" />
const stroke = {
  fill: 'none',
  stroke: 'var(--surface)',
  strokeWidth: 1.7,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const

const drawings: Record<Status, ReactNode> = {
  pending: (
    <circle cx="7" cy="7" r="5.6" fill="none" stroke="currentColor" strokeWidth="1.7" strokeDasharray="2.2 1.9" />
  ),
  in_progress: (
    <>
      <circle cx="7" cy="7" r="5.6" fill="none" stroke="currentColor" strokeWidth="1.7" />
      <path d="M7 3.6a3.4 3.4 0 0 1 0 6.8z" fill="currentColor" />
    </>
  ),
  completed: (
    <>
      {disc}
      <path d="m4.3 7.2 1.9 1.9 3.6-3.9" {...stroke} />
    </>
  ),
  overdue: (
    <>
      {disc}
      <path d="M7 3.7v3.7M7 9.9v.2" {...stroke} />
    </>
  ),
}

/** A status as an icon in its colour. Its label stands beside it as text. */
export const StatusIcon = ({ status, className = 'size-3.5' }: { status: Status; className?: string }) => (
  <svg viewBox="0 0 14 14" aria-hidden="true" className={cx('shrink-0', colours[status], className)}>
    {drawings[status]}
  </svg>
)

const choices = statuses.map((value) => ({ value, icon: () => <StatusIcon status={value} /> }))

/** The statuses for a menu. */
export const statusChoices = (i18n: I18n) =>
  choices.map((choice) => ({ ...choice, label: i18n.t(statusLabels[choice.value]) }))
