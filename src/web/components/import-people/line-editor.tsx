import { type KeyboardEvent, useState } from 'react'
import { departmentsApi } from '../../../shared/departments.ts'
import { columnLabels } from '../../../shared/import-columns.ts'
import type { ImportLine, LineCorrection } from '../../../shared/import-people.ts'
import { may, roles } from '../../../shared/permissions.ts'
import { fold } from '../../../shared/words/fold.ts'
import { useReply } from '../../api/queries.ts'
import { useViewer } from '../../api/viewer.ts'
import { useI18n } from '../../language.ts'
import { Button } from '../../ui/button.tsx'
import { Field, Input, Select } from '../../ui/field.tsx'
import { roleLabel } from '../people/role-label.ts'

const typed = ['firstName', 'lastName', 'email', 'username', 'personnelNumber'] as const

/** Corrects one line of the file. The file itself stays as it is. */
export function LineEditor({
  line,
  pending,
  onCorrect,
  onClose,
}: {
  line: ImportLine
  pending: boolean
  onCorrect: (correction: LineCorrection) => Promise<void>
  onClose: () => void
}) {
  const i18n = useI18n()
  const viewer = useViewer()
  const departments = useReply(departmentsApi.list, {}).data ?? []
  const known = departments.find(({ name }) => fold(name) === fold(line.department))?.name
  const offered = roles.filter((role) => may(viewer, 'user:grant', { role }))
  const [values, setValues] = useState({
    firstName: line.firstName,
    lastName: line.lastName,
    email: line.email,
    username: line.username ?? '',
    personnelNumber: line.personnelNumber ?? '',
    department: known ?? '',
    role: offered.find((role) => role === line.role) ?? '',
  })
  const set = (changes: Partial<typeof values>) => setValues({ ...values, ...changes })
  const { department, role, username, personnelNumber, ...texts } = values
  const apply = () =>
    onCorrect({
      line: line.line,
      ...texts,
      // Muster makes its own user name anew, of the corrected name, or none beside an e-mail address.
      ...(username !== (line.username ?? '') && { username }),
      // An older server knows none.
      ...(personnelNumber !== (line.personnelNumber ?? '') && { personnelNumber }),
      ...(department !== '' && { department }),
      ...(role !== '' && { role }),
    })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return
    event.preventDefault()
    void apply()
  }
  return (
    <fieldset onKeyDown={onKeyDown} className="mt-2 grid gap-x-3 gap-y-3 sm:grid-cols-2">
      <legend className="sr-only">{i18n.t('Line {line}', { line: line.line })}</legend>
      {typed.map((name) => (
        <Field key={name} label={i18n.t(columnLabels[name])}>
          <Input value={values[name]} maxLength={300} onChange={({ target }) => set({ [name]: target.value })} />
        </Field>
      ))}
      <Field label={i18n.t(columnLabels.department)}>
        <Select value={department} onChange={({ target }) => set({ department: target.value })}>
          {known === undefined && <option value="">{line.department || i18n.t('Choose a department')}</option>}
          {departments.map(({ id, name }) => (
            <option key={id} value={name}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={i18n.t(columnLabels.role)}>
        <Select value={role} onChange={({ target }) => set({ role: target.value })}>
          {role === '' && <option value="">{roleLabel(line.role, i18n)}</option>}
          {offered.map((each) => (
            <option key={each} value={each}>
              {roleLabel(each, i18n)}
            </option>
          ))}
        </Select>
      </Field>
      <div className="flex gap-2 self-end">
        <Button onClick={onClose}>{i18n.t('Cancel')}</Button>
        <Button variant="primary" pending={pending} onClick={() => void apply()}>
          {i18n.t('Apply')}
        </Button>
      </div>
    </fieldset>
  )
}
