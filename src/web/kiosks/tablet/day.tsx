import { CircleCheckBig } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import type { Briefing, Section } from '../../../shared/briefing.ts'
import type { HandoverItem } from '../../../shared/handovers.ts'
import type { Status } from '../../../shared/task-status.ts'
import type { Task } from '../../../shared/tasks.ts'
import { dateOf, dateTimeIn } from '../../../shared/time/time.ts'
import type { Today } from '../../../shared/today.ts'
import { formatCount, formatDay, formatTime } from '../../../shared/words/formats.ts'
import type { Reader } from '../../../shared/words/reader.ts'
import { briefingLabels, todayLabels } from '../../components/labels/day-labels.ts'
import { planItemDetails, planItemTitle } from '../../components/labels/plan-item-words.ts'
import { PriorityIcon, priorityLabels } from '../../components/labels/priority-icon.tsx'
import { fullName } from '../../components/people/avatar.tsx'
import { serverNow } from '../../server-time.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'

/** Today and the briefing at a kiosk: nothing of it can be opened, and a task for today can only be finished. */

/** Sets the status of a task. The result is null, or says in words why it was refused. */
export type SetStatus = (task: Task, status: Status, was: Status) => Promise<string | null>

/** The person's work for today. */
export function TodayText({ today, reader, setStatus }: { today: Today; reader: Reader; setStatus: SetStatus }) {
  const { i18n } = reader
  const names = ['now', 'received', 'overdue', 'dueToday', 'open'] as const
  const sections = names.map((name) => {
    // An older server has fewer sections.
    const { tasks, total } = (today as Partial<Today>)[name] ?? { tasks: [], total: 0 }
    const items = name === 'received' ? today.handedOver : { items: [], total: 0 }
    return { name, tasks, items: items.items, total: total + items.total }
  })
  return (
    <Part title={i18n.t('Today')} nothing={i18n.t('Nothing due today')} isEmpty={sections.every(({ total }) => !total)}>
      {sections.map(
        ({ name, tasks, items, total }) =>
          total > 0 && (
            <Group
              key={name}
              title={i18n.t(todayLabels[name])}
              total={total}
              shown={tasks.length + items.length}
              reader={reader}
            >
              {tasks.map((task) => (
                <Work key={task.id} task={task} reader={reader} isLate={name === 'overdue'} setStatus={setStatus} />
              ))}
              {items.length > 0 && <HandedOver items={items} />}
            </Group>
          ),
      )}
    </Part>
  )
}

/** News for a person who comes on duty. */
export function BriefingText({
  briefing: { notes, sections, since, isFirstShift },
  reader,
}: {
  briefing: Briefing
  reader: Reader
}) {
  const { i18n } = reader
  const quiet = isFirstShift ? i18n.t('All quiet') : i18n.t('All quiet since {time}', { time: whenIn(since, reader) })
  return (
    <Part title={i18n.t('Briefing')} nothing={quiet} isEmpty={notes.length + sections.length === 0}>
      {notes.length > 0 && (
        <Group title={i18n.t('Notes to your department')} total={notes.length} shown={notes.length} reader={reader}>
          {notes.map(({ id, giver, note }) => (
            <Line key={id} title={<span className="whitespace-pre-wrap">{note}</span>} isText>
              <bdi>{fullName(giver)}</bdi>
            </Line>
          ))}
        </Group>
      )}
      {sections.map((section) => (
        <Group
          key={section.kind}
          title={i18n.t(briefingLabels[section.kind])}
          total={section.items.length + section.more}
          shown={section.items.length}
          reader={reader}
        >
          <Items section={section} reader={reader} />
        </Group>
      ))}
    </Part>
  )
}

function Items({ section, reader }: { section: Section; reader: Reader }) {
  const { i18n } = reader
  switch (section.kind) {
    case 'handed_over':
      return <HandedOver items={section.items} />
    case 'procedures':
      return section.items.map(({ id, title, version, changeNote: change }) => (
        <Line key={id} title={title}>
          {change
            ? i18n.t('Version {version}: {change}', { version, change })
            : i18n.t('Version {version}', { version })}
        </Line>
      ))
    case 'plan':
      return section.items.map((news) => (
        <Line key={`${news.what} ${news.id}`} title={planItemTitle(news, reader)}>
          {planItemDetails(news, reader)}
        </Line>
      ))
    case 'held':
      return section.items.map(({ id, title, message }) => (
        <Line key={id} title={title}>
          {message}
        </Line>
      ))
    default: {
      const { kind } = section
      return section.items.map((task) => <Work key={task.id} task={task} reader={reader} isLate={kind === 'overdue'} />)
    }
  }
}

