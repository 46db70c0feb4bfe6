import type { Ref } from 'react'
import { Select } from '../../ui/field.tsx'
import { MIN_SEARCHABLE } from './choice-menu.tsx'
import { Combobox } from './combobox.tsx'
import type { Choice } from './finder.tsx'

/**
 * A field that chooses one of a list: the browser's own `select` for a short list, one with a search for a long one.
 */
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
  /** Names the list. */
  label: string
  name?: string
  disabled?: boolean
  onBlur?: () => void
  ref?: Ref<HTMLInputElement & HTMLSelectElement>
}) =>
  choices.length < MIN_SEARCHABLE ? (
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
