import type { Ref } from 'react'
import { Select } from '../ui/field.tsx'
import { LONG } from './choice-menu.tsx'
import { Combobox } from './combobox.tsx'
import type { Choice } from './finder.tsx'

/** One of a list: the system's own list as long as it is short; a long one is found by typing. */
export const ChoiceField = ({
  choices,
  value,
  onChange,
  label,
  ref,
  ...rest
}: {
  choices: readonly Choice[]
  value: string
  onChange: (id: string) => void
  /** What the list is of. */
  label: string
  name?: string
  disabled?: boolean
  onBlur?: () => void
  ref?: Ref<HTMLInputElement & HTMLSelectElement>
}) =>
  choices.length < LONG ? (
    <Select {...rest} ref={ref} value={value} onChange={({ target }) => onChange(target.value)}>
      {choices.map(({ id, label }) => (
        <option key={id} value={id}>
          {label}
        </option>
      ))}
    </Select>
  ) : (
    <Combobox
      ref={ref}
      choices={choices}
      value={value}
      onChange={onChange}
      label={label}
      placeholder=""
      disabled={rest.disabled}
    />
  )
