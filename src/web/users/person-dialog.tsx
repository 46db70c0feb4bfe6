import { useI18n } from '../language.ts'
import { PersonForm } from './person-form.tsx'
import { PersonOfAddress } from './person-of-address.tsx'

/** The dialog in the address: a new user, or the one with this id. */
export function AccountDialog({ id, onClose }: { id?: string; onClose: () => void }) {
  const i18n = useI18n()
  if (id === undefined) return <PersonForm onClose={onClose} />
  return (
    <PersonOfAddress id={id} right="edit" title={i18n.t('Edit User')} fields={['h-9', 'h-9', 'h-9']} onClose={onClose}>
      {(person) => <PersonForm person={person} onClose={onClose} />}
    </PersonOfAddress>
  )
}
