import { CircleCheck } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { type HouseState, setupApi } from '../../shared/setup.ts'
import { useReply } from '../api/queries.ts'
import { useI18n } from '../language.ts'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { StepFrame, type StepProps } from './step-frame.tsx'

/** Backups come by themselves, and no live change tells of them. */
const READ_AGAIN_MS = 60_000

/** The state of the house. It follows live changes. */
export const useHouseState = () => useReply(setupApi.left, {}, { refetchInterval: READ_AGAIN_MS })

/** A step whose work stands in dialogs. It says what there is, and is done as soon as there is something. */
export function CountedStep({
  title,
  description,
  isDone,
  says,
  dialog,
  onDone,
  onSkip,
  children,
}: StepProps & {
  title: string
  description: string
  isDone: (house: HouseState) => boolean
  /** The number of things that there are. It stands below the actions. */
  says: (house: HouseState) => ReactNode
  /** The dialog that is open. Its form must not stand within the step's. */
  dialog?: ReactNode
  children: ReactNode
}) {
  const i18n = useI18n()
  const house = useHouseState()
  const { data } = house
  const done = data !== undefined && isDone(data)
  return (
    <>
      <StepFrame
        title={title}
        description={description}
        submitLabel={i18n.t('Continue')}
        pending={false}
        onSubmit={() => (done ? onDone() : onSkip())}
        onSkip={onSkip}
      >
        {children}
        {data ? (
          <p role="status" className="flex items-center gap-2 text-muted">
            {done && <CircleCheck aria-hidden="true" className="size-4.5 shrink-0 text-done" />}
            <span>{says(data)}</span>
          </p>
        ) : (
          <NotLoaded query={house} failure={i18n.t('The set-up could not be loaded.')}>
            <Skeleton className="h-5 w-56" />
          </NotLoaded>
        )}
      </StepFrame>
      <Suspense fallback={null}>{dialog}</Suspense>
    </>
  )
}
