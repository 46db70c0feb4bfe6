import { useState } from 'react'
import { RecoveryCodes } from '../../components/forms/recovery-codes.tsx'
import { SetUpApp } from '../../components/forms/set-up-app.tsx'
import { useI18n } from '../../language.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

/** Sets up an app, and then shows the recovery codes; or shows codes that were just made. */
export function SecondStepDialog({ start, onClose }: { start: 'app' | string[]; onClose: () => void }) {
  const i18n = useI18n()
  const [codes, setCodes] = useState(start === 'app' ? undefined : start)
  return (
    <Dialog
      open
      title={codes ? i18n.t('Save your recovery codes') : i18n.t('Set up an app')}
      onClose={onClose}
      closesOnBack
      askBeforeClose={() =>
        codes && {
          text: i18n.t('Have you saved the codes? They are not shown again.'),
          stay: i18n.t('Back to the codes'),
          leave: i18n.t('I have saved them'),
        }
      }
      footer={(requestClose) =>
        codes && (
          <Button variant="primary" onClick={requestClose} className="max-md:flex-1">
            {i18n.t('Done')}
          </Button>
        )
      }
    >
      {codes ? <RecoveryCodes codes={codes} /> : <SetUpApp onDone={setCodes} />}
    </Dialog>
  )
}
