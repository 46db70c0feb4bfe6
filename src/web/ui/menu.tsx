import { Slot } from 'radix-ui'
import { type KeyboardEvent, type MouseEvent, type ReactElement, type ReactNode, useId, useRef, useState } from 'react'
import { type ChoicesProps, type EntryProps, useMenuParts } from './menu-parts.ts'
import { useOnDemand } from './on-demand.ts'

/** The panel and its library load when a menu is first reached for. */
const loadPanel = () => import('./menu-panel.tsx').then((module) => module.MenuPanel)

/** A button (the trigger: one element that takes a ref and handlers) that opens a menu of entries. */
export function Menu({
  trigger,
  children,
  align = 'end',
}: {
  trigger: ReactElement
  children: ReactNode
  align?: 'start' | 'center' | 'end'
}) {
  const [opened, setOpened] = useState<'by-pointer' | 'by-keyboard'>()
  const anchor = useRef<HTMLElement>(null)
  const id = useId()
  const panel = useOnDemand(loadPanel)
  const open = async (how: 'by-pointer' | 'by-keyboard') => {
    if (await panel.ready()) setOpened(how)
  }
  return (
    <>
      <Slot.Root
        ref={anchor}
        id={`${id}trigger`}
        aria-haspopup="menu"
        aria-expanded={opened !== undefined}
        aria-controls={opened && id}
        data-state={opened ? 'open' : 'closed'}
        onPointerEnter={panel.prepare}
        onFocus={panel.prepare}
        onClick={({ detail }: MouseEvent) => void open(detail === 0 ? 'by-keyboard' : 'by-pointer')}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          void open('by-keyboard')
        }}
      >
        {trigger}
      </Slot.Root>
      {opened && panel.Component && (
        <panel.Component id={id} anchor={anchor} align={align} opened={opened} onClose={() => setOpened(undefined)}>
          {children}
        </panel.Component>
      )}
    </>
  )
}

export function MenuEntry(props: EntryProps) {
  const { Entry } = useMenuParts()
  return <Entry {...props} />
}

/** One of several, with a check mark at the chosen one. */
export function MenuChoices<T extends string>({ value, onChange, choices }: ChoicesProps<T>) {
  const { Choices } = useMenuParts()
  return <Choices value={value} onChange={onChange as (value: string) => void} choices={choices} />
}

export function MenuSeparator() {
  const { Separator } = useMenuParts()
  return <Separator />
}

export function MenuLabel({ children }: { children: ReactNode }) {
  const { Label } = useMenuParts()
  return <Label>{children}</Label>
}
