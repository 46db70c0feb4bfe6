import { useNavigate } from '@tanstack/react-router'
import { ArrowRight } from 'lucide-react'
import { type Setup, setupApi, setupSteps } from '../../shared/setup.ts'
import { messageOf } from '../api/call-endpoint.ts'
import { useCall } from '../api/queries.ts'
import { useI18n } from '../language.ts'
import { Button } from '../ui/button.tsx'
import { toastError } from '../ui/toast.tsx'
import type { SetupScreen } from './search-params.ts'
import { StepHeading } from './step-frame.tsx'
import { screenLabels } from './steps.ts'

/** The end of the guide: the steps that are left, and the way to the board. */
export function Finish({ setup: { steps }, onChoose }: { setup: Setup; onChoose: (screen: SetupScreen) => void }) {
  const i18n = useI18n()
  const navigate = useNavigate()
  const { mutateAsync, isPending } = useCall(setupApi.update)
  const left = setupSteps.filter((step) => steps[step] !== 'done')
  const finish = async () => {
    try {
      await mutateAsync({ body: { isFinished: true } })
      await navigate({ to: '/tasks' })
    } catch (error) {
      toastError(messageOf(error, i18n.t('This could not be saved')))
    }
  }
  return (
    <>
      <StepHeading
        title={left.length === 0 ? i18n.t('Everything is ready') : i18n.t('Ready to begin')}
        description={i18n.t('You find this guide again in the menu of your account, as "Set up Muster".')}
      />
      {left.length > 0 && (
        <ul aria-label={i18n.t('Not done yet')} className="mb-6 divide-y divide-line rounded-card border border-line">
          {left.map((step) => (
            <li key={step}>
              <button
                type="button"
                onClick={() => onChoose(step)}
                className="flex min-h-11 w-full items-center gap-3 px-4 text-start hover:bg-hover max-[17rem]:flex-wrap max-[17rem]:gap-y-0 max-[17rem]:py-2"
              >
                <span className="min-w-0 flex-1 font-medium max-[17rem]:basis-full">
                  {i18n.t(screenLabels[step].label)}
                </span>
                <span className="text-muted text-sm">
                  {steps[step] === 'skipped' ? i18n.t('Skipped') : i18n.t('Not done yet')}
                </span>
                <ArrowRight aria-hidden="true" className="size-4 text-muted" />
              </button>
            </li>
          ))}
        </ul>
      )}
      <Button variant="primary" size="lg" pending={isPending} onClick={() => void finish()} className="max-md:w-full">
        {i18n.t('Open the board')}
      </Button>
    </>
  )
}
