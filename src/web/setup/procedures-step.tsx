import { Upload } from 'lucide-react'
import { useState } from 'react'
import { useI18n } from '../language.ts'
import { Button } from '../ui/button.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { CountedStep } from './counted-step.tsx'
import type { StepProps } from './step-frame.tsx'

const UploadManyDialog = lazyPart(() => import('../sops/upload-many-dialog.tsx'), 'UploadManyDialog')

/** Uploads the procedures of the house, many files at once. */
export function ProceduresStep(props: StepProps) {
  const i18n = useI18n()
  const [isOpen, setOpen] = useState(false)
  return (
    <CountedStep
      {...props}
      dialog={isOpen && <UploadManyDialog onClose={() => setOpen(false)} />}
      title={i18n.t('How are things done here?')}
      description={i18n.t('Upload the PDFs that you have. People search in them and confirm that they have read them.')}
      isDone={({ procedures }) => procedures > 0}
      says={({ procedures }) =>
        i18n.t(
          '{count, plural, =0 {There are no procedures yet.} one {There is # procedure.} other {There are # procedures.}}',
          { count: procedures },
        )
      }
    >
      <Button onClick={() => setOpen(true)} className="self-start">
        <Upload aria-hidden="true" className="size-4" />
        {i18n.t('Upload PDFs')}
      </Button>
    </CountedStep>
  )
}