function Work({
  task,
  reader,
  isLate,
  setStatus,
}: {
  task: Task
  reader: Reader
  isLate: boolean
  setStatus?: SetStatus
}) {
  const { i18n } = reader
  const { dueDate, place, priority, title } = task
  const due = dueDate && (isLate ? i18n.t('was due {due}', { due: whenIn(dueDate, reader) }) : dueOf(dueDate, reader))
  return (
    <Line
      title={title}
      titleId={setStatus && titleOf(task)}
      action={setStatus && <Finish task={task} reader={reader} setStatus={setStatus} />}
    >
      {priority === 'high' && (
        <span className="me-2 inline-flex items-center align-middle">
          <PriorityIcon priority="high" />
          <span className="sr-only">{i18n.t('Priority {priority}', { priority: i18n.t(priorityLabels.high) })}</span>
        </span>
      )}
      {due && <span className={cx('me-2.5', isLate && 'font-semibold text-overdue')}>{due}</span>}
      {place && <bdi>{place}</bdi>}
    </Line>
  )
}

const titleOf = ({ id }: Task) => `task-${id}`

/** Finishes a task, and takes that back. The task stays where it is until the person leaves. */
function Finish({ task, reader: { i18n }, setStatus }: { task: Task; reader: Reader; setStatus: SetStatus }) {
  const [isDone, setDone] = useState(false)
  const [isSending, setSending] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  async function send() {
    setSending(true)
    const [status, was] = isDone ? ([task.status, 'completed'] as const) : (['completed', task.status] as const)
    const refused = await setStatus(task, status, was)
    setRefusal(refused)
    setSending(false)
    if (refused === null) setDone(!isDone)
  }
  return (
    <div className="mt-3 flex flex-wrap items-center gap-3">
      <Button
        variant={isDone ? 'secondary' : 'primary'}
        pending={isSending}
        onClick={() => void send()}
        aria-describedby={titleOf(task)}
        className="h-12! px-6! text-lg!"
      >
        {isDone ? i18n.t('Undo') : i18n.t('Finish ##a task')}
      </Button>
      <p role="status" className={cx('min-w-0 flex-1', refusal ? 'text-overdue' : 'text-done')}>
        {refusal ?? (isDone && i18n.t('Completed'))}
      </p>
    </div>
  )
}

/** The time of today, or the day of any other. */
const whenIn = (iso: string, reader: Reader) =>
  dateOf(serverNow(), reader.timeZone) === dateOf(Date.parse(iso), reader.timeZone)
    ? formatTime(iso, reader)
    : formatDay(iso, reader)

const dueOf = (iso: string, reader: Reader) =>
  dateTimeIn(iso, reader.timeZone).endOfDay &&
  dateOf(serverNow(), reader.timeZone) === dateOf(Date.parse(iso), reader.timeZone)
    ? reader.i18n.t('today')
    : whenIn(iso, reader)

function Part({
  title,
  nothing,
  isEmpty,
  children,
}: {
  title: string
  nothing: string
  isEmpty: boolean
  children: ReactNode
}) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex min-w-0 flex-col gap-4">
      <h2 id={id} className="font-semibold text-xl tracking-[-0.01em]">
        {title}
      </h2>
      {isEmpty ? (
        <p className="flex items-center gap-2.5 text-lg text-muted">
          <CircleCheckBig aria-hidden="true" className="size-5 shrink-0 text-done" />
          {nothing}
        </p>
      ) : (
        children
      )}
    </section>
  )
}

function Group({
  title,
  total,
  shown,
  reader: { i18n },
  children,
}: {
  title: string
  total: number
  shown: number
  reader: Reader
  children: ReactNode
}) {
  return (
    <div>
      <h3 className="mb-1.5 flex items-baseline gap-2 font-semibold text-muted text-sm">
        {title}
        <span className="tabular font-medium">{formatCount(total, { i18n })}</span>
      </h3>
      <ul className="flex flex-col gap-2">{children}</ul>
      {total > shown && (
        <p className="mt-1.5 text-muted text-sm">
          {i18n.t('{count, plural, one {# more} other {# more}}', { count: total - shown })}
        </p>
      )}
    </div>
  )
}

const Line = ({
  title,
  titleId,
  isText = false,
  action,
  children,
}: {
  title: ReactNode
  titleId?: string
  isText?: boolean
  action?: ReactNode
  children?: ReactNode
}) => (
  <li className="rounded-card border border-line bg-surface px-4 py-3 shadow-card">
    <p id={titleId} dir="auto" className={cx('text-lg leading-snug wrap-anywhere', isText ? '' : 'font-medium')}>
      {title}
    </p>
    {children && <p className="mt-1 text-muted text-sm wrap-anywhere">{children}</p>}
    {action}
  </li>
)

const HandedOver = ({ items }: { items: readonly HandoverItem[] }) =>
  items.map(({ id, task, text, next, ifThen, giver }) => (
    <Line key={id} title={task?.title ?? text ?? next}>
      {[task && text, (task || text) && next, ifThen].filter(Boolean).map((each) => (
        <span key={each} dir="auto" className="block text-text">
          {each}
        </span>
      ))}
      <bdi>{fullName(giver)}</bdi>
    </Line>
  ))
