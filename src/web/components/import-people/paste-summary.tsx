import { CircleAlert, CircleCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { formatSeries } from '../../../shared/words/formats.ts'
import { useI18n } from '../../language.ts'
import { Button } from '../../ui/button.tsx'
import { PasteNote } from './paste-note.tsx'

/** The faults of a pasted list as a whole, or that there are none. `children` are further notes. */
export function PasteSummary({
  isWrong,
  sentence,
  unused,
  children,
}: {
  isWrong: boolean
  sentence: string
  /** Names of columns that nothing is made of. */
  unused: readonly string[]
  children?: ReactNode
}) {
  const i18n = useI18n()
  const Icon = isWrong ? CircleAlert : CircleCheck
  return (
    <div role="status" className="mb-3 flex flex-col gap-2">
      <PasteNote tone={isWrong ? 'tint-overdue' : 'tint-done'}>
        <Icon aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <span className="text-balance">{sentence}</span>
      </PasteNote>
      {children}
      {unused.length > 0 && (
        <PasteNote tone="tint-medium">
          {i18n.t('These columns are not used: {columns}', {
            columns: formatSeries(
              unused.slice(0, 20).map((name) => name.slice(0, 60)),
              { i18n },
            ),
          })}
        </PasteNote>
      )}
    </div>
  )
}

/** Leaves out the lines with faults at once. Draws nothing without any. */
export function LeaveOutFaulty({
  faulty,
  leaveOut,
}: {
  faulty: readonly { key: string }[]
  leaveOut: (keys: readonly string[], isOut: boolean) => void
}) {
  const i18n = useI18n()
  if (faulty.length === 0) return null
  const keys = faulty.map(({ key }) => key)
  return (
    <Button onClick={() => leaveOut(keys, true)} className="mb-2 self-start">
      {i18n.t('{count, plural, one {Leave out the line with an error} other {Leave out the # lines with errors}}', {
        count: faulty.length,
      })}
    </Button>
  )
}

/** The faults of a line. */
export const LineFaults = ({ faults }: { faults: readonly string[] }) =>
  faults.map((fault) => (
    <p key={fault} className="mt-0.5 font-medium text-overdue text-sm wrap-anywhere">
      {fault}
    </p>
  ))
