import { NewPinDialog } from '../components/pins/pin-dialogs.tsx'
import { useI18n } from '../language.ts'
import { PersonOfAddress } from './person-of-address.tsx'

/** The dialog in the address: a new PIN for the person with this id. */
export function PinOfDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const i18n = useI18n()
  return (
    <PersonOfAddress id={id} right="manage" title={i18n.t('New PIN for kiosks')} fields={[]} onClose={onClose}>
      {(person) => <NewPinDialog person={person} onClose={onClose} />}
    </PersonOfAddress>
  )
}
