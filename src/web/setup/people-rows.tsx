import { X } from 'lucide-react'
import type { ClipboardEvent } from 'react'
import type { Department } from '../../shared/departments.ts'
import { may } from '../../shared/permissions.ts'
import { MAX_LIST_PEOPLE } from '../../shared/users.ts'
import { fold } from '../../shared/words/fold.ts'
import { useViewer } from '../api/viewer.ts'
import { roleLabel } from '../components/people/role-label.ts'
import { useI18n } from '../language.ts'
import { IconButton } from '../ui/button.tsx'
import { Field, Input, Select } from '../ui/field.tsx'
import { type PastedPerson, pastedPeople } from './pasted-people.ts'
import { type Faults, isFilled } from './people-faults.ts'

/** A row that nobody has filled. Its department is the first one. */
export const emptyRow: PastedPerson = { firstName: '', lastName: '', email: '', role: 'user', departmentId: '' }

const roles = ['admin', 'manager', 'user', 'guest'] as const
/** The roles that the viewer may give. */
export const offeredRoles = (viewer: ReturnType<typeof useViewer>) =>
  roles.filter((role) => may(viewer, 'user:grant', { role }))

/** People to be created, a row each. A list that is pasted into any field fills the rows. */
export function PeopleRows({
  rows,
  faults,
  departments,
  onChange,
}: {
  rows: readonly PastedPerson[]
  faults: Faults
  departments: readonly Department[]
  onChange: (rows: PastedPerson[]) => void
}) {
  const i18n = useI18n()
  const viewer = useViewer()
  const offered = offeredRoles(viewer)
  const complete = (row: PastedPerson) => ({
    ...row,
    departmentId: row.departmentId || String(departments[0]?.id ?? ''),
  })
  const set = (index: number, changes: Partial<PastedPerson>) =>
    onChange(rows.map((row, at) => (at === index ? complete({ ...row, ...changes }) : row)))
  const onPaste = (event: ClipboardEvent, index: number) => {
    const text = event.clipboardData.getData('text')
    if (!/[\t\n;]|,.*@|@.*,|<.*@/.test(text.trim())) return
    const pasted = pastedPeople(text, {
      roles: new Map(offered.flatMap((role) => [[role, role] as const, [fold(roleLabel(role, i18n)), role] as const])),
      departments: new Map(departments.map(({ id, name }) => [fold(name), String(id)])),
    })
    if (pasted.length === 0) return
    event.preventDefault()
    const before = rows.slice(0, index).filter(isFilled)
    const after = rows.slice(index).filter(isFilled)
    const added = pasted.map((person) => complete({ ...emptyRow, ...person }))
    onChange([...before, ...added, ...after].slice(0, MAX_LIST_PEOPLE))
  }
  return (
    <ul aria-label={i18n.t('New people')} className="flex flex-col gap-3">
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a person is what the fields at their place hold
        <li key={index} className="rounded-card border border-line p-3" onPaste={(event) => onPaste(event, index)}>
          <fieldset className="grid grid-cols-[minmax(0,1fr)_auto] gap-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_auto] xl:grid-cols-[minmax(0,1fr)_minmax(0,1fr)_minmax(0,1.3fr)_6.5rem_minmax(0,1.4fr)_auto]">
            <legend className="sr-only">{i18n.t('Person {number}', { number: index + 1 })}</legend>
            <PersonInputs row={row} faults={faults[index] ?? {}} onChange={(changes) => set(index, changes)} />
            <Field label={i18n.t('Role')} {...errorOf(faults[index]?.role)} className={WIDE}>
              <Select value={row.role} onChange={({ target }) => set(index, { role: target.value })}>
                {offered.map((role) => (
                  <option key={role} value={role}>
                    {roleLabel(role, i18n)}
                  </option>
                ))}
              </Select>
            </Field>
            <Field label={i18n.t('Department')} {...errorOf(faults[index]?.departmentId)}>
              <Select
                value={complete(row).departmentId}
                onChange={({ target }) => set(index, { departmentId: target.value })}
              >
                {departments.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
              </Select>
            </Field>
            <IconButton
              label={i18n.t('Leave out person {number}', { number: index + 1 })}
              disabled={rows.length === 1}
              onClick={() => onChange(rows.toSpliced(index, 1))}
              className="self-end"
            >
              <X aria-hidden="true" className="size-4" />
            </IconButton>
          </fieldset>
        </li>
      ))}
    </ul>
  )
}

/** On phones every field but the last has a line of its own; beside that one stands the button. */
const WIDE = 'max-sm:col-span-2'
const WIDEST = 'max-xl:col-span-full'

const errorOf = (error: string | undefined) => (error ? { error } : {})

function PersonInputs({
  row,
  faults,
  onChange,
}: {
  row: PastedPerson
  faults: NonNullable<Faults[number]>
  onChange: (changes: Partial<PastedPerson>) => void
}) {
  const i18n = useI18n()
  const labels = { firstName: i18n.t('First Name'), lastName: i18n.t('Last Name'), email: i18n.t('Email') }
  return (['firstName', 'lastName', 'email'] as const).map((name) => (
    <Field key={name} label={labels[name]} {...errorOf(faults[name])} className={name === 'email' ? WIDEST : WIDE}>
      <Input
        value={row[name]}
        type={name === 'email' ? 'email' : 'text'}
        autoComplete="off"
        onChange={({ target }) => onChange({ [name]: target.value })}
      />
    </Field>
  ))
}
