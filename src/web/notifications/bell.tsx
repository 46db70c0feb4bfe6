import { Bell as BellIcon } from 'lucide-react'
import { IconButton } from '../ui/button.tsx'
import { usePanel } from '../ui/panel.ts'
import { useUnreadCount } from './reading.ts'

/** More than this is only said to be more. */
const MOST = 99

/** The panel and its library load when the bell is first reached for. */
const loadPanel = () => import('./bell-panel.tsx').then((module) => module.BellPanel)

/** How many notifications are unread, and the way to them. */
export function Bell() {
  const unread = useUnreadCount()
  const { triggerProps, Panel, panelProps } = usePanel('dialog', loadPanel)
  return (
    <>
      <IconButton
        {...triggerProps}
        label={unread > 0 ? `Notifications, ${unread.toLocaleString('en')} unread` : 'Notifications'}
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
      {Panel && <Panel {...panelProps} />}
    </>
  )
}
