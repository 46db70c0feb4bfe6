import type { I18n } from '@lingui/core'
import { type Priority, priorities } from '../../../shared/task-status.ts'
import { type Message, msg } from '../../../shared/words/message.ts'
import { cx } from '../../ui/class-names.ts'

/** The labels of the priorities. */
export const priorityLabels: Record<Priority, Message> = {
  high: msg('High'),
  medium: msg('Medium'),
  low: msg('Low'),
}

const styles: Record<Priority, { colour: string; bars: number }> = {
  high: { colour: 'text-high', bars: 3 },
  medium: { colour: 'text-medium', bars: 2 },
  low: { colour: 'text-low', bars: 1 },
}

const bars = ['M3 13V9', 'M8 13V6', 'M13 13V3']
/** The bars from one to another as one line: each element of a card takes time. */
const line = (from: number, to = bars.length) => bars.slice(from, to).join('')

/** A priority as one to three bars, so that the colour is not needed. Its label stands beside it as text. */
export function PriorityIcon({ priority, className = 'size-3.5' }: { priority: Priority; className?: string }) {
  const { colour, bars: filled } = styles[priority]
  return (
    <svg
      viewBox="0 0 16 16"
      strokeWidth="2.6"
      strokeLinecap="round"
      aria-hidden="true"
      className={cx('shrink-0', colour, className)}
    >
      <path d={line(0, filled)} stroke="currentColor" />
      {filled < bars.length && <path d={line(filled)} stroke="var(--line)" />}
    </svg>
  )
}

const choices = priorities.toReversed().map((value) => ({ value, icon: () => <PriorityIcon priority={value} /> }))

/** The priorities for a menu, the highest first. */
export const priorityChoices = (i18n: I18n) =>
  choices.map((choice) => ({ ...choice, label: i18n.t(priorityLabels[choice.value]) }))
