import { Slot } from 'radix-ui'
import type { ReactElement } from 'react'
import { usePanel } from '../ui/panel.ts'
import type { Choice } from './finder.tsx'

/** From this many on a list is searched by typing, and not only read through. */
export const LONG = 13

/** The panel and its library load when it is first reached for. */
const loadPanel = () => import('./find-panel.tsx').then((module) => module.FindPanel)

/** A button (the trigger: one element that takes a ref and handlers) that opens a long list, in which one finds by typing. */
export function FindMenu({
  trigger,
  align = 'end',
  ...list
}: {
  trigger: ReactElement
  align?: 'start' | 'end'
  choices: readonly Choice[]
  value: string
  onChange: (id: string) => void
  /** What the list is of. */
  label: string
  /** What the field says while nothing is typed. */
  placeholder: string
}) {
  const { triggerProps, Panel, panelProps } = usePanel('dialog', loadPanel)
  return (
    <>
      <Slot.Root {...triggerProps}>{trigger}</Slot.Root>
      {Panel && <Panel {...panelProps} {...list} align={align} />}
    </>
  )
}
