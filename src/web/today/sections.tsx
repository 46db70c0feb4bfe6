import { Link } from '@tanstack/react-router'
import { CircleCheckBig, Megaphone } from 'lucide-react'
import type { ItemSection, TaskSectionName, Today } from '../../shared/today.ts'
import { isAllDone, isUrgentHandover, isUrgentProblem, type WaitingKind } from '../../shared/waiting.ts'
import { useCan } from '../api/viewer.ts'
import { todayLabels } from '../components/labels/day-labels.ts'
import { useI18n } from '../language.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { type ShownTask, useFinishing } from './finished.ts'
import { linkTo } from './links.ts'
import { KnownProvider, useKnown } from './new-mark.tsx'
import { Procedures } from './procedures.tsx'
import { HandoverItems, ItemCards } from './received-items.tsx'
import { Section } from './section.tsx'
import { TaskItem } from './task-item.tsx'
import { Urgent, UrgentMessages } from './urgent.tsx'

const NO_ITEMS: ItemSection = { items: [], total: 0 }
/** The sections of Today for each kind of waiting thing. */
const kindOf = {
  ...{ now: 'now', problems: 'waiting', overdue: 'overdue', dueToday: 'due_today' },
  ...{ handedOver: 'handed_over', asked: 'asked', offered: 'waiting' },
} as const satisfies Record<string, WaitingKind>

/**
 * Everything that waits for the viewer, one section below the other; on wide screens other things stand beside. A
 * section without items is not shown.
 */
export function Sections({ today }: { today: Today }) {
  const i18n = useI18n()
  const mayReport = useCan('task:report')
  const finishing = useFinishing(today)
  const known = useKnown(today)
  // A reply that a device cached may come from an older server, which had fewer sections.
  const { procedures, unassigned, urgentMessages = [], ...rest } = today as Partial<Today>
  const { handedOver = NO_ITEMS, asked = NO_ITEMS, offered = NO_ITEMS } = rest
  const urgentItems = offered.items.filter(isUrgentHandover)
  const calm = {
    items: offered.items.filter((item) => !isUrgentHandover(item)),
    total: offered.total - urgentItems.length,
  }
  const urgentTasks = finishing.tasksOf('problems').filter(({ task }) => isUrgentProblem(task))
  const tasksIn = (name: TaskSectionName, note?: string) => (
    <TaskSection name={name} note={note} finishing={finishing} hidden={name === 'problems' ? urgentTasks : []} />
  )
  const waiting: WaitingKind[] = [
    ...(urgentMessages.length > 0 ? ['urgent' as const] : []),
    ...(['now', 'problems', 'overdue', 'dueToday'] as const)
      .filter((name) => finishing.tasksOf(name).length > 0)
      .map((name) => kindOf[name]),
    ...Object.entries({ handedOver, asked, offered })
      .filter(([, { total }]) => total > 0)
      .map(([name]) => kindOf[name as 'handedOver']),
  ]
  const column = 'flex min-w-0 flex-col gap-5'
  return (
    <KnownProvider value={known}>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 pb-4 lg:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)] lg:gap-8">
        <div className={column}>
          {urgentMessages.length + urgentItems.length + urgentTasks.length > 0 && (
            <Urgent>
              <UrgentMessages messages={urgentMessages} />
              <ItemCards items={urgentItems} />
              <TaskItems name="problems" tasks={urgentTasks} finishing={finishing} />
            </Urgent>
          )}
          {tasksIn('now')}
          <HandoverItems title={i18n.t(todayLabels.handedOver)} section={handedOver} />
          <HandoverItems title={i18n.t(todayLabels.asked)} section={asked} />
          {tasksIn('problems', unassigned?.department?.name)}
          <HandoverItems title={i18n.t(todayLabels.offered)} section={calm} />
          {tasksIn('overdue')}
          {tasksIn('dueToday')}
          {isAllDone(waiting) && <NothingDue today={today} />}
          {tasksIn('open')}
        </div>
        <div className={column}>
          {procedures && procedures.total > 0 && <Procedures procedures={procedures} />}
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
    </KnownProvider>
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
    <Section
      title={i18n.t(todayLabels[name])}
      note={note}
      total={total}
      shown={tasks.filter(({ isDone }) => !isDone).length}
      all={linkTo(name)}
      isAlarming={name === 'overdue' && total > 0}
    >
      <TaskItems name={name} tasks={tasks} finishing={finishing} />
    </Section>
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
