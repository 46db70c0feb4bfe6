import type { Which } from '../../../shared/time/repeated-times.ts'
import { formatTime } from '../../../shared/words/formats.ts'
import { Field, Select } from '../../ui/field.tsx'
import { useReader } from './use-reader.ts'

/** Asks which one is meant of a time that comes twice, in the night in which the clocks go back. */
export function WhichTime({
  instants,
  value,
  onChange,
  error,
  className,
}: {
  /** The meanings of the time, as `typed-times.ts` says. With fewer than two, nothing is asked. */
  instants: readonly string[]
  value: Which | undefined
  onChange: (which: Which) => void
  error?: string | undefined
  className?: string
}) {
  const reader = useReader()
  const { i18n } = reader
  const [first, second] = instants
  if (first === undefined || second === undefined) return null
  return (
    <Field
      label={i18n.t('{time} comes twice in this night. Which one?', { time: formatTime(first, reader) })}
      error={error}
      className={className}
      required
    >
      <Select value={value ?? ''} onChange={({ target }) => onChange(target.value as Which)}>
        <option value="" disabled>
          {i18n.t('Choose')}
        </option>
        <option value="first">{i18n.t('The first, before the clocks go back')}</option>
        <option value="second">{i18n.t('The second, after the clocks go back')}</option>
      </Select>
    </Field>
  )
}
