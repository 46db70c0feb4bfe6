import { Link, useNavigate } from '@tanstack/react-router'
import { ArrowRight, Check } from 'lucide-react'
import { useId } from 'react'
import { type Setup, setupApi } from '../../shared/setup.ts'
import { messageOf } from '../api/call-endpoint.ts'
import { useCall } from '../api/queries.ts'
import { useI18n } from '../language.ts'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { toastError } from '../ui/toast.tsx'
import { useHouseState } from './counted-step.tsx'
import { type LeftLine, leftLines } from './left-lines.ts'
import type { SetupScreen } from './search-params.ts'
import { StepHeading } from './step-frame.tsx'

/** The end of the guide: what the house still lacks, each with the way to mend it, and the way to the board. */
export function Finish({ setup, onChoose }: { setup: Setup; onChoose: (screen: SetupScreen) => void }) {
  const i18n = useI18n()
  const navigate = useNavigate()
  const { mutateAsync, isPending } = useCall(setupApi.update)
  const house = useHouseState()
  const lines = house.data && leftLines(house.data, setup)
  const left = lines?.filter(({ state }) => state === 'left')
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
        title={left?.length === 0 ? i18n.t('Everything is ready') : i18n.t('What is left')}
        description={i18n.t('You find this guide again in the menu of your account, as "Set up Muster".')}
      />
      {lines && left ? (
        <>
          <Lines label={i18n.t('Not done yet')} lines={left} onChoose={onChoose} />
          <Lines
            label={i18n.t('Skipped')}
            lines={lines.filter(({ state }) => state === 'skipped')}
            onChoose={onChoose}
            hasHeading
          />
          <Lines
            label={i18n.t('Done ##a step')}
            lines={lines.filter(({ state }) => state === 'done')}
            onChoose={onChoose}
            hasHeading
          />
        </>
      ) : (
        <NotLoaded query={house} failure={i18n.t('The set-up could not be loaded.')} className="mb-6">
          <Skeleton className="mb-6 h-72" />
        </NotLoaded>
      )}
      <Button variant="primary" size="lg" pending={isPending} onClick={() => void finish()} className="max-md:w-full">
        {i18n.t('Open the board')}
      </Button>
    </>
  )
}

function Lines({
  label,
  lines,
  onChoose,
  hasHeading = false,
}: {
  label: string
  lines: LeftLine[]
  onChoose: (screen: SetupScreen) => void
  hasHeading?: boolean
}) {
  const id = useId()
  if (lines.length === 0) return null
  return (
    <>
      {hasHeading && (
        <h3 id={id} className="mb-1.5 font-medium text-muted text-sm">
          {label}
        </h3>
      )}
      <ul
        {...(hasHeading ? { 'aria-labelledby': id } : { 'aria-label': label })}
        className="mb-6 divide-y divide-line rounded-card border border-line"
      >
        {lines.map((line) => (
          <li key={line.key}>
            <Line line={line} onChoose={onChoose} />
          </li>
        ))}
      </ul>
    </>
  )
}

const row = cx(
  'flex min-h-13 w-full items-center gap-3 px-4 py-2 text-start hover:bg-hover',
  'focus-visible:-outline-offset-2',
)

/** A subject with its state. It leads to the place where it is mended. */
function Line({
  line: { label, says, state, to },
  onChoose,
}: {
  line: LeftLine
  onChoose: (screen: SetupScreen) => void
}) {
  const i18n = useI18n()
  const words = (
    <>
      {state === 'done' && <Check aria-hidden="true" className="size-4.5 shrink-0 stroke-3 text-done" />}
      <span className="min-w-0 flex-1">
        <span className="block font-medium wrap-anywhere">{i18n.t(label)}</span>
        <span className="block text-muted text-sm wrap-anywhere">{i18n.t(says)}</span>
      </span>
      <ArrowRight aria-hidden="true" className="size-4 shrink-0 text-muted" />
    </>
  )
  if ('step' in to)
    return (
      <button type="button" onClick={() => onChoose(to.step)} className={row}>
        {words}
      </button>
    )
  return (
    <Link to="/admin/users" search={to.people === 'links' ? { invite: 'everybody' } : {}} className={row}>
      {words}
    </Link>
  )
}
