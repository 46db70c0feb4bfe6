import { Link } from '@tanstack/react-router'
import { CircleCheckBig, Megaphone } from 'lucide-react'
import type { Today } from '../../shared/today.ts'
import { useCan } from '../api/viewer.ts'
import { todayLabels } from '../components/labels/day-labels.ts'
import { useI18n } from '../language.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { type TaskSectionName, useFinishing } from './finished.ts'
import { linkTo } from './links.ts'
import { Procedures } from './procedures.tsx'
import { ReceivedItems } from './received-items.tsx'
import { Section } from './section.tsx'
import { TaskItem } from './task-item.tsx'

/** The parts of the day, one below the other; on wide screens what is not one's own yet stands beside. A section without items is not shown. */
export function Sections({ today }: { today: Today }) {
  const i18n = useI18n()
  const mayReport = useCan('task:report')
  const finishing = useFinishing(today)
  const tasksIn = (name: TaskSectionName, note?: string) => (
    <TaskSection name={name} note={note} finishing={finishing} />
  )
  const hasDue = ['overdue' as const, 'dueToday' as const].some((name) => finishing.tasksOf(name).length > 0)
  // A reply that a device cached may come from an older server, which did not say what was handed over.
  const { procedures, unassigned, handedOver } = today as Partial<Today>
  const column = 'flex min-w-0 flex-col gap-5'
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 pb-4 lg:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)] lg:gap-8">
      <div className={column}>
        {handedOver && handedOver.total > 0 && <ReceivedItems handedOver={handedOver} />}
        {tasksIn('overdue')}
        {tasksIn('dueToday')}
        {!hasDue && !handedOver?.total && <NothingDue today={today} />}
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
  )
}

function TaskSection({
  name,
  note,
  finishing: { tasksOf, countOf, finish, takeBack },
}: {
  name: TaskSectionName
  note: string | undefined
  finishing: ReturnType<typeof useFinishing>
}) {
  const i18n = useI18n()
  const tasks = tasksOf(name)
  if (tasks.length === 0) return null
  const total = countOf(name)
  return (
    <Section
      title={i18n.t(todayLabels[name])}
      note={note}
      total={total}
      shown={tasks.filter(({ isDone }) => !isDone).length}
      all={linkTo(name)}
      isAlarming={name === 'overdue' && total > 0}
    >
      {tasks.map(({ task, isDone }) => (
        <TaskItem
          key={task.id}
          task={task}
          isDone={isDone}
          onFinish={() => finish(name, task)}
          onTakeBack={() => takeBack(task)}
          offersClaim={name === 'unassigned'}
        />
      ))}
    </Section>
  )
}

/** Nothing is due: what to do next. */
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
