import { BellRing } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../api/call-endpoint.ts'
import { tellDevice, useDeviceState } from '../api/push-device.ts'
import { useViewer } from '../api/viewer.ts'
import { useI18n } from '../language.ts'
import { createRememberedStore } from '../store.ts'
import { Button } from '../ui/button.tsx'
import { card } from '../ui/card.ts'
import { cx } from '../ui/class-names.ts'
import { UPRIGHT_PHONE, useMedia } from '../ui/media.ts'
import { toast, toastError } from '../ui/toast.tsx'

/** Whether anybody has answered the offer on this device. */
const answered = createRememberedStore(
  'muster.tell-offer',
  (text) => text !== null,
  (is) => (is ? 'answered' : null),
)

/** Offers once, on Today while on duty, to tell the person on this phone, if it can be told and is not. */
export function TellOffer() {
  const { id } = useViewer()
  const i18n = useI18n()
  const isPhone = useMedia(`${UPRIGHT_PHONE} and (pointer: coarse)`)
  const isOff = useDeviceState() === 'off'
  const isAnswered = answered.use()
  const [pending, setPending] = useState(false)
  if (!isPhone || !isOff || isAnswered) return null
  const tell = async () => {
    setPending(true)
    try {
      const state = await tellDevice(id)
      if (state === 'on') toast({ title: i18n.t('This device now gets notifications') })
      // A person who has closed the browser's question may still want it.
      if (state !== 'off') answered.set(true)
    } catch (error) {
      console.info('This device could not be told', error)
      toastError(messageOf(error, i18n.t('It could not be set up on this device. Please try again.')))
    }
    setPending(false)
  }
  return (
    <section aria-label={i18n.t('This device')} className={cx(card, 'flex flex-wrap items-center gap-x-3 gap-y-1 p-3')}>
      <p className="flex-1 basis-52 text-pretty text-sm">
        {i18n.t('This phone can tell you what is new during your shift, also while Muster is closed.')}
      </p>
      <div className="flex flex-wrap gap-1">
        <Button onClick={tell} pending={pending}>
          {!pending && <BellRing aria-hidden="true" className="size-4" />}
          {i18n.t('Tell me on this device')}
        </Button>
        <Button variant="ghost" onClick={() => answered.set(true)}>
          {i18n.t('Not now')}
        </Button>
      </div>
    </section>
  )
}
