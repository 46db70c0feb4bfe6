import type { I18n } from '@lingui/core'
import { CircleAlert, CircleCheck } from 'lucide-react'
import { useState } from 'react'
import type { ImportLine, ImportPreview, LineCorrection } from '../../../shared/import-people.ts'
import { useI18n } from '../../language.ts'
import { Button } from '../../ui/button.tsx'
import { roleLabel } from '../people/role-label.ts'
import { LineEditor } from './line-editor.tsx'
import { UnknownDepartments } from './unknown-departments.tsx'
import { UnknownRoles } from './unknown-roles.tsx'
import type { MeantDepartment, MeantRole } from './use-import.ts'

/** A longer file shows this many lines at first. */
const MAX_SHOWN = 100

/** Every line as the server has read it. Lines with faults come first, and can be corrected. */
export function Preview({
  preview: { lines, faulty, unknownDepartments = [], unknownRoles = [] },
  pending,
  onCorrect,
  onMean,
  onMeanRole,
}: {
  preview: ImportPreview
  pending: boolean
  onCorrect: (correction: LineCorrection) => Promise<unknown>
  onMean: (department: MeantDepartment) => Promise<unknown>
  onMeanRole: (role: MeantRole) => Promise<unknown>
}) {
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
      {unknownDepartments.length > 0 && (
        <UnknownDepartments names={unknownDepartments} pending={pending} onMean={onMean} />
      )}
      {unknownRoles.length > 0 && <UnknownRoles names={unknownRoles} pending={pending} onMean={onMeanRole} />}
      <ul aria-label={i18n.t('Lines of the file')} className="divide-y divide-line">
        {shown.map((line) => (
          <Line key={line.line} line={line} pending={pending} onCorrect={onCorrect} />
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
        '{count, plural, one {# line has an error.} other {# lines have errors.}} Correct them here or in the file. Otherwise they are left out.',
        { count: faulty },
      )

function Line({
  line: whole,
  pending,
  onCorrect,
}: {
  line: ImportLine
  pending: boolean
  onCorrect: (correction: LineCorrection) => Promise<unknown>
}) {
  const i18n = useI18n()
  const [isOpen, setOpen] = useState(false)
  const {
    line,
    firstName,
    lastName,
    email,
    username = '',
    role,
    department,
    personnelNumber,
    hasPassword,
    faults,
  } = whole
  return (
    <li className="grid grid-cols-[4.25rem_minmax(0,1fr)] gap-x-2 py-2.5">
      <span className="text-muted text-sm tabular">{i18n.t('Line {line}', { line })}</span>
      <div className="min-w-0">
        <p className="flex flex-wrap gap-x-2 wrap-anywhere">
          <span dir="auto" className="font-medium">
            {`${firstName} ${lastName}`.trim() || i18n.t('No name')}
          </span>
          <span dir="ltr" className="text-muted">
            {email || username}
          </span>
        </p>
        <p className="text-muted text-sm wrap-anywhere">
          {[
            roleLabel(role, i18n),
            department,
            personnelNumber && i18n.t('personnel number {number}', { number: personnelNumber }),
            email === '' && i18n.t('no e-mail, signs in with the user name'),
            !hasPassword && i18n.t('gets a link'),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        {faults.map((fault) => (
          <p key={fault} className="mt-0.5 font-medium text-overdue text-sm wrap-anywhere">
            {fault}
          </p>
        ))}
        {faults.length > 0 && !isOpen && (
          <Button onClick={() => setOpen(true)} className="mt-1.5 h-8! px-2.5! text-sm! touch:h-11!">
            {i18n.t('Correct')}
          </Button>
        )}
        {isOpen && (
          <LineEditor
            line={whole}
            pending={pending}
            onClose={() => setOpen(false)}
            onCorrect={async (correction) => {
              if (await onCorrect(correction)) setOpen(false)
            }}
          />
        )}
      </div>
    </li>
  )
}
