import { Bell as BellIcon } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { IconButton } from '../ui/button.tsx'
import { useOnDemand } from '../ui/on-demand.ts'
import { useUnreadCount } from './reading.ts'

/** More than this is only said to be more. */
const MOST = 99

/** The panel and its library load when the bell is first reached for. */
const loadPanel = () => import('./bell-panel.tsx').then((module) => module.BellPanel)

/** How many notifications are unread, and the way to them. */
export function Bell() {
  const unread = useUnreadCount()
  const [open, setOpen] = useState(false)
  const anchor = useRef<HTMLButtonElement>(null)
  const id = useId()
  const panel = useOnDemand(loadPanel)
  const toggle = async () => setOpen(!open && (await panel.ready()))
  return (
    <>
      <IconButton
        ref={anchor}
        label={unread > 0 ? `Notifications, ${unread.toLocaleString('en')} unread` : 'Notifications'}
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onPointerEnter={panel.prepare}
        onFocus={panel.prepare}
        onClick={() => void toggle()}
        className="relative aria-expanded:bg-hover aria-expanded:text-text"
      >
        <BellIcon aria-hidden="true" className="size-4.75" />
        {unread > 0 && (
          <span
            aria-hidden="true"
            className="tabular absolute top-0 left-[52%] grid h-4 min-w-4 place-items-center rounded-full bg-bad px-1 font-semibold text-[10px] text-on-strong leading-none ring-2 ring-surface touch:top-1"
          >
            {unread > MOST ? `${MOST}+` : unread}
          </span>
        )}
      </IconButton>
      {open && panel.Component && <panel.Component id={id} anchor={anchor} onClose={() => setOpen(false)} />}
    </>
  )
}
