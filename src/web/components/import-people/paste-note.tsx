import type { ReactNode } from 'react'
import { cx } from '../../ui/class-names.ts'

/** A sentence about a pasted list, above its lines. */
export const PasteNote = ({ tone, children }: { tone: string; children: ReactNode }) => (
  <p className={cx('flex items-start gap-2 rounded-control px-3.5 py-2.5 font-medium wrap-anywhere', tone)}>
    {children}
  </p>
)
