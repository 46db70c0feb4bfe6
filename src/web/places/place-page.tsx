import { useParams } from '@tanstack/react-router'
import { MapPin, Megaphone, QrCode } from 'lucide-react'
import { type Place, placesApi } from '../../shared/places.ts'
import type { Task } from '../../shared/tasks.ts'
import { CallError } from '../api/call-endpoint.ts'
import { useReply } from '../api/queries.ts'
import { useCan } from '../api/viewer.ts'
import { openReport } from '../components/shift/report.ts'
import { useI18n } from '../language.ts'
import { TaskDialogs } from '../task/dialogs.tsx'
import { useMoves } from '../task/moves.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FailedState } from '../ui/failed-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { toastsBelow } from '../ui/toast.tsx'
import { History } from './history.tsx'
import { PlaceTask } from './place-task.tsx'

/** The page behind a place's sign: to report a problem there, and the tasks there. */
export function PlacePage() {
  const { code = '' } = useParams({ strict: false }) as { code?: string }
  return (
    <TaskDialogs>
      <div className="mx-auto flex w-full max-w-2xl flex-1 flex-col gap-5 px-3.5 py-4 md:px-6 md:py-6">
        <PlaceOfCode key={code} code={code} />
      </div>
    </TaskDialogs>
  )
}

function PlaceOfCode({ code }: { code: string }) {
  const i18n = useI18n()
  const { data, error, isFetching, refetch } = useReply(placesApi.byCode, { params: { code } })
  const isUnknown = error instanceof CallError && [400, 404].includes(error.status)
  // The list of places may be stored on this device: then a sign works without a network, too.
  const places = useReply(placesApi.list, {}, { enabled: !data && error !== null && !isUnknown })
  const mayLookBack = useCan('analytics:read')
  const place = data?.place ?? places.data?.places.find((each) => each.code === code)
  if (isUnknown) return <Unknown />
  if (!place && !error) return <Loading />
  return (
    <>
      {place ? <Head place={place} /> : <ReportButton />}
      {data ? (
        <Tasks tasks={data.tasks} />
      ) : (
        <FailedState message={i18n.t('The tasks here could not be loaded.')} onRetry={refetch} pending={isFetching} />
      )}
      {data && mayLookBack && <History code={code} />}
    </>
  )
}

function Head({ place: { name, departmentId } }: { place: Place }) {
  return (
    <>
      <h2
        ref={toastsBelow}
        className="flex min-w-0 items-start gap-2.5 px-1 pt-1 font-semibold text-2xl leading-tight tracking-[-0.015em]"
      >
        <MapPin aria-hidden="true" className="mt-0.75 size-6 shrink-0 text-accent" />
        <span dir="auto" className="min-w-0 wrap-anywhere">
          {name}
        </span>
      </h2>
      <ReportButton preset={{ place: name, departmentId }} />
    </>
  )
}

function ReportButton({ preset }: { preset?: { place: string; departmentId: number | null } }) {
  const i18n = useI18n()
  return (
    <Button
      variant="primary"
      onClick={() => openReport(preset)}
      className="h-auto! min-h-16 w-full whitespace-normal! text-center font-semibold text-xl! leading-tight"
    >
      <Megaphone aria-hidden="true" className="size-6" />
      {i18n.t('Report a problem')}
    </Button>
  )
}

function Tasks({ tasks }: { tasks: readonly Task[] }) {
  const i18n = useI18n()
  const moves = useMoves()
  if (tasks.length === 0) return <p className="px-1 text-muted">{i18n.t('Nothing is open here.')}</p>
  return (
    <section aria-labelledby="open-here">
      <h2 id="open-here" className="mb-2 px-1 font-semibold text-muted text-sm">
        {i18n.t('Open here')}
      </h2>
      <ul className="flex flex-col gap-2">
        {tasks.map((task) => (
          <PlaceTask key={task.id} task={moves.get(task.id)?.task ?? task} />
        ))}
      </ul>
    </section>
  )
}

function Unknown() {
  const i18n = useI18n()
  return (
    <EmptyState
      icon={QrCode}
      title={i18n.t('Unknown sign')}
      action={
        <Button
          size="lg"
          variant="primary"
          onClick={() => openReport()}
          className="h-auto! min-h-11 shrink! whitespace-normal! py-1.5 leading-tight"
        >
          <Megaphone aria-hidden="true" className="size-4.5" />
          {i18n.t('Report a problem')}
        </Button>
      }
    >
      {i18n.t('The place was deleted, or the sign belongs to another house. You can still report a problem.')}
    </EmptyState>
  )
}

function Loading() {
  const i18n = useI18n()
  return (
    <div role="status" aria-busy="true" className="flex flex-col gap-5">
      <span className="sr-only">{i18n.t('Loading the place...')}</span>
      <Skeleton className="h-8 w-44" />
      <Skeleton className="h-16" />
    </div>
  )
}
