import { Link } from '@tanstack/react-router'
import { CircleCheckBig, Megaphone } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import type { ItemSection, TaskSectionName, Today } from '../../shared/today.ts'
import { isUrgentHandover, isUrgentProblem, type WaitingKind, waitingKinds } from '../../shared/waiting.ts'
import { useCan } from '../api/viewer.ts'
import { todayLabels } from '../components/labels/day-labels.ts'
import { useI18n } from '../language.ts'
import { useIsRead } from '../notifications/reading.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { type ShownTask, useFinishing } from './finished.ts'
import { HandoverItems, ItemCards } from './handover-items.tsx'
import { linkTo } from './links.ts'
import { OpenedProvider, useOpened } from './new-mark.tsx'
import { Procedures } from './procedures.tsx'
import { TodaySection } from './section.tsx'
import { TaskItem } from './task-item.tsx'
import { Urgent, UrgentMessageItem } from './urgent.tsx'

const NO_ITEMS: ItemSection = { items: [], total: 0 }

/**
 * Everything that waits for the viewer, one section below the other; on wide screens the rest stands beside. A section
 * without items is not shown. `waitsAbove`: something waits that stands above, and is not in `today`.
 */
export function Sections({ today, waitsAbove }: { today: Today; waitsAbove: boolean }) {
  const i18n = useI18n()
  const mayReport = useCan('task:report')
  const finishing = useFinishing(today)
  const opened = useOpened(today)
  const isRead = useIsRead()
  // A reply that a device cached may come from an older server, which had fewer sections.
  const { procedures, unassigned, urgentMessages = [], ...rest } = today as Partial<Today>
  const { handedOver = NO_ITEMS, asked = NO_ITEMS, offered = NO_ITEMS } = rest
  const messages = urgentMessages.filter((message) => !isRead(message))
  const urgentItems = offered.items.filter(isUrgentHandover)
  const calmItems = {
    items: offered.items.filter((item) => !isUrgentHandover(item)),
    total: offered.total - urgentItems.length,
  }
  const urgentTasks = finishing.tasksOf('problems').filter(({ task }) => isUrgentProblem(task))
  const tasksIn = (name: TaskSectionName, note?: string) => (
    <TaskSection name={name} note={note} finishing={finishing} hidden={name === 'problems' ? urgentTasks : []} />
  )
  const isFree =
    !waitsAbove &&
    messages.length + handedOver.total + asked.total + offered.total === 0 &&
    (['now', 'problems', 'overdue', 'dueToday'] as const).every((name) => finishing.tasksOf(name).length === 0)
  const parts: Record<WaitingKind, ReactNode> = {
    urgent: messages.length + urgentItems.length + urgentTasks.length > 0 && (
      <Urgent>
        {messages.map((message) => (
          <UrgentMessageItem key={message.id} message={message} />
        ))}
        <ItemCards items={urgentItems} />
        <TaskItems name="problems" tasks={urgentTasks} finishing={finishing} />
      </Urgent>
    ),
    now: tasksIn('now'),
    handed_over: <HandoverItems title={i18n.t(todayLabels.handedOver)} section={handedOver} />,
    asked: <HandoverItems title={i18n.t(todayLabels.asked)} section={asked} />,
    waiting: (
      <>
        {tasksIn('problems', unassigned?.department?.name)}
        <HandoverItems title={i18n.t(todayLabels.offered)} section={calmItems} />
      </>
    ),
    overdue: tasksIn('overdue'),
    due_today: tasksIn('dueToday'),
    also_mine: (
      <>
        {isFree && <NothingDue today={today} />}
        {tasksIn('open')}
      </>
    ),
    to_read: procedures && procedures.total > 0 && <Procedures procedures={procedures} />,
  }
  const column = 'flex min-w-0 flex-col gap-5'
  return (
    <OpenedProvider value={opened}>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 pb-4 lg:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)] lg:gap-8">
        <div className={column}>
          {waitingKinds.map((kind) => kind !== 'to_read' && <Fragment key={kind}>{parts[kind]}</Fragment>)}
        </div>
        <div className={column}>
          {parts.to_read}
          {tasksIn('unassigned', unassigned?.department?.name)}
          {mayReport && (
            <Link
              to="/problems"
              className="inline-flex min-h-11 items-center gap-2 self-start rounded-control px-1 font-semibold text-accent text-sm hover:underline"
            >
              <Megaphone aria-hidden="true" className="size-4" />
              {i18n.t('My reports')}
            </Link>
          )}
        </div>
      </div>
    </OpenedProvider>
  )
}

type Finishing = ReturnType<typeof useFinishing>

/** `hidden`: tasks of the section that stand elsewhere. */
function TaskSection({
  name,
  note,
  finishing,
  hidden,
}: {
  name: TaskSectionName
  note: string | undefined
  finishing: Finishing
  hidden: ShownTask[]
}) {
  const i18n = useI18n()
  const tasks = finishing.tasksOf(name).filter(({ task }) => !hidden.some((other) => other.task.id === task.id))
  const total = finishing.countOf(name) - hidden.filter(({ isDone }) => !isDone).length
  if (tasks.length === 0 && total === 0) return null
  return (
    <TodaySection
      title={i18n.t(todayLabels[name])}
      note={note}
      total={total}
      shown={tasks.filter(({ isDone }) => !isDone).length}
      all={linkTo(name)}
      isAlarming={name === 'overdue' && total > 0}
    >
      <TaskItems name={name} tasks={tasks} finishing={finishing} />
    </TodaySection>
  )
}

function TaskItems({
  name,
  tasks,
  finishing: { finish, takeBack },
}: {
  name: TaskSectionName
  tasks: ShownTask[]
  finishing: Finishing
}) {
  return tasks.map(({ task, isDone }) => (
    <TaskItem
      key={task.id}
      task={task}
      isDone={isDone}
      onFinish={() => finish(name, task)}
      onTakeBack={() => takeBack(task)}
      offersClaim={name === 'unassigned' || name === 'problems'}
    />
  ))
}

/** Nothing waits: suggests the next thing. */
function NothingDue({ today: { open, unassigned } }: { today: Today }) {
  const i18n = useI18n()
  const next =
    open.total > 0
      ? i18n.t('What comes later is below.')
      : unassigned && unassigned.total > 0
        ? i18n.t('See below what nobody has taken yet.')
        : i18n.t('A task that is given to you appears here by itself.')
  return (
    <EmptyState icon={CircleCheckBig} title={i18n.t('Nothing due today')} className="m-0! mx-auto! py-6!">
      {next}
    </EmptyState>
  )
}
