import { ClipboardPaste, type LucideIcon, TabletSmartphone, Upload } from 'lucide-react'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { useI18n } from '../language.ts'
import { Button } from '../ui/button.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { CountedStep } from './counted-step.tsx'
import type { StepProps } from './step-frame.tsx'

const KioskDialog = lazyPart(() => import('../kiosks/kiosk-dialog.tsx'), 'KioskDialog')
const PastePlacesDialog = lazyPart(() => import('../places/paste-dialog.tsx'), 'PastePlacesDialog')
const PasteDialog = lazyPart(() => import('../routines/paste-dialog.tsx'), 'PasteDialog')
const UploadManyDialog = lazyPart(() => import('../sops/upload-many-dialog.tsx'), 'UploadManyDialog')

/** A step with one button, which opens the dialog of the step's work. */
function DialogStep({
  icon: Icon,
  button,
  dialog,
  ...step
}: Omit<ComponentProps<typeof CountedStep>, 'dialog' | 'children'> & {
  icon: LucideIcon
  button: string
  dialog: (onClose: () => void) => ReactNode
}) {
  const [isOpen, setOpen] = useState(false)
  return (
    <CountedStep {...step} dialog={isOpen && dialog(() => setOpen(false))}>
      <Button onClick={() => setOpen(true)} className="self-start">
        <Icon aria-hidden="true" className="size-4" />
        {button}
      </Button>
    </CountedStep>
  )
}

/** Adds rooms and other places from a list. */
export function PlacesStep(props: StepProps) {
  const i18n = useI18n()
  return (
    <DialogStep
      {...props}
      icon={ClipboardPaste}
      button={i18n.t('Paste a list of places')}
      dialog={(onClose) => <PastePlacesDialog onClose={onClose} />}
      title={i18n.t('Which rooms and places are there?')}
      description={i18n.t('Each place gets a sign. People scan it to report a problem there.')}
      isDone={({ places }) => places > 0}
      says={({ places }) =>
        i18n.t('{count, plural, =0 {There are no places yet.} one {There is # place.} other {There are # places.}}', {
          count: places,
        })
      }
    />
  )
}

/** Adds routines from the house's checklists. */
export function RoutinesStep(props: StepProps) {
  const i18n = useI18n()
  return (
    <DialogStep
      {...props}
      icon={ClipboardPaste}
      button={i18n.t('Paste a list of routines')}
      dialog={(onClose) => <PasteDialog onClose={onClose} />}
      title={i18n.t('Which work comes again?')}
      description={i18n.t('A routine opens a task at each of its times. Your checklists become routines.')}
      isDone={({ routines }) => routines > 0}
      says={({ routines }) =>
        i18n.t(
          '{count, plural, =0 {There are no routines yet.} one {There is # routine.} other {There are # routines.}}',
          { count: routines },
        )
      }
    />
  )
}

/** Uploads the procedures of the house, many files at once. */
export function ProceduresStep(props: StepProps) {
  const i18n = useI18n()
  return (
    <DialogStep
      {...props}
      icon={Upload}
      button={i18n.t('Upload PDFs')}
      dialog={(onClose) => <UploadManyDialog onClose={onClose} />}
      title={i18n.t('How are things done here?')}
      description={i18n.t('Upload the PDFs that you have. People search in them and confirm that they have read them.')}
      isDone={({ procedures }) => procedures > 0}
      says={({ procedures }) =>
        i18n.t(
          '{count, plural, =0 {There are no procedures yet.} one {There is # procedure.} other {There are # procedures.}}',
          { count: procedures },
        )
      }
    />
  )
}

/** Sets up a tablet at the door. */
export function KioskStep(props: StepProps) {
  const i18n = useI18n()
  return (
    <DialogStep
      {...props}
      icon={TabletSmartphone}
      button={i18n.t('Set up a tablet')}
      dialog={(onClose) => <KioskDialog which="other" onClose={onClose} />}
      title={i18n.t('Is there a tablet at the door?')}
      description={i18n.t('People without a phone clock in and out at it with a PIN. You can do without one.')}
      isDone={({ kiosks }) => kiosks > 0}
      says={({ kiosks }) =>
        i18n.t('{count, plural, =0 {There are no kiosks yet.} one {There is # kiosk.} other {There are # kiosks.}}', {
          count: kiosks,
        })
      }
    />
  )
}
