import type { I18n } from '@lingui/core'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import type { ImportLine, ImportPreview } from '../../../shared/users.ts'
import { useI18n } from '../../language.ts'
import { Button } from '../../ui/button.tsx'

/** A longer file shows this many lines at first. */
const MAX_SHOWN = 100

/** Every line as the server has read it. Lines with faults come first. */
export function Preview({ preview: { lines, faulty } }: { preview: ImportPreview }) {
  const i18n = useI18n()
  const [all, setAll] = useState(false)
  const inOrder = [
    ...lines.filter(({ faults }) => faults.length > 0),
    ...lines.filter(({ faults }) => faults.length === 0),
  ]
  const shown = all ? inOrder : inOrder.slice(0, MAX_SHOWN)
  return (
    <>
      <p
        role="status"
        className={`mb-3 flex items-start gap-2 rounded-control px-3.5 py-2.5 font-medium ${faulty > 0 ? 'tint-overdue' : 'tint-done'}`}
      >
        {faulty > 0 ? (
          <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        ) : (
          <CircleCheck aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        )}
        <span className="text-balance">{describeFaults(faulty, lines.length, i18n)}</span>
      </p>
      <ul aria-label={i18n.t('Lines of the file')} className="divide-y divide-line">
        {shown.map((line) => (
          <Line key={line.line} line={line} />
        ))}
      </ul>
      {shown.length < lines.length && (
        <Button variant="ghost" onClick={() => setAll(true)} className="mt-2">
          {i18n.t('{count, plural, one {Show all # line} other {Show all # lines}}', { count: lines.length })}
        </Button>
      )}
    </>
  )
}

const describeFaults = (faulty: number, all: number, i18n: I18n) =>
  faulty === 0
    ? i18n.t('{count, plural, one {The line is fine.} other {All # lines are fine.}}', { count: all })
    : i18n.t(
        '{count, plural, one {# line has a fault.} other {# lines have faults.}} Correct the file, then choose it again: people come in all at once or not at all.',
        { count: faulty },
      )

function Line({
  line: { line, firstName, lastName, email, role, department, hasPassword, faults },
}: {
  line: ImportLine
}) {
  const i18n = useI18n()
  return (
    <li className="grid grid-cols-[4.25rem_minmax(0,1fr)] gap-x-2 py-2.5">
      <span className="text-muted text-sm tabular">{i18n.t('Line {line}', { line })}</span>
      <div className="min-w-0">
        <p className="flex flex-wrap gap-x-2 wrap-anywhere">
          <span dir="auto" className="font-medium">
            {`${firstName} ${lastName}`.trim() || i18n.t('No name')}
          </span>
          <span dir="ltr" className="text-muted">
            {email}
          </span>
        </p>
        <p className="text-muted text-sm wrap-anywhere">
          {[role, department, !hasPassword && i18n.t('gets a link')].filter(Boolean).join(' · ')}
        </p>
        {faults.map((fault) => (
          <p key={fault} className="mt-0.5 font-medium text-overdue text-sm wrap-anywhere">
            {fault}
          </p>
        ))}
      </div>
    </li>
  )
}
