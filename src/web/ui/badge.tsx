import type { ComponentProps } from 'react'
import { cx } from './class-names.ts'

const tones = {
  neutral: 'bg-sunken text-muted',
  accent: 'bg-accent-soft text-accent',
  pending: 'tint-pending',
  progress: 'tint-progress',
  done: 'tint-done',
  overdue: 'tint-overdue',
  high: 'tint-high',
  medium: 'tint-medium',
  low: 'tint-low',
}
export type Tone = keyof typeof tones

/** A small label or number in a colour. */
export const Badge = ({ tone = 'neutral', className, ...rest }: ComponentProps<'span'> & { tone?: Tone }) => (
  <span
    {...rest}
    className={cx(
      'inline-flex max-w-full items-center gap-1 whitespace-nowrap rounded-full px-2 py-0.5 text-xs font-semibold tabular',
      tones[tone],
      className,
    )}
  />
)
