import { Suspense } from 'react'
import type { Task } from '../../../shared/tasks.ts'
import { useCan } from '../../api/viewer.ts'
import { useI18n } from '../../language.ts'
import { Later } from '../../ui/later.tsx'
import { LoadingBars } from '../../ui/loading-bars.tsx'
import { lazyAhead } from '../../ui/on-demand.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { Scroller } from '../comments/use-scrolling.ts'

/**
 * The parts of an opened task that load when the task is on the screen. Each stands in a folder of its own:
 * `task/procedure`, `task/steps`, `task/comments`.
 */

const conversation = lazyAhead(() => import('../comments/conversation.tsx').then((module) => module.Conversation))
const composer = lazyAhead(() => import('../comments/composer.tsx').then((module) => module.Composer))

const procedure = lazyAhead(() =>
  import('../procedure/procedure-section.tsx').then((module) => module.ProcedureSection),
)
const steps = lazyAhead(() => import('../steps/steps-section.tsx').then((module) => module.StepsSection))

const handing = lazyAhead(() => import('../handing-on.tsx').then((module) => module.HandingOn))

/** Loads these parts ahead of their first use. */
export const loadParts = () =>
  Promise.all([conversation, composer, procedure, steps, handing].map((part) => part.load()))

interface PartProps {
  task: Task
}

/** The procedure by which the task is done. */
export const LaterProcedure = ({ task }: PartProps) => (
  <Suspense fallback={task.sopId ? <Skeleton className="h-15" /> : null}>
    <procedure.Component key={task.id} task={task} />
  </Suspense>
)

/** The steps of the task. */
export const LaterSteps = ({ task, onDone }: PartProps & { onDone: () => void }) => (
  <Suspense fallback={task.stepsTotal ? <Skeleton className="h-24" /> : null}>
    <steps.Component key={task.id} task={task} onDone={onDone} />
  </Suspense>
)

/** The ways to give the task back, or to send it to another department. */
export const Handing = ({ task, onGone }: PartProps & { onGone: () => void }) => (
  <Suspense fallback={null}>
    <handing.Component key={task.id} task={task} onGone={onGone} />
  </Suspense>
)

/** The comments on a task. They scroll by themselves in a column of their own, else with `scroller`. */
export const Comments = ({
  task,
  ...props
}: PartProps & { isOwnColumn?: boolean; scroller?: Scroller; atLatest: boolean }) => (
  <Suspense fallback={<Loading isOwnColumn={props.isOwnColumn} />}>
    <conversation.Component key={task.id} task={task} {...props} />
  </Suspense>
)

function Loading({ isOwnColumn = false }: { isOwnColumn?: boolean | undefined }) {
  const i18n = useI18n()
  return (
    <LoadingBars
      words={i18n.t('Loading the comments...')}
      bars="h-5 w-28"
      className={isOwnColumn ? 'flex-1 p-5' : ''}
    />
  )
}

/** The field to write a comment, for those who may. It is small at first, and grows when it is used. */
export const WriteComment = ({ task }: PartProps) =>
  useCan('task:comment', task) ? (
    <Later room={composerRoom}>
      <Suspense fallback={<span className={composerRoom} />}>
        <composer.Component key={task.id} task={task} />
      </Suspense>
    </Later>
  ) : null

const composerRoom = 'h-11 min-w-36 flex-[999_1_0%] lg:h-17 lg:flex-none'
