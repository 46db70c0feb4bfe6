import { useCan } from '../../api/viewer.ts'
import { useI18n } from '../../language.ts'
import { Devices } from './devices.tsx'
import { OffDuty } from './off-duty.tsx'
import { ThisDevice } from './this-device.tsx'
import { WhenToRing } from './when-to-ring.tsx'

/** When and where the viewer is told while Muster is closed, and what has reached them off duty. Guests have no duty. */
export function NotificationSettings({ className }: { className: string }) {
  const i18n = useI18n()
  const hasDuty = useCan('clock:use')
  return (
    // No region: its parts are, and the one of toasts has this name.
    <div className={className}>
      <h2 id="notifications" className="scroll-mt-4 flex min-h-15 items-center px-5 py-3 font-semibold text-md md:px-7">
        {i18n.t('Notifications')}
      </h2>
      <ThisDevice />
      {hasDuty && <WhenToRing />}
      <Devices />
      {hasDuty && <OffDuty />}
    </div>
  )
}
