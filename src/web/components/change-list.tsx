import { ArrowRight } from 'lucide-react'
import type { FieldChange } from '../../shared/audit-log.ts'
import { useViewer } from '../api/viewer.ts'
import { cx } from '../ui/class-names.ts'
import { capital, fieldLabels, formatValue } from './change-labels.ts'

/** Fields from what to what, a line each; values longer than `most` are cut. */
export function ChangeList({
  changes,
  most = Number.POSITIVE_INFINITY,
  className,
}: {
  changes: FieldChange[]
  most?: number
  className?: string
}) {
  const { timeZone } = useViewer()
  const isUpdate = changes.some(({ before }) => before !== null) && changes.some(({ after }) => after !== null)
  const words = (field: string, value: string | null) =>
    value === null ? <span className="text-muted italic">empty</span> : cut(formatValue(field, value, timeZone), most)
  return (
    <dl
      className={cx(
        'grid gap-x-4 gap-y-1 text-sm max-sm:[&_dd]:mb-1 sm:grid-cols-[max-content_minmax(0,1fr)] sm:gap-y-1.5',
        className,
      )}
    >
      {changes.map(({ field, before, after }) => (
        <div key={field} className="contents">
          <dt className="text-muted">{capital(fieldLabels(field))}</dt>
          <dd className="min-w-0 wrap-anywhere">
            {isUpdate ? (
              <>
                <span className="whitespace-pre-wrap text-muted">{words(field, before)}</span>
                <ArrowRight aria-hidden="true" className="mx-1.5 inline size-3.5 align-[-2px] text-muted" />
                <span className="sr-only"> to </span>
                <span className="whitespace-pre-wrap font-medium">{words(field, after)}</span>
              </>
            ) : (
              <span className="whitespace-pre-wrap">{words(field, after ?? before)}</span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most).trimEnd()}…` : text)
