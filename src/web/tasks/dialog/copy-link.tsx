import { Link } from 'lucide-react'
import { useI18n } from '../../language.ts'
import { IconButton } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.tsx'

/** Copies the address of a task. Where the browser refuses that, it shows the address. */
export function CopyLink({ id }: { id: number }) {
  const i18n = useI18n()
  const copy = async () => {
    const link = new URL(`/tasks?task=${id}`, location.origin).href
    try {
      await navigator.clipboard.writeText(link)
      toast({ title: i18n.t('Link copied') })
    } catch {
      prompt(i18n.t('Copy this link'), link)
    }
  }
  return (
    <IconButton label={i18n.t('Copy link')} onClick={() => void copy()}>
      <Link aria-hidden="true" className="size-4" />
    </IconButton>
  )
}
