import { type ComponentType, type KeyboardEvent, type MouseEvent, type RefObject, useId, useRef, useState } from 'react'
import { useOnDemand } from './on-demand.ts'

const EDGE_PX = 8

/** How far a panel keeps from the edges, in pixels. Beside a notch it is as far as the page itself. */
export function edgeSpace() {
  const page = document.querySelector('#root')
  const beside = Math.max(EDGE_PX, page ? Number.parseFloat(getComputedStyle(page).paddingInlineStart) : 0)
  return { top: EDGE_PX, bottom: EDGE_PX, left: beside, right: beside }
}

/** What a panel receives from the button that opens it. */
export interface PanelProps {
  id: string
  anchor: RefObject<HTMLElement | null>
  /** A key opened it. The panel's code may load after the key press, so it cannot find out by itself. */
  byKeyboard: boolean
  onClose: () => void
}

/**
 * A button and the panel that it opens and closes. The panel's code loads when the button is first pointed at or focused. Spread
 * `triggerProps` on the button. `Panel` is defined while the panel is open.
 */
export function usePanel<P extends PanelProps>(popup: 'menu' | 'dialog', load: () => Promise<ComponentType<P>>) {
  const [opened, setOpened] = useState<'by-pointer' | 'by-keyboard'>()
  const anchor = useRef<HTMLButtonElement>(null)
  const id = useId()
  const { Component, prepare, ready } = useOnDemand(load)
  const close = () => setOpened(undefined)
  const open = async (how: typeof opened) => {
    // Without waiting if the code is loaded: the next key is meant for the panel.
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
