import { Slot } from 'radix-ui'
import type { ReactElement } from 'react'
import { usePanel } from '../../ui/panel.ts'
import type { ChoiceList } from './choice-panel.tsx'

/** A list of so many choices or more is searched by typing. */
export const MIN_SEARCHABLE = 13

/** The panel and its library load when the button is first pointed at or focused. */
const loadPanel = () => import('./choice-panel.tsx').then((module) => module.ChoicePanel)

/**
 * A button that opens a list of choices. `trigger` is one element that takes a ref and handlers. A short list is a
 * menu, a long one has a search field. A list may become long while it is open.
 */
export function ChoiceMenu({ trigger, ...list }: ChoiceList & { trigger: ReactElement }) {
  const isLong = list.choices.length >= MIN_SEARCHABLE
  const { triggerProps, Panel, panelProps } = usePanel(isLong ? 'dialog' : 'menu', loadPanel)
  return (
    <>
      <Slot.Root {...triggerProps}>{trigger}</Slot.Root>
      {Panel && <Panel {...panelProps} {...list} isLong={isLong} />}
    </>
  )
}
