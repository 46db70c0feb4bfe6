import { CalendarPlus, type LucideIcon, Plus } from 'lucide-react'
import { type RefObject, Suspense, useEffect, useRef } from 'react'
import { useCan } from '../api/viewer.ts'
import { useI18n } from '../language.ts'
import { useTaskDialogs } from '../task/search-params.ts'
import { TaskBoardPage } from '../tasks/page.tsx'
import { useAddress } from '../ui/address.ts'
import { useAddressDialog } from '../ui/address-dialog.ts'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'
import { lazyPart } from '../ui/lazy-part.ts'
import { NOT_SMALL, useMedia } from '../ui/media.ts'
import { DueLineSpace } from './due-line-space.tsx'
import { MetricCards } from './metrics.tsx'
import { Panel } from './panel.tsx'
import { RecentActivity } from './recent-activity.tsx'
import { meetingClosed, readDashboardSearch } from './search-params.ts'
import { WelcomeBanner } from './welcome-banner.tsx'

const DueLine = lazyPart(() => import('./due-line.tsx'), 'DueLine')
const ReminderDialog = lazyPart(() => import('../reminders/reminder-dialog.tsx'), 'ReminderDialog')

/** Figures, recent activity, quick actions and the task board. */
export function DashboardPage() {
  const { openTask, openNew } = useTaskDialogs()
  const { meeting } = useAddress(readDashboardSearch)
  const { open, close } = useAddressDialog(meetingClosed)
  const i18n = useI18n()
  const notSmall = useMedia(NOT_SMALL)
  const board = useRef<HTMLElement>(null)
  useWholeInView(board)
  return (
    <>
      {import.meta.env.DEV && <WelcomeBanner />}
      <div className="grid shrink-0 grid-cols-2 gap-2 px-3.5 pt-3 md:grid-cols-[minmax(0,1fr)_14rem] md:gap-3 md:px-6 md:pt-5 xl:grid-cols-[minmax(0,25rem)_minmax(0,1fr)_14rem] min-[112rem]:grid-cols-[minmax(0,60rem)_minmax(0,1fr)_14rem]">
        {!notSmall && (
          <Suspense fallback={<DueLineSpace />}>
            <DueLine />
          </Suspense>
        )}
        <MetricCards />
        <RecentActivity onOpen={openTask} />
        <QuickActions onNewTask={openNew} onMeeting={() => open({ meeting: true })} />
      </div>
      <section
        ref={board}
        aria-labelledby="dashboard-tasks"
        className={cx(
          'flex flex-col max-md:h-full max-md:shrink-0 md:min-h-128 md:flex-1',
          // On phones a swipe first brings the whole board into view, and only then scrolls within it.
          'max-md:not-data-whole:[&_.overflow-y-auto]:overflow-y-hidden max-md:[&_.overflow-y-auto]:overscroll-y-auto',
        )}
      >
        <h2 id="dashboard-tasks" className="px-3.5 pt-4 font-semibold text-md md:-mb-1 md:px-6 md:pt-5">
          {i18n.t('Tasks')}
        </h2>
        <TaskBoardPage />
      </section>
      <Suspense fallback={null}>{meeting && <ReminderDialog meeting onClose={close} />}</Suspense>
    </>
  )
}

const NEARLY_ALL = 0.98

/** Marks an element with `data-whole` while all of it is in view. */
function useWholeInView(ref: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new IntersectionObserver(
      ([entry]) => element.toggleAttribute('data-whole', (entry?.intersectionRatio ?? 0) >= NEARLY_ALL),
      { threshold: [NEARLY_ALL] },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
}

function QuickActions({ onNewTask, onMeeting }: { onNewTask: () => void; onMeeting: () => void }) {
  const i18n = useI18n()
  const mayCreate = useCan('task:create')
  return (
    <Panel title={i18n.t('Quick Actions')}>
      <div className="flex flex-1 flex-col gap-2 pt-0.5">
        {mayCreate && <Action icon={Plus} label={i18n.t('Create New Task')} onClick={() => onNewTask()} />}
        <Action icon={CalendarPlus} label={i18n.t('Schedule Meeting')} onClick={() => onMeeting()} />
      </div>
    </Panel>
  )
}

const Action = ({ icon: Icon, label, onClick }: { icon: LucideIcon; label: string; onClick: () => void }) => (
  <Button
    onClick={onClick}
    className="h-auto! min-h-8.5 justify-start! gap-2.5! whitespace-normal! px-3! py-1.5 text-start leading-tight touch:min-h-11"
  >
    <Icon aria-hidden="true" className="size-4 text-muted" />
    {label}
  </Button>
)
