import { Link } from 'lucide-react'
import { useState } from 'react'
import { useI18n } from '../../language.ts'
import { IconButton } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field, Input } from '../../ui/field.tsx'
import { toast } from '../../ui/toast.tsx'

/** Copies the address of a task. Where the browser refuses that, it shows the address. */
export function CopyLink({ id }: { id: number }) {
  const i18n = useI18n()
  const [shown, setShown] = useState<string>()
  const copy = async () => {
    const link = new URL(`/tasks?task=${id}`, location.origin).href
    try {
      await navigator.clipboard.writeText(link)
      toast({ title: i18n.t('Link copied') })
    } catch {
      setShown(link)
    }
  }
  return (
    <>
      <IconButton label={i18n.t('Copy link')} onClick={() => void copy()}>
        <Link aria-hidden="true" className="size-4" />
      </IconButton>
      {shown && (
        <Dialog open size="sm" title={i18n.t('Copy link')} onClose={() => setShown(undefined)} closesOnBack>
          <Field label={i18n.t('Copy this link')}>
            <Input readOnly dir="ltr" value={shown} onFocus={({ target }) => target.select()} />
          </Field>
        </Dialog>
      )}
    </>
  )
}
