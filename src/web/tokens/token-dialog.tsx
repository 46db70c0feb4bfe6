import { useState } from 'react'
import { SecretDialog } from '../components/forms/secret-dialog.tsx'
import { useI18n } from '../language.ts'
import { TokenForm } from './token-form.tsx'

/** Asks for a token's purpose, and then shows it, this once. */
export function TokenDialog({ onClose }: { onClose: () => void }) {
  const i18n = useI18n()
  const [token, setToken] = useState<string>()
  if (token === undefined) return <TokenForm onMade={setToken} onClose={onClose} />
  return (
    <SecretDialog
      title={i18n.t('Your new token')}
      label={i18n.t('Token')}
      secret={token}
      ask={{ text: i18n.t('Have you saved the token? It is not shown again.'), stay: i18n.t('Back to the token') }}
      onClose={onClose}
    >
      {i18n.t(
        'It is shown only now. Give it to your program and to nobody else. Anybody who has it can do in your name what you have chosen.',
      )}
    </SecretDialog>
  )
}
