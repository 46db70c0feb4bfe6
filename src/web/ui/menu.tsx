import { Slot } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { type ChoicesProps, type EntryProps, useMenuParts } from './menu-parts.ts'
import { usePanel } from './panel.ts'

/** The panel and its library load when a menu's button is first pointed at or focused. */
const loadPanel = () => import('./menu-panel.tsx').then((module) => module.MenuPanel)

/** A button that opens a menu. `trigger` is one element that takes a ref and handlers. */
export function Menu({
  trigger,
  children,
  align = 'end',
}: {
  trigger: ReactElement
  children: ReactNode
  align?: 'start' | 'center' | 'end'
}) {
  const { triggerProps, Panel, panelProps } = usePanel('menu', loadPanel)
  return (
    <>
      <Slot.Root {...triggerProps}>{trigger}</Slot.Root>
      {Panel && (
        <Panel {...panelProps} align={align}>
          {children}
        </Panel>
      )}
    </>
  )
}

export function MenuEntry(props: EntryProps) {
  const { Entry } = useMenuParts()
  return <Entry {...props} />
}

/** Entries with one choice, which has a check mark. */
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
