import { Link } from '@tanstack/react-router'
import { CircleCheckBig, Megaphone } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import type { Task } from '../../shared/tasks.ts'
import {
  type ItemSection,
  type TaskSection,
  type TaskSectionName,
  type Today,
  taskSections,
} from '../../shared/today.ts'
import { isFree, isUrgentHandover, partsOfToday, type WaitingKind, waitingKinds } from '../../shared/waiting.ts'
import { useCan } from '../api/viewer.ts'
import { todayLabels } from '../components/labels/day-labels.ts'
import { useI18n } from '../language.ts'
import { useIsRead } from '../notifications/reading.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { useFinishing } from './finished.ts'
import { HandoverItems, ItemCards } from './handover-items.tsx'
import { linkTo } from './links.ts'
import { OpenedProvider, useOpened } from './new-mark.tsx'
import { Procedures } from './procedures.tsx'
import { TodaySection } from './section.tsx'
import { TaskItem } from './task-item.tsx'
import { Urgent, UrgentMessageItem } from './urgent.tsx'

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
  const { procedures, unassigned, urgentMessages = [] } = today as Partial<Today>
  const shown = {
    ...today,
    ...Object.fromEntries(taskSections.map((name) => [name, finishing.sectionOf(name)])),
    urgentMessages: urgentMessages.filter((message) => !isRead(message)),
  }
  const waiting = partsOfToday(shown)
  const { urgent } = waiting
  const tasksIn = (name: TaskSectionName, section: TaskSection, note?: string) => (
    <TaskItemSection name={name} section={section} note={note} finishing={finishing} />
  )
  const parts: Record<WaitingKind, ReactNode> = {
    urgent: urgent.messages.length + urgent.items.total + urgent.tasks.total > 0 && (
      <Urgent>
        {urgent.messages.map((message) => (
          <UrgentMessageItem key={message.id} message={message} />
        ))}
        <TaskItems name="problems" tasks={urgent.tasks.tasks} finishing={finishing} />
        <ItemCards items={urgent.items.items} />
      </Urgent>
    ),
    now: tasksIn('now', waiting.now.tasks),
    handed_over: (
      <TaskItemSection
        name="received"
        section={waiting.handed_over.tasks}
        items={waiting.handed_over.items}
        finishing={finishing}
      />
    ),
    asked: <HandoverItems title={i18n.t(todayLabels.asked)} section={waiting.asked.items} />,
    waiting: (
      <>
        {tasksIn('problems', waiting.waiting.tasks, unassigned?.department?.name)}
        <HandoverItems title={i18n.t(todayLabels.offered)} section={waiting.waiting.items} />
      </>
    ),
    overdue: tasksIn('overdue', waiting.overdue.tasks),
    due_today: tasksIn('dueToday', waiting.due_today.tasks),
    also_mine: (
      <>
        {!waitsAbove && isFree(waiting) && <NothingDue today={today} />}
        {tasksIn('open', waiting.also_mine.tasks)}
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
          {tasksIn('unassigned', finishing.sectionOf('unassigned'), unassigned?.department?.name)}
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

function TaskItemSection({
  name,
  section: { tasks, total: taskTotal },
  items: { items, total: itemTotal } = { items: [], total: 0 },
  note,
  finishing,
}: {
  name: TaskSectionName
  section: TaskSection
  /** Items of handovers, behind the tasks. */
  items?: ItemSection
  note?: string | undefined
  finishing: Finishing
}) {
  const i18n = useI18n()
  const total = taskTotal + itemTotal
  if (total === 0) return null
  const done = tasks.filter(({ id }) => finishing.isDone(id)).length
  return (
    <TodaySection
      title={i18n.t(todayLabels[name])}
      note={note}
      total={total - done}
      shown={tasks.length + items.length - done}
      all={itemTotal > items.length ? { to: '/handovers' } : linkTo(name)}
      isAlarming={(name === 'overdue' && total > done) || items.some(isUrgentHandover)}
    >
      <TaskItems name={name} tasks={tasks} finishing={finishing} />
      <ItemCards items={items} />
    </TodaySection>
  )
}

function TaskItems({
  name,
  tasks,
  finishing: { isDone, finish, takeBack },
}: {
  name: TaskSectionName
  tasks: readonly Task[]
  finishing: Finishing
}) {
  return tasks.map((task) => (
    <TaskItem
      key={task.id}
      task={task}
      isDone={isDone(task.id)}
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
