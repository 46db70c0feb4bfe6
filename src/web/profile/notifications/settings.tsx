import { authApi } from '../../../shared/auth.ts'
import { deliveryLogApi } from '../../../shared/delivery-log.ts'
import { pushApi } from '../../../shared/push.ts'
import { useDeviceState } from '../../api/push-device.ts'
import { useReply } from '../../api/queries.ts'
import { useCan } from '../../api/viewer.ts'
import { useI18n } from '../../language.ts'
import { OffDuty } from './delivery-log.tsx'
import { Devices } from './devices.tsx'
import { ExtraShifts } from './extra-shifts.tsx'
import { ThisDevice, useFollowedPermission } from './this-device.tsx'
import { WhenToDeliver } from './when-to-deliver.tsx'

const ID = 'notifications'
/** The bell leads here: the heading is not there yet when the page opens. */
const scrollToAddressed = (heading: HTMLElement | null) => {
  if (location.hash === `#${ID}`) heading?.scrollIntoView()
}

/** When and where the viewer is told while Muster is closed, and notifications that reached them off duty. */
export function NotificationSettings({ className }: { className: string }) {
  const i18n = useI18n()
  const hasDuty = useCan('clock:use')
  useFollowedPermission()
  const sessions = useReply(authApi.sessions, {})
  const devices = useReply(pushApi.list, {})
  const offDuty = useReply(deliveryLogApi.list, {}, { enabled: hasDuty })
  const isUnknown = useDeviceState() === 'unknown'
  // The last part of the page comes when all is known that is above and in it: so nothing moves.
  if (isUnknown || sessions.isPending || devices.isPending || (hasDuty && offDuty.isPending))
    return (
      <p role="status" className="sr-only">
        {i18n.t('Loading...')}
      </p>
    )
  return (
    // No region: its parts are, and the one of toasts has this name.
    <div className={className}>
      <h2
        id={ID}
        ref={scrollToAddressed}
        className="scroll-mt-4 flex min-h-15 items-center px-5 py-3 font-semibold text-md md:px-7"
      >
        {i18n.t('Notifications')}
      </h2>
      <ThisDevice />
      {hasDuty && <WhenToDeliver />}
      {hasDuty && <ExtraShifts />}
      <Devices />
      {hasDuty && <OffDuty />}
    </div>
  )
}
