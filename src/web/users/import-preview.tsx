import { CircleAlert, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import type { ImportLine, ImportPreview } from '../../shared/users.ts'
import { Button } from '../ui/button.tsx'

/** A longer file shows this many lines at first. */
const MAX_SHOWN = 100

/** Every line as the server has read it. Lines with faults come first. */
export function Preview({ preview: { lines, faulty } }: { preview: ImportPreview }) {
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
        <span className="text-balance">{describeFaults(faulty, lines.length)}</span>
      </p>
      <ul aria-label="Lines of the file" className="divide-y divide-line">
        {shown.map((line) => (
          <Line key={line.line} line={line} />
        ))}
      </ul>
      {shown.length < lines.length && (
        <Button variant="ghost" onClick={() => setAll(true)} className="mt-2">
          Show all {lines.length.toLocaleString('en')} lines
        </Button>
      )}
    </>
  )
}

function describeFaults(faulty: number, all: number) {
  if (faulty === 0) return all === 1 ? 'The line is fine.' : `All ${all.toLocaleString('en')} lines are fine.`
  const which = faulty === 1 ? '1 line has a fault' : `${faulty.toLocaleString('en')} lines have faults`
  return `${which}. Correct the file, then choose it again: people come in all at once or not at all.`
}

const Line = ({
  line: { line, firstName, lastName, email, role, department, hasPassword, faults },
}: {
  line: ImportLine
}) => (
  <li className="grid grid-cols-[4.25rem_minmax(0,1fr)] gap-x-2 py-2.5">
    <span className="text-muted text-sm tabular">Line {line}</span>
    <div className="min-w-0">
      <p className="flex flex-wrap gap-x-2 wrap-anywhere">
        <span dir="auto" className="font-[550]">
          {`${firstName} ${lastName}`.trim() || 'No name'}
        </span>
        <span dir="ltr" className="text-muted">
          {email}
        </span>
      </p>
      <p className="text-muted text-sm wrap-anywhere">
        {[role, department, !hasPassword && 'password made up'].filter(Boolean).join(' · ')}
      </p>
      {faults.map((fault) => (
        <p key={fault} className="mt-0.5 font-medium text-overdue text-sm wrap-anywhere">
          {fault}
        </p>
      ))}
    </div>
  </li>
)
