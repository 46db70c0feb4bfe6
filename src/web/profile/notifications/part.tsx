import type { ReactNode } from 'react'

/** One part of the notification settings, below a line. */
export const Part = ({ id, title, children }: { id: string; title: string; children: ReactNode }) => (
  <section aria-labelledby={id} className="border-line border-t px-5 py-4 md:px-7">
    <h3 id={id} tabIndex={-1} className="font-medium outline-none">
      {title}
    </h3>
    {children}
  </section>
)

/** Moves the focus to the heading of a part, when the button that had it has gone. */
export const focusPart = (id: string) => document.getElementById(id)?.focus({ preventScroll: true })

/** A sentence below the title of a part, or below a choice. */
export const Note = ({ children }: { children: ReactNode }) => (
  <p className="mt-1 text-pretty text-muted text-sm">{children}</p>
)
