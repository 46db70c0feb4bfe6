import { SecretDialog } from '../components/forms/secret-dialog.tsx'
import { useI18n } from '../language.ts'

/** The secret of a webhook. It can be shown again. */
export function WebhookSecret({ secret, onClose }: { secret: string; onClose: () => void }) {
  const i18n = useI18n()
  const title = i18n.t('Secret of the webhook')
  return (
    <SecretDialog title={title} label={title} secret={secret} onClose={onClose}>
      {i18n.t(
        'Give it only to the program that gets the messages. It shows the program that a message comes from here.',
      )}
    </SecretDialog>
  )
}
