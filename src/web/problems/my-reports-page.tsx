import { Link } from '@tanstack/react-router'
import { Megaphone, QrCode } from 'lucide-react'
import { problemsApi } from '../../shared/problems.ts'
import { useReply } from '../api/queries.ts'
import { useCan } from '../api/viewer.ts'
import { Earlier } from '../components/history/earlier.tsx'
import { openReport } from '../components/shift/report.ts'
import { useI18n } from '../language.ts'
import { reportPatches } from '../live/problem-changes.ts'
import { registerPatches } from '../live/reply-patches.ts'
import { TaskDialogs } from '../task/dialogs.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FailedState } from '../ui/failed-state.tsx'
import { Skeleton, times } from '../ui/skeleton.tsx'
import { ReportItem, UnsentReportItem } from './report-item.tsx'
import { useUnsentReports } from './send-queue.ts'

registerPatches('tasks', reportPatches)

/** The viewer's reports, and their outcomes. */
export function MyReportsPage() {
  const i18n = useI18n()
  const managesPlaces = useCan('place:manage')
  return (
    <TaskDialogs>
      <div className="mx-auto flex w-full max-w-3xl flex-1 flex-col gap-4 px-3.5 pt-3 pb-6 md:px-6 md:pt-5">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="text-pretty px-1 text-muted">
            {i18n.t('The problems that you have reported, and what happened to them.')}
          </p>
          <span className="flex flex-wrap items-center gap-2">
            {managesPlaces && (
              <Link to="/places" className={buttonClass()}>
                <QrCode aria-hidden="true" className="size-4" />
                {i18n.t('Places and signs')}
              </Link>
            )}
            {/* A phone held upright has it in the bar at its foot. */}
            <Button variant="primary" onClick={() => openReport()} className="thumb:hidden!">
              <Megaphone aria-hidden="true" className="size-4" />
              {i18n.t('Report a problem')}
            </Button>
          </span>
        </div>
        <Reports />
      </div>
    </TaskDialogs>
  )
}

function Reports() {
  const i18n = useI18n()
  const unsent = useUnsentReports()
  const { data, isError, isFetching, refetch } = useReply(problemsApi.list, { query: {} })
  if (!data && isError && unsent.length === 0) {
    return <FailedState message={i18n.t('Your reports could not be loaded.')} onRetry={refetch} pending={isFetching} />
  }
  if (data && data.problems.length + unsent.length === 0) {
    return (
      <EmptyState
        icon={Megaphone}
        title={i18n.t('You have not reported anything yet')}
        action={<Button onClick={() => openReport()}>{i18n.t('Report a problem')}</Button>}
      >
        {i18n.t('When something is broken or missing, report it. Here you see who takes it, and when it is done.')}
      </EmptyState>
    )
  }
  return (
    <>
      <ul aria-label={i18n.t('My reports')} className="flex flex-col gap-2">
        {unsent.map((report) => (
          <UnsentReportItem key={report.key} report={report} />
        ))}
        {data?.problems.map((task) => (
          <ReportItem key={task.id} task={task} />
        ))}
      </ul>
      {!data && !isError && <Loading />}
      {data?.next != null && <EarlierReports before={data.next} />}
    </>
  )
}

function Loading() {
  const i18n = useI18n()
  return (
    <div role="status" aria-busy="true" className="flex flex-col gap-2">
      <span className="sr-only">{i18n.t('Loading your reports...')}</span>
      {times(4, () => (
        <div className="flex h-18 flex-col justify-center gap-2.5 rounded-card border border-line bg-surface px-4">
          <Skeleton className="h-4 w-3/5" />
          <Skeleton className="h-3.5 w-2/5" />
        </div>
      ))}
    </div>
  )
}

/** The reports before this one, page by page, as somebody asks for them. */
function EarlierReports({ before }: { before: number }) {
  const i18n = useI18n()
  const label = i18n.t('Earlier reports')
  return (
    <Earlier endpoint={problemsApi.list} args={{ query: { before } }} label={label}>
      {({ problems, next }) => (
        <>
          <ul aria-label={label} className="flex flex-col gap-2">
            {problems.map((task) => (
              <ReportItem key={task.id} task={task} />
            ))}
          </ul>
          {next !== null && <EarlierReports before={next} />}
        </>
      )}
    </Earlier>
  )
}
