import { deployment } from '../api/deployment.ts'
import { SecretDialog } from '../components/forms/secret-dialog.tsx'
import { useI18n } from '../language.ts'

/** Shows a new address for calendars, this once, and its use. */
export function AddressDialog({ path, onClose }: { path: string; onClose: () => void }) {
  const i18n = useI18n()
  return (
    <SecretDialog
      title={i18n.t('The address of your calendar')}
      label={i18n.t('Address')}
      secret={new URL(path, deployment.publicUrl ?? location.origin).href}
      ask={{
        text: i18n.t('Have you saved the address? It is not shown again.'),
        stay: i18n.t('Back to the address'),
      }}
      note={i18n.t('Anybody who knows it can see your tasks. It is shown only now. If you lose it, make a new one.')}
      onClose={onClose}
    >
      {i18n.t('In your calendar, choose “Add calendar from URL” or “Subscribe”, and paste this address.')}
    </SecretDialog>
  )
}
