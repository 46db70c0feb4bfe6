import { ArrowRight } from 'lucide-react'
import type { FieldChange } from '../../../shared/audit-log.ts'
import { cx } from '../../ui/class-names.ts'
import { useReader } from '../time/use-reader.ts'
import { fieldLabel, formatValue } from './change-labels.ts'

/** The values of fields before and after, a line each. Values with more than `maxLength` characters are cut. */
export function ChangeList({
  changes,
  maxLength = Number.POSITIVE_INFINITY,
  className,
}: {
  changes: FieldChange[]
  maxLength?: number
  className?: string
}) {
  const reader = useReader()
  const { i18n } = reader
  const isUpdate = changes.some(({ before }) => before !== null) && changes.some(({ after }) => after !== null)
  const textOf = (field: string, value: string | null) =>
    value === null ? (
      <span className="text-muted italic">{i18n.t('empty')}</span>
    ) : (
      truncate(formatValue(field, value, reader), maxLength)
    )
  return (
    <dl
      className={cx(
        'grid gap-x-4 gap-y-1 text-sm max-sm:[&_dd]:mb-1 sm:grid-cols-[max-content_minmax(0,1fr)] sm:gap-y-1.5',
        className,
      )}
    >
      {changes.map(({ field, before, after }) => (
        <div key={field} className="contents">
          <dt className="text-muted">{fieldLabel(field, i18n)}</dt>
          <dd className="min-w-0 wrap-anywhere">
            {isUpdate ? (
              <>
                <bdi className="whitespace-pre-wrap text-muted">{textOf(field, before)}</bdi>
                <ArrowRight aria-hidden="true" className="mx-1.5 inline size-3.5 align-[-2px] text-muted" />
                <span className="sr-only"> {i18n.t('to ##between a value before and after a change')} </span>
                <bdi className="whitespace-pre-wrap font-medium">{textOf(field, after)}</bdi>
              </>
            ) : (
              <bdi className="whitespace-pre-wrap">{textOf(field, after ?? before)}</bdi>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}

const truncate = (text: string, maxLength: number) =>
  text.length > maxLength ? `${text.slice(0, maxLength).trimEnd()}…` : text
