import { type ReactNode, useId } from 'react'
import { card } from '../ui/card.ts'
import { FailedState } from '../ui/failed-state.tsx'

/** A titled part of the screen: its controls, its content, and a note about its counts. */
export function MetricCard({
  title,
  controls,
  note,
  children,
}: {
  title: string
  controls?: ReactNode
  /** Leave it out until the height of the content above it is known. */
  note: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <section
      aria-labelledby={id}
      className={`${card} min-w-0 px-3.5 pt-3 pb-3.5 md:px-5 md:pt-4 md:pb-4.5 print:px-3 print:pt-2 print:pb-2 print:break-inside-avoid`}
    >
      <div className="mb-3 flex flex-wrap print:mb-1 items-center gap-x-3 gap-y-2">
        <h2 id={id} className="me-auto font-semibold text-md">
          {title}
        </h2>
        <div className="flex flex-wrap items-center gap-2 max-md:contents print:hidden!">{controls}</div>
      </div>
      {children}
      {note && <p className="mt-3.5 max-w-[75ch] text-pretty text-muted text-sm">{note}</p>}
    </section>
  )
}

/** Shown when a part could not be loaded. `className` makes it as high as that part. */
export const FigureFailed = ({
  message,
  onRetry,
  pending,
  className,
}: {
  message: string
  onRetry: () => void
  pending: boolean
  className: string
}) => (
  <div className={`grid place-items-center ${className}`}>
    <FailedState message={message} onRetry={onRetry} pending={pending} />
  </div>
)
