import { Trans } from '@lingui/react'
import { type Activity, dashboardApi } from '../../shared/dashboard.ts'
import { useDepartmentFilter } from '../api/department-filter.ts'
import { useReply } from '../api/queries.ts'
import { taskHref } from '../components/addresses/hrefs.ts'
import { Avatar, fullName } from '../components/people/avatar.tsx'
import { Ago } from '../components/time/ago.tsx'
import { useI18n } from '../language.ts'
import { activityPatches } from '../live/activity-changes.ts'
import { registerPatches } from '../live/reply-patches.ts'
import { cx } from '../ui/class-names.ts'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { OpeningLink } from '../ui/opening-link.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { Panel } from './panel.tsx'

registerPatches('tasks', activityPatches)

const SKELETON_WIDTHS = ['w-4/5', 'w-3/5', 'w-2/3']

export function RecentActivity({ onOpen }: { onOpen: (task: number) => void }) {
  const i18n = useI18n()
  return (
    <Panel title={i18n.t('Recent Activity')}>
      <Newest onOpen={onOpen} />
    </Panel>
  )
}

/** The three newest changes to tasks that the viewer may see. */
function Newest({ onOpen }: { onOpen: (task: number) => void }) {
  const { departmentId } = useDepartmentFilter()
  const i18n = useI18n()
  const reply = useReply(dashboardApi.activity, { query: { departmentId } }, { keepPrevious: true, total: true })
  const { data, isPlaceholderData } = reply
  if (!data) {
    return (
      <NotLoaded query={reply} failure={i18n.t('The activity could not be loaded.')} className="my-auto gap-3! py-2!">
        <Loading />
      </NotLoaded>
    )
  }
  if (data.length === 0) {
    return (
      <p className="grid min-h-30 flex-1 place-items-center text-pretty px-4 text-center text-muted text-sm">
        {i18n.t('Nothing yet. What people create, change and complete appears here.')}
      </p>
    )
  }
  return (
    <ul
      className={cx(
        '-mx-2 flex flex-1 flex-col transition-opacity duration-150',
        isPlaceholderData && 'opacity-60 delay-150',
      )}
    >
      {data.map((activity) => (
        <Entry key={activity.id} activity={activity} onOpen={onOpen} />
      ))}
    </ul>
  )
}

const Entry = ({ activity, onOpen }: { activity: Activity; onOpen: (task: number) => void }) => (
  <li className="flex flex-1">
    <OpeningLink
      href={taskHref(activity.taskId)}
      onOpen={() => onOpen(activity.taskId)}
      className="flex min-h-10 w-full min-w-0 items-center gap-3 rounded-control px-2 py-0.5 text-start transition-colors duration-120 hover:bg-hover touch:min-h-12"
    >
      <Avatar person={activity} size="md" />
      <span className="line-clamp-2 min-w-0 flex-1 text-pretty leading-tight wrap-anywhere">
        <Action activity={activity} />
      </span>
      <Ago iso={activity.createdAt} className="tabular shrink-0 text-muted text-xs" />
    </OpeningLink>
  </li>
)

function Action({ activity }: { activity: Activity }) {
  const parts = {
    values: { person: <bdi>{fullName(activity)}</bdi>, task: <bdi className="font-medium">{activity.title}</bdi> },
    components: { 0: <span className="text-muted" /> },
  }
  if (activity.kind === 'completed') return <Trans id="<0>{person} completed</0> {task}" {...parts} />
  if (activity.kind === 'created') return <Trans id="<0>{person} created</0> {task}" {...parts} />
  return <Trans id="<0>{person} updated</0> {task}" {...parts} />
}

function Loading() {
  const i18n = useI18n()
  return (
    <div role="status" className="flex flex-1 flex-col">
      <span className="sr-only">{i18n.t('Loading the activity...')}</span>
      {SKELETON_WIDTHS.map((width) => (
        <div key={width} className="flex min-h-10 flex-1 items-center gap-3 touch:min-h-12">
          <Skeleton className="size-6.5 rounded-full!" />
          <Skeleton className={`h-4 ${width}`} />
        </div>
      ))}
    </div>
  )
}
