import { type ReactNode, useEffect } from 'react'
import { createPortal } from 'react-dom'
import { formatDateTime } from '../../../shared/words/formats.ts'
import { useI18n } from '../../language.ts'
import { serverNowText } from '../../server-time.ts'
import { cx } from '../../ui/class-names.ts'
import { useReader } from '../time/use-reader.ts'

/** Milliseconds. Some browsers say that they have printed while they still draw the pages. */
const AFTER_PRINT = 500

/**
 * Printed instead of the screen: a heading, the choices behind it (`facts`: department, filters, days), when, and the
 * content. Once it is `ready` it opens the browser's print dialog, and `onDone` is called afterwards. Load it on
 * demand.
 */
export function PrintSheet({
  title,
  facts,
  ready,
  onDone,
  children,
}: {
  title: string
  facts: (string | null | undefined | false)[]
  ready: boolean
  onDone: () => void
  children: ReactNode
}) {
  const reader = useReader()
  const i18n = useI18n()
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it is ready
  useEffect(() => {
    if (!ready) return
    const done = () => setTimeout(onDone, AFTER_PRINT)
    addEventListener('afterprint', done, { once: true })
    // Later, so that a menu from which it was chosen has closed.
    const timer = setTimeout(() => print())
    return () => {
      clearTimeout(timer)
      removeEventListener('afterprint', done)
    }
  }, [ready])
  if (!ready) return null
  const printed = i18n.t('Printed {time}', { time: formatDateTime(serverNowText(), reader) })
  return createPortal(
    <div className="print-sheet hidden text-sm print:block">
      <h1 dir="auto" className="font-semibold text-xl">
        {title}
      </h1>
      <p className="mb-4 text-muted">
        <bdi>{[...facts.filter(Boolean), printed].join(' · ')}</bdi>
      </p>
      {children}
    </div>,
    document.body,
  )
}

/** A table on paper. Each page repeats its head; no row is cut. Columns fit their longest words. */
export const PrintTable = ({
  heads,
  dense = false,
  children,
}: {
  heads: string[]
  /** So that a row for each day of a month stands on one page. */
  dense?: boolean
  children: ReactNode
}) => (
  <table
    className={cx(
      'w-full border-collapse text-start [&_td]:pe-3 [&_td]:align-top [&_[dir=auto]]:wrap-break-word [&_tr]:break-inside-avoid [&_tr]:border-line [&_tr]:border-b',
      dense ? '[&_td]:py-0.5' : '[&_td]:py-1.5',
    )}
  >
    <thead>
      <tr>
        {heads.map((head) => (
          <th key={head} scope="col" className="py-1.5 pe-3 font-semibold">
            {head}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
)
