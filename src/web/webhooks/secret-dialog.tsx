import { Copy } from 'lucide-react'
import { useI18n } from '../language.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { toast, toastError } from '../ui/toast.tsx'

/** The secret of a webhook, with a way to copy it. */
export function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const i18n = useI18n()
  async function copy() {
    try {
      await navigator.clipboard.writeText(secret)
      toast({ title: i18n.t('Copied') })
    } catch {
      toastError(i18n.t('The browser does not allow copying. Select the secret and copy it.'))
    }
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={i18n.t('Secret of the webhook')}
      size="sm"
      footer={<Button onClick={onClose}>{i18n.t('Close')}</Button>}
    >
      <p className="text-pretty text-muted">
        {i18n.t('Give it to the receiver alone. By it the receiver knows that a message comes from here.')}
      </p>
      <p
        dir="ltr"
        className="mt-3 select-all rounded-card bg-sunken px-4 py-3 text-start font-mono text-sm wrap-anywhere"
      >
        {secret}
      </p>
      <Button onClick={copy} className="mt-3">
        <Copy aria-hidden="true" className="size-4" />
        {i18n.t('Copy')}
      </Button>
    </Dialog>
  )
}
