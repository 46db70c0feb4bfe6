import { Slot } from 'radix-ui'
import type { ReactElement } from 'react'
import { usePanel } from '../ui/panel.ts'
import type { ChoiceList } from './choice-panel.tsx'

/** From this many on a list is searched by typing, and not only read through. */
export const LONG = 13

/** The panel and its library load when it is first reached for. */
const loadPanel = () => import('./choice-panel.tsx').then((module) => module.ChoicePanel)

/**
 * A button (the trigger: one element that takes a ref and handlers) that opens a list to choose from: a menu, or, where there
 * is much in it, one in which one finds by typing. It may grow long while it is open.
 */
export function ChoiceMenu({ trigger, ...list }: ChoiceList & { trigger: ReactElement }) {
  const isLong = list.choices.length >= LONG
  const { triggerProps, Panel, panelProps } = usePanel(isLong ? 'dialog' : 'menu', loadPanel)
  return (
    <>
      <Slot.Root {...triggerProps}>{trigger}</Slot.Root>
      {Panel && <Panel {...panelProps} {...list} isLong={isLong} />}
    </>
  )
}
