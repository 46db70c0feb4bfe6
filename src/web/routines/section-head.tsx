import type { ReactNode } from 'react'

/** The heading of a part of a dialog. */
export const SectionHead = ({ children }: { children: ReactNode }) => (
  <h3 className="mb-2 font-semibold text-base">{children}</h3>
)
