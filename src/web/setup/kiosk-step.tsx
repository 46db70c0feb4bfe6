import { TabletSmartphone } from 'lucide-react'
import { useState } from 'react'
import { useI18n } from '../language.ts'
import { Button } from '../ui/button.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { CountedStep } from './counted-step.tsx'
import type { StepProps } from './step-frame.tsx'

const KioskDialog = lazyPart(() => import('../kiosks/kiosk-dialog.tsx'), 'KioskDialog')

/** Sets up a tablet at the door. */
export function KioskStep(props: StepProps) {
  const i18n = useI18n()
  const [isOpen, setOpen] = useState(false)
  return (
    <CountedStep
      {...props}
      dialog={isOpen && <KioskDialog which="other" onClose={() => setOpen(false)} />}
      title={i18n.t('Is there a tablet at the door?')}
      description={i18n.t('People without a phone clock in and out at it with a PIN. You can do without one.')}
      isDone={({ kiosks }) => kiosks > 0}
      says={({ kiosks }) =>
        i18n.t('{count, plural, =0 {There are no kiosks yet.} one {There is # kiosk.} other {There are # kiosks.}}', {
          count: kiosks,
        })
      }
    >
      <Button onClick={() => setOpen(true)} className="self-start">
        <TabletSmartphone aria-hidden="true" className="size-4" />
        {i18n.t('Set up a tablet')}
      </Button>
    </CountedStep>
  )
}
