import { Megaphone } from 'lucide-react'
import { useCan } from '../api/viewer.ts'
import { openReport } from '../components/shift/report.ts'
import { useI18n } from '../language.ts'
import { Button } from '../ui/button.tsx'
import { UPRIGHT_PHONE, useMedia } from '../ui/media.ts'

/** For phones held upright, if the main button is another: below the cards, near the thumb, over none. */
export function ReportBar() {
  const i18n = useI18n()
  const atThumb = useMedia(UPRIGHT_PHONE)
  const mayReport = useCan('task:report')
  const mayCreate = useCan('task:create')
  if (!atThumb || !mayReport || mayCreate) return null
  return (
    <div className="sticky typing:static bottom-0 z-10 shrink-0 border-line border-t bg-surface px-3.5 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] print:hidden">
      <Button
        variant="primary"
        onClick={() => openReport()}
        className="min-h-12 w-full whitespace-normal! py-1 text-center font-semibold text-lg! leading-tight"
      >
        <Megaphone aria-hidden="true" className="size-5" />
        {i18n.t('Report a problem')}
      </Button>
    </div>
  )
}
