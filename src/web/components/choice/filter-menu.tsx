import { Trans } from '@lingui/react'
import { ChevronDown } from 'lucide-react'
import { useI18n } from '../../language.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { Menu, MenuChoices } from '../../ui/menu.tsx'
import type { ChoicesProps } from '../../ui/menu-parts.ts'

const ALL = 'all'

/** Chooses one value of a filter, or All, which removes it. */
export function FilterMenu<T extends string>({
  label,
  value,
  choices,
  onChange,
}: {
  label: string
  value: T | undefined
  choices: ChoicesProps<T>['choices']
  onChange: (value: T | undefined) => void
}) {
  const i18n = useI18n()
  const chosen = choices.find((choice) => choice.value === value)?.label
  return (
    <Menu
      align="start"
      trigger={
        <Button
          className={cx(
            'max-w-56 max-md:flex-1 md:max-xl:touch:px-3',
            chosen && 'border-accent! bg-accent-soft! text-accent',
          )}
        >
          <span className="truncate">
            {/* On tablets only the value is shown, so that the tools fit into one line. */}
            {chosen ? (
              <Trans
                id="<0>{filter}: </0>{value}"
                values={{ filter: label, value: <>{chosen}</> }}
                components={{ 0: <span className="md:max-xl:sr-only" /> }}
              />
            ) : (
              <Trans
                id="{filter}<0>: All</0>"
                values={{ filter: label }}
                components={{ 0: <span className="sr-only" /> }}
              />
            )}
          </span>
          <ChevronDown aria-hidden="true" className="size-3.5 opacity-70" />
        </Button>
      }
    >
      <MenuChoices<T | typeof ALL>
        value={value ?? ALL}
        onChange={(next) => onChange(next === ALL ? undefined : next)}
        choices={[{ value: ALL, label: i18n.t('All') }, ...choices]}
      />
    </Menu>
  )
}
