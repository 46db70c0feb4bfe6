import { Bell as BellIcon } from 'lucide-react'
import { flag, readAddress } from '../components/addresses/address-values.ts'
import { useI18n } from '../language.ts'
import { useAddress } from '../ui/address.ts'
import { useAddressDialog } from '../ui/address-dialog.ts'
import { IconButton } from '../ui/button.tsx'
import { NOT_SMALL, useMedia } from '../ui/media.ts'
import { type PanelInAddress, usePanel } from '../ui/panel.ts'
import type { NotificationAction } from './bell-panel.tsx'
import { useUnreadCount } from './reading.ts'
import { UnreadBadge } from './unread-badge.tsx'

/** The panel and its library load when the pointer or the focus first reaches the bell. */
const loadPanel = () => import('./bell-panel.tsx').then((module) => module.BellPanel)

const readBell = readAddress<{ bell?: true }>({ bell: flag })
const closed = { bell: undefined }

/**
 * On phones the panel is an entry of the history, as a dialog is: the back button closes it also on the first screen.
 */
function useBellInAddress(): PanelInAddress | undefined {
  const { bell } = useAddress(readBell)
  const { open, close } = useAddressDialog(closed)
  const notSmall = useMedia(NOT_SMALL)
  // A phone that is turned keeps the panel that it has opened.
  return notSmall && !bell ? undefined : { isOpen: bell === true, open: () => open({ bell: true }), close }
}

/** The bell with the number of unread notifications. It opens their panel. */
export function Bell({ Action }: { Action?: NotificationAction }) {
  const i18n = useI18n()
  const unread = useUnreadCount()
  const label =
    unread > 0
      ? i18n.t('{count, plural, one {Notifications, # unread} other {Notifications, # unread}}', { count: unread })
      : i18n.t('Notifications')
  const inAddress = useBellInAddress()
  const { triggerProps, Panel, panelProps } = usePanel('dialog', loadPanel, inAddress)
  return (
    <>
      <IconButton {...triggerProps} label={label} className="relative aria-expanded:bg-hover aria-expanded:text-text">
        <BellIcon aria-hidden="true" className="size-4.75" />
        <UnreadBadge count={unread} className="top-0 inset-s-[52%] touch:top-1" />
      </IconButton>
      {Panel && <Panel {...panelProps} isInAddress={inAddress !== undefined} Action={Action} />}
    </>
  )
}
