import { Copy } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useI18n } from '../../language.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { toast, toastError } from '../../ui/toast.tsx'

/** Shows a secret with a button to copy it. With `ask` it is shown once: closing without a copy asks. */
export function SecretDialog({
  title,
  label,
  secret,
  ask,
  note,
  onClose,
  children,
}: {
  title: string
  label: string
  secret: string
  ask?: { text: string; stay: string }
  /** Stands below the secret. */
  note?: string
  onClose: () => void
  children: ReactNode
}) {
  const i18n = useI18n()
  const [isCopied, setCopied] = useState(false)
  async function copy() {
    try {
      await navigator.clipboard.writeText(secret)
      setCopied(true)
      toast({ title: i18n.t('Copied') })
    } catch {
      toastError(i18n.t('The browser does not allow copying. Select the text and copy it.'))
    }
  }
  return (
    <Dialog
      open
      title={title}
      onClose={onClose}
      closesOnBack
      askBeforeClose={() => (ask && !isCopied ? { ...ask, leave: i18n.t('I have saved it') } : undefined)}
      footer={(requestClose) => (
        <Button onClick={requestClose} className="max-md:flex-1">
          {i18n.t('Done')}
        </Button>
      )}
    >
      <p className="text-pretty">{children}</p>
      <textarea
        readOnly
        dir="ltr"
        rows={2}
        aria-label={label}
        value={secret}
        onFocus={({ target }) => target.select()}
        spellCheck={false}
        className="field-sizing-content mt-3 block w-full resize-none rounded-card bg-sunken px-4 py-3 font-mono text-md break-all"
      />
      <Button variant="primary" onClick={copy} className="mt-3">
        <Copy aria-hidden="true" className="size-4" />
        {i18n.t('Copy')}
      </Button>
      {note && <p className="mt-3 text-pretty text-muted text-sm">{note}</p>}
    </Dialog>
  )
}
