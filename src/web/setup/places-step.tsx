import { ClipboardPaste } from 'lucide-react'
import { useState } from 'react'
import { useI18n } from '../language.ts'
import { Button } from '../ui/button.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { CountedStep } from './counted-step.tsx'
import type { StepProps } from './step-frame.tsx'

const PastePlacesDialog = lazyPart(() => import('../places/paste-dialog.tsx'), 'PastePlacesDialog')

/** Adds rooms and other places from a list. */
export function PlacesStep(props: StepProps) {
  const i18n = useI18n()
  const [isOpen, setOpen] = useState(false)
  return (
    <CountedStep
      {...props}
      dialog={isOpen && <PastePlacesDialog onClose={() => setOpen(false)} />}
      title={i18n.t('Which rooms and places are there?')}
      description={i18n.t('Each place gets a sign. People scan it to report a problem there.')}
      isDone={({ places }) => places > 0}
      says={({ places }) =>
        i18n.t('{count, plural, =0 {There are no places yet.} one {There is # place.} other {There are # places.}}', {
          count: places,
        })
      }
    >
      <Button onClick={() => setOpen(true)} className="self-start">
        <ClipboardPaste aria-hidden="true" className="size-4" />
        {i18n.t('Paste a list of places')}
      </Button>
    </CountedStep>
  )
}
