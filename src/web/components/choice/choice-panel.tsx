import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { FloatingPanel } from '../../ui/floating-panel.tsx'
import { MenuChoices } from '../../ui/menu.tsx'
import { MenuPanel } from '../../ui/menu-panel.tsx'
import type { PanelProps } from '../../ui/panel.ts'
import { type Choice, FinderList, useFinder } from './finder.tsx'

export interface ChoiceList {
  align: 'start' | 'end'
  choices: readonly Choice[]
  value: string
  onChange: (id: string) => void
  /** The name of the list for screen readers. */
  label: string
  /** The placeholder in the search field of a long list. */
  placeholder: string
  /** Entries that stand below a short list. */
  children?: ReactNode
}

type Props = PanelProps & ChoiceList

/** The panel of `ChoiceMenu`. A module of its own, so that it loads on demand. */
export const ChoicePanel = ({ isLong, ...list }: Props & { isLong: boolean }) =>
  isLong ? <LongList {...list} /> : <ShortList {...list} />

const ShortList = ({ choices, value, onChange, children, ...panel }: Props) => (
  <MenuPanel {...panel}>
    <MenuChoices value={value} onChange={onChange} choices={choices.map(({ id, label }) => ({ value: id, label }))} />
    {children}
  </MenuPanel>
)

function LongList({ choices, value, onChange, label, placeholder, children: _, ...panel }: Props) {
  const finder = useFinder(choices, value, (choice) => {
    onChange(choice.id)
    panel.onClose()
  })
  return (
    <FloatingPanel
      {...panel}
      aria-label={label}
      // Not higher, so that a phone's keyboard does not cover it.
      className="max-h-[min(26rem,var(--radix-popper-available-height))] w-[min(22rem,calc(100vw-1rem))]"
    >
      <div className="relative shrink-0 border-line border-b">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute top-1/2 inset-s-3 size-4 -translate-y-1/2 text-muted"
        />
        <input
          {...finder.fieldProps(true)}
          aria-label={placeholder}
          placeholder={placeholder}
          value={finder.typed}
          maxLength={200}
          enterKeyHint="done"
          onChange={({ target }) => finder.type(target.value)}
          onKeyDown={finder.onKeyDown}
          className="h-10 w-full truncate bg-transparent pe-3 ps-9.5 outline-none touch:h-12 touch:text-lg"
        />
      </div>
      <FinderList finder={finder} label={label} />
    </FloatingPanel>
  )
}
