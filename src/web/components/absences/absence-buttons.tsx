import { CalendarOff, Thermometer } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useI18n } from '../../language.ts'
import { Button } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'

const IllDialog = lazyPart(() => import('./ill-dialog.tsx'), 'IllDialog')
const TimeOffDialog = lazyPart(() => import('./time-off-dialog.tsx'), 'TimeOffDialog')

/** Buttons for the viewer's own absences: to say that one is ill, and to ask for time off. */
export function AbsenceButtons() {
  const i18n = useI18n()
  const [open, setOpen] = useState<'ill' | 'off'>()
  const close = () => setOpen(undefined)
  return (
    <div className="grid grid-cols-2 gap-2 md:flex">
      <Button onClick={() => setOpen('ill')} className="max-md:min-h-12 max-md:min-w-0 max-md:whitespace-normal!">
        <Thermometer aria-hidden="true" className="size-4.5" />
        {i18n.t('I am ill')}
      </Button>
      <Button onClick={() => setOpen('off')} className="max-md:min-h-12 max-md:min-w-0 max-md:whitespace-normal!">
        <CalendarOff aria-hidden="true" className="size-4.5" />
        {i18n.t('Ask for time off')}
      </Button>
      <Suspense fallback={null}>
        {open === 'ill' && <IllDialog onClose={close} />}
        {open === 'off' && <TimeOffDialog onClose={close} />}
      </Suspense>
    </div>
  )
}
