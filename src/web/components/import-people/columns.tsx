import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import { columnLabels } from '../../../shared/import-columns.ts'
import { type FileColumn, type ImportColumn, type ImportPreview, importColumns } from '../../../shared/import-people.ts'
import { useI18n } from '../../language.ts'
import { Field, Select } from '../../ui/field.tsx'
import type { Assigned } from './remembered-columns.ts'

/** The assignment of the file's columns, to look at and to change. It is open when a column is missing. */
export function Columns({
  preview: { columns, assigned, missing },
  pending,
  onAssign,
}: {
  preview: ImportPreview
  pending: boolean
  onAssign: (assigned: Assigned) => void
}) {
  const i18n = useI18n()
  const isMissing = missing.length > 0
  // It stays open once nothing is missing, so that the person who chooses a column keeps the focus there.
  const [open, setOpen] = useState(isMissing)
  return (
    <details
      open={open}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
      className="group mb-4 rounded-card border border-line px-4"
    >
      <summary className="flex min-h-11 cursor-pointer list-none items-center gap-2 font-medium [&::-webkit-details-marker]:hidden">
        {i18n.t('Columns of the file')}
        <ChevronDown
          aria-hidden="true"
          className="ms-auto size-4 text-muted transition-transform duration-120 group-open:rotate-180"
        />
      </summary>
      {isMissing && (
        <p role="status" className="tint-medium mb-3 rounded-control px-3.5 py-2.5 font-medium">
          {i18n.t('Some columns were not recognised. Choose a column for each field that is marked.')}
        </p>
      )}
      <div className="grid gap-x-4 gap-y-4 pb-4 md:grid-cols-2">
        {importColumns.map((name) => (
          <Choice
            key={name}
            name={name}
            columns={columns}
            value={assigned[name] ?? null}
            missing={missing.includes(name)}
            pending={pending}
            onChange={(index) => onAssign({ ...assigned, [name]: index })}
          />
        ))}
      </div>
    </details>
  )
}

function Choice({
  name,
  columns,
  value,
  missing,
  pending,
  onChange,
}: {
  name: ImportColumn
  columns: readonly FileColumn[]
  value: number | null
  missing: boolean
  pending: boolean
  onChange: (index: number | null) => void
}) {
  const i18n = useI18n()
  const samples = value === null ? [] : (columns[value]?.samples ?? [])
  return (
    <Field
      label={i18n.t(columnLabels[name])}
      {...(missing && { error: i18n.t('Choose a column') })}
      hint={samples.length > 0 && <bdi className="line-clamp-1 wrap-anywhere">{samples.join(' · ')}</bdi>}
    >
      <Select
        value={value ?? ''}
        disabled={pending}
        onChange={({ target }) => onChange(target.value === '' ? null : Number(target.value))}
      >
        <option value="">{i18n.t('Not in the file')}</option>
        {columns.map((column, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns keep their places, and may have equal names
          <option key={index} value={index}>
            {column.name || i18n.t('Column {number}', { number: index + 1 })}
          </option>
        ))}
      </Select>
    </Field>
  )
}
