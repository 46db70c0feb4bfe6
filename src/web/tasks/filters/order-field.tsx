import { useI18n } from '../../language.ts'
import { Field, Select } from '../../ui/field.tsx'
import { useBoardSort } from './board-sort.ts'
import { sortChoices } from './choices.ts'
import { useView } from './view.ts'

/** Chooses the order of the board's columns where there is no room for `SortMenu`. The table has it in its head. */
export function OrderField({ className }: { className?: string }) {
  const i18n = useI18n()
  const { view } = useView()
  const { sort, choose } = useBoardSort()
  if (view === 'table') return null
  const choices = sortChoices(i18n)
  return (
    <Field label={i18n.t('Order ##of tasks')} className={className ?? ''}>
      <Select
        value={sort}
        onChange={({ target }) => void choose(choices.find(({ value }) => value === target.value)?.value ?? sort)}
      >
        {choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </Select>
    </Field>
  )
}
