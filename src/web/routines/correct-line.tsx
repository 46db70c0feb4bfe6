import { useI18n } from '../language.ts'
import { Field, Input, Select } from '../ui/field.tsx'
import { headingOf } from './paste-words.ts'
import type { PastedEntry } from './pasted-entries.ts'
import type { CorrectedLine } from './pasted-routines.ts'
import type { Paste } from './use-paste.ts'

/** The columns that are corrected as words, with an example of each. */
const typed = [
  ['days', '* * 1-5'],
  ['opens', '06:00'],
  ['due', '07:30'],
  ['closes', '08:00'],
] as const

/** Corrects one line of the list where it stands. The text of the list stays as it is. */
export function CorrectLine({
  entry,
  paste: { departments, mayManage },
  onCorrect,
}: {
  entry: PastedEntry
  paste: Paste
  onCorrect: (correction: CorrectedLine) => void
}) {
  const i18n = useI18n()
  const { title, department, days, opens, due, closes } = entry
  const set = (changes: Partial<CorrectedLine>) =>
    onCorrect({ title, department, days, opens, due, closes, ...changes })
  const offered = departments?.filter(({ id }) => mayManage(id)) ?? []
  return (
    <fieldset className="mt-2 grid grid-cols-2 gap-3 pb-1">
      <legend className="sr-only">{i18n.t('Line {line}', { line: entry.line })}</legend>
      <Field label={headingOf('title', i18n)} className="col-span-2">
        <Input value={title} autoComplete="off" onChange={({ target }) => set({ title: target.value })} />
      </Field>
      <Field label={headingOf('department', i18n)} className="col-span-2">
        <Select value={department} onChange={({ target }) => set({ department: target.value })}>
          <option value="">{i18n.t('As chosen for all lines')}</option>
          {!offered.some(({ name }) => name === department) && department !== '' && <option>{department}</option>}
          {offered.map(({ id, name }) => (
            <option key={id}>{name}</option>
          ))}
        </Select>
      </Field>
      {typed.map(([column, example]) => (
        <Field key={column} label={headingOf(column, i18n)}>
          <Input
            value={entry[column]}
            autoComplete="off"
            placeholder={example}
            onChange={({ target }) => set({ [column]: target.value })}
          />
        </Field>
      ))}
    </fieldset>
  )
}
