import { type ComponentType, type KeyboardEvent, type MouseEvent, type RefObject, useId, useRef, useState } from 'react'
import { useOnDemand } from './on-demand.ts'

/** What a panel is told by the button that opens it. */
export interface PanelProps {
  id: string
  anchor: RefObject<HTMLElement | null>
  /** Its code has loaded after the key was pressed: it cannot know of it by itself. */
  byKeyboard: boolean
  onClose: () => void
}

/**
 * A button and the panel that it opens and closes, whose code loads when the button is first reached for. `triggerProps` are
 * spread on the button; `Panel` is there while it is open.
 */
export function usePanel<P extends PanelProps>(popup: 'menu' | 'dialog', load: () => Promise<ComponentType<P>>) {
  const [opened, setOpened] = useState<'by-pointer' | 'by-keyboard'>()
  const anchor = useRef<HTMLButtonElement>(null)
  const id = useId()
  const { Component, prepare, ready } = useOnDemand(load)
  const close = () => setOpened(undefined)
  const open = async (how: typeof opened) => {
    // At once where it can be: the key that follows is meant for it.
    if (Component || (await ready())) setOpened(how)
  }
  return {
    triggerProps: {
      ref: anchor,
      id: `${id}trigger`,
      'aria-haspopup': popup,
      'aria-expanded': opened !== undefined,
      'aria-controls': opened && id,
      onPointerEnter: prepare,
      onFocus: prepare,
      onClick: ({ detail }: MouseEvent) => (opened ? close() : void open(detail === 0 ? 'by-keyboard' : 'by-pointer')),
      onKeyDown: (event: KeyboardEvent) => {
        if (popup !== 'menu' || event.key !== 'ArrowDown') return
        event.preventDefault()
        void open('by-keyboard')
      },
    },
    Panel: opened && Component,
    panelProps: { id, anchor, byKeyboard: opened === 'by-keyboard', onClose: close } satisfies PanelProps,
  }
}
