import { Slot } from 'radix-ui'
import { type ReactElement, useId, useRef, useState } from 'react'
import { useOnDemand } from '../ui/on-demand.ts'
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
  const [open, setOpen] = useState(false)
  const anchor = useRef<HTMLElement>(null)
  const id = useId()
  const panel = useOnDemand(loadPanel)
  const toggle = async () => setOpen(!open && (await panel.ready()))
  return (
    <>
      <Slot.Root
        ref={anchor}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        data-state={open ? 'open' : 'closed'}
        onPointerEnter={panel.prepare}
        onFocus={panel.prepare}
        onClick={() => void toggle()}
      >
        {trigger}
      </Slot.Root>
      {open && panel.Component && (
        <panel.Component {...list} id={id} anchor={anchor} align={align} onClose={() => setOpen(false)} />
      )}
    </>
  )
}
