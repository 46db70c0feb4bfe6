import { FileText } from 'lucide-react'
import { useI18n } from '../language.ts'
import { Button } from '../ui/button.tsx'

/** Below the days of a week: opens the record of the person, month by month. */
export const RecordButton = ({ onClick }: { onClick: () => void }) => {
  const i18n = useI18n()
  return (
    <div className="border-line border-t px-1.5 py-1.5">
      <Button variant="ghost" onClick={onClick}>
        <FileText aria-hidden="true" className="size-4" />
        {i18n.t('Record of hours')}
      </Button>
    </div>
  )
}
