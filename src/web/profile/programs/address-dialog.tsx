import { useState } from 'react'
import { deployment } from '../../api/deployment.ts'
import { SecretText } from '../../components/secret-text.tsx'
import { useI18n } from '../../language.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

/** Shows a new address for calendars, this once, and what to do with it. */
export function AddressDialog({ path, onClose }: { path: string; onClose: () => void }) {
  const i18n = useI18n()
  const [isCopied, setCopied] = useState(false)
  return (
    <Dialog
      open
      title={i18n.t('The address of your calendar')}
      onClose={onClose}
      closesOnBack
      askBeforeClose={() =>
        isCopied
          ? undefined
          : {
              text: i18n.t('Have you kept the address? It is not shown again.'),
              stay: i18n.t('Back to the address'),
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
        {i18n.t('In your calendar, choose “Add calendar from URL” or “Subscribe”, and paste this address.')}
      </p>
      <SecretText
        label={i18n.t('Address')}
        text={new URL(path, deployment.publicUrl ?? location.origin).href}
        onCopied={() => setCopied(true)}
      />
      <p className="mt-3 text-pretty text-muted text-sm">
        {i18n.t('Whoever knows it sees your tasks. It is shown only now; if you lose it, make a new one.')}
      </p>
    </Dialog>
  )
}
