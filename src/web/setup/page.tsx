import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { type Setup, type StepState, setupApi } from '../../shared/setup.ts'
import { messageOf } from '../api/call-endpoint.ts'
import { useCall, useReply } from '../api/queries.ts'
import { useI18n } from '../language.ts'
import { useAddress } from '../ui/address.ts'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { toastError } from '../ui/toast.tsx'
import { BackupStep } from './backup-step.tsx'
import { DepartmentsStep } from './departments-step.tsx'
import { KioskStep, PlacesStep, ProceduresStep, RoutinesStep } from './dialog-steps.tsx'
import { Finish } from './finish.tsx'
import { OrganisationStep } from './organisation-step.tsx'
import { PeopleStep } from './people-step.tsx'
import { SetupProgress } from './progress.tsx'
import { readSetupSearch, type SetupScreen } from './search-params.ts'
import { Moved, type StepProps } from './step-frame.tsx'
import { firstOpen, screenAfter } from './steps.ts'
import { TasksStep } from './tasks-step.tsx'

/** The guide through the beginning of a deployment. Each step can be skipped, and repeated at any time. */
export function SetupPage() {
  const i18n = useI18n()
  const query = useReply(setupApi.get, {})
  const { data } = query
  const { step } = useAddress(readSetupSearch)
  if (!data) {
    return (
      <NotLoaded query={query} failure={i18n.t('The set-up could not be loaded.')}>
        <div role="status" aria-label={i18n.t('Loading...')} className={layout}>
          <Skeleton className="h-44 max-md:h-11" />
          <Skeleton className="h-72" />
        </div>
      </NotLoaded>
    )
  }
  return <Guide setup={data} screen={step ?? firstOpen(data)} />
}

const layout =
  'mx-auto grid w-full max-w-5xl grid-cols-[minmax(0,1fr)] content-start gap-x-10 gap-y-5 px-3.5 py-4 md:grid-cols-[13rem_minmax(0,1fr)] md:px-6 md:py-8'

function Guide({ setup, screen }: { setup: Setup; screen: SetupScreen }) {
  const [first] = useState(screen)
  const i18n = useI18n()
  const navigate = useNavigate({ from: '/setup' })
  const { mutateAsync } = useCall(setupApi.update)
  const goTo = (next: SetupScreen) => void navigate({ search: { step: next } })
  const end = async (state: StepState) => {
    try {
      if (screen !== 'finish') await mutateAsync({ body: { steps: { [screen]: state } } })
      goTo(screenAfter(screen))
    } catch (error) {
      toastError(messageOf(error, i18n.t('This could not be saved')))
    }
  }
  const props: StepProps = { setup, onDone: () => end('done'), onSkip: () => end('skipped') }
  return (
    <div className={layout}>
      <SetupProgress setup={setup} screen={screen} onChoose={goTo} />
      <section aria-labelledby="setup-step" className="min-w-0">
        <Moved value={screen !== first}>
          {screen === 'organisation' && <OrganisationStep {...props} />}
          {screen === 'departments' && <DepartmentsStep {...props} />}
          {screen === 'people' && <PeopleStep {...props} />}
          {screen === 'tasks' && <TasksStep {...props} />}
          {screen === 'places' && <PlacesStep {...props} />}
          {screen === 'routines' && <RoutinesStep {...props} />}
          {screen === 'procedures' && <ProceduresStep {...props} />}
          {screen === 'kiosk' && <KioskStep {...props} />}
          {screen === 'backup' && <BackupStep {...props} />}
          {screen === 'finish' && <Finish setup={setup} onChoose={goTo} />}
        </Moved>
      </section>
    </div>
  )
}
