import { ClipboardPaste } from 'lucide-react'
import { useState } from 'react'
import { useI18n } from '../language.ts'
import { Button } from '../ui/button.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { CountedStep } from './counted-step.tsx'
import type { StepProps } from './step-frame.tsx'

const PasteDialog = lazyPart(() => import('../routines/paste-dialog.tsx'), 'PasteDialog')

/** Adds routines from the house's checklists. */
export function RoutinesStep(props: StepProps) {
  const i18n = useI18n()
  const [isOpen, setOpen] = useState(false)
  return (
    <CountedStep
      {...props}
      dialog={isOpen && <PasteDialog onClose={() => setOpen(false)} />}
      title={i18n.t('Which work comes again?')}
      description={i18n.t('A routine opens a task at each of its times. Your checklists become routines.')}
      isDone={({ routines }) => routines > 0}
      says={({ routines }) =>
        i18n.t(
          '{count, plural, =0 {There are no routines yet.} one {There is # routine.} other {There are # routines.}}',
          { count: routines },
        )
      }
    >
      <Button onClick={() => setOpen(true)} className="self-start">
        <ClipboardPaste aria-hidden="true" className="size-4" />
        {i18n.t('Paste a list of routines')}
      </Button>
    </CountedStep>
  )
}
