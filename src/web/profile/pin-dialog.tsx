import { useI18n } from '../language.ts'
import { Dialog } from '../ui/dialog.tsx'
import { PinForm } from './security/pin-form.tsx'

/** Sets the viewer's PIN for kiosks, or changes it. */
export function PinDialog({ onClose }: { onClose: () => void }) {
  const i18n = useI18n()
  return (
    <Dialog
      open
      size="sm"
      title={i18n.t('PIN for kiosks')}
      description={i18n.t('You need it to clock in and out at the tablet by the door. It opens nothing else.')}
      onClose={onClose}
    >
      <PinForm onDone={onClose} />
    </Dialog>
  )
}
