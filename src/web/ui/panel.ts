import {
  type ComponentType,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { useOnDemand } from './on-demand.ts'

const EDGE_PX = 8

/** How far a panel keeps from the edges, in pixels. Beside a notch it is as far as the page itself. */
export function edgeSpace() {
  const page = document.querySelector('#root')
  const beside = Math.max(EDGE_PX, page ? Number.parseFloat(getComputedStyle(page).paddingInlineStart) : 0)
  return { top: EDGE_PX, bottom: EDGE_PX, left: beside, right: beside }
}

/** The props that a panel receives from the button that opens it. */
export interface PanelProps {
  id: string
  anchor: RefObject<HTMLElement | null>
  /** A key opened it. The panel's code may load after the key press, so it cannot find out by itself. */
  byKeyboard: boolean
  onClose: () => void
}

/** For a panel with an entry in the history: whether the address says that it is open, and its changes. */
export interface PanelInAddress {
  isOpen: boolean
  open: () => void
  close: () => void
}

/**
 * A button and the panel that it opens and closes. The panel's code loads when the button is first pointed at or
 * focused. Spread `triggerProps` on the button. `Panel` is defined while the panel is open.
 *
 * @param inAddress in place of a state of its own: on phones, where the back button closes the top layer
 */
export function usePanel<P extends PanelProps>(
  popup: 'menu' | 'dialog',
  load: () => Promise<ComponentType<P>>,
  inAddress?: PanelInAddress,
) {
  const [how, setHow] = useState<'by-pointer' | 'by-keyboard'>()
  const anchor = useRef<HTMLButtonElement>(null)
  const id = useId()
  const { Component, prepare, ready } = useOnDemand(load)
  const isOpen = inAddress ? inAddress.isOpen : how !== undefined
  const close = () => (inAddress ? inAddress.close() : setHow(undefined))
  const open = async (how: 'by-pointer' | 'by-keyboard') => {
    // Without waiting if the code is loaded: the next key is meant for the panel.
    if (!Component && !(await ready())) return
    setHow(how)
    inAddress?.open()
  }
  // The address of a page that is loaded again may say so.
  const isMissing = isOpen && !Component
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each opening
  useEffect(() => {
    if (isMissing) prepare()
  }, [isMissing])
  return {
    triggerProps: {
      ref: anchor,
      id: `${id}trigger`,
      'aria-haspopup': popup,
      'aria-expanded': isOpen,
      'aria-controls': isOpen ? id : undefined,
      onPointerEnter: prepare,
      onFocus: prepare,
      onClick: ({ detail }: MouseEvent) => (isOpen ? close() : void open(detail === 0 ? 'by-keyboard' : 'by-pointer')),
      onKeyDown: (event: KeyboardEvent) => {
        if (popup !== 'menu' || event.key !== 'ArrowDown') return
        event.preventDefault()
        void open('by-keyboard')
      },
    },
    Panel: isOpen ? Component : undefined,
    panelProps: { id, anchor, byKeyboard: how === 'by-keyboard', onClose: close } satisfies PanelProps,
  }
}
