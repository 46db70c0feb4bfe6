import type { ReactNode } from 'react'

/** The card of the sign-in screen. `live` makes screen readers read the subtitle of a replacing card. */
export const AuthCard = ({
  title,
  subtitle,
  live = false,
  children,
}: {
  title: string
  subtitle: string
  live?: boolean
  children: ReactNode
}) => (
  <section className="rounded-card border border-line bg-surface p-6 shadow-card sm:p-8">
    <h2 className="font-semibold text-2xl tracking-[-0.015em]">{title}</h2>
    <p role={live ? 'status' : undefined} className="mt-1 mb-6 text-balance text-muted">
      {subtitle}
    </p>
    {children}
  </section>
)
