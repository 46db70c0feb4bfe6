import { Copy } from 'lucide-react'
import { useI18n } from '../language.ts'
import { Button } from '../ui/button.tsx'
import { toast, toastError } from '../ui/toast.tsx'

/** A secret that is shown this once, with a button that copies it. `label` names it. */
export function SecretText({ label, text, onCopied }: { label: string; text: string; onCopied: () => void }) {
  const i18n = useI18n()
  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      onCopied()
      toast({ title: i18n.t('Copied') })
    } catch {
      toastError(i18n.t('The browser does not allow copying. Select the text and copy it.'))
    }
  }
  return (
    <>
      <textarea
        readOnly
        dir="ltr"
        rows={2}
        aria-label={label}
        value={text}
        onFocus={({ target }) => target.select()}
        spellCheck={false}
        className="field-sizing-content mt-3 block w-full resize-none rounded-card bg-sunken px-4 py-3 font-mono text-md break-all"
      />
      <Button variant="primary" onClick={copy} className="mt-3">
        <Copy aria-hidden="true" className="size-4" />
        {i18n.t('Copy')}
      </Button>
    </>
  )
}
