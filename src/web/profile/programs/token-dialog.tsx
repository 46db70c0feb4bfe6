import { useState } from 'react'
import { SecretText } from '../../components/secret-text.tsx'
import { useI18n } from '../../language.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { TokenForm } from './token-form.tsx'

/** Asks what a token is for, and then shows it, this once. */
export function TokenDialog({ onClose }: { onClose: () => void }) {
  const i18n = useI18n()
  const [token, setToken] = useState<string>()
  const [isCopied, setCopied] = useState(false)
  if (token === undefined) return <TokenForm onMade={setToken} onClose={onClose} />
  return (
    <Dialog
      open
      title={i18n.t('Your new token')}
      onClose={onClose}
      closesOnBack
      askBeforeClose={() =>
        isCopied
          ? undefined
          : {
              text: i18n.t('Have you kept the token? It is not shown again.'),
              stay: i18n.t('Back to the token'),
              leave: i18n.t('I have kept it'),
            }
      }
      footer={(requestClose) => (
        <Button onClick={requestClose} className="max-md:flex-1">
          {i18n.t('Done')}
        </Button>
      )}
    >
      <p className="text-pretty">
        {i18n.t(
          'It is shown only now. Put it where your program finds it, and nobody else: whoever has it does in your name what you have chosen.',
        )}
      </p>
      <SecretText label={i18n.t('Token')} text={token} onCopied={() => setCopied(true)} />
    </Dialog>
  )
}
