import { type ReactNode, useEffect } from 'react'
import { MAX_TASK_PAGE_SIZE, tagsIn } from '../../../shared/task-query.ts'
import { shownStatus, statuses } from '../../../shared/task-status.ts'
import { type Task, tasksApi } from '../../../shared/tasks.ts'
import { compareTexts, formatCount, formatDate, formatDays, formatList } from '../../../shared/words/formats.ts'
import { msg } from '../../../shared/words/message.ts'
import { useDepartmentFilter } from '../../api/department-filter.ts'
import { useReply } from '../../api/queries.ts'
import { PrintSheet, PrintTable } from '../../components/files/print-sheet.tsx'
import { outcomeLabels } from '../../components/labels/outcome-labels.ts'
import { priorityLabels } from '../../components/labels/priority-icon.tsx'
import { statusLabels } from '../../components/labels/status-icon.tsx'
import { fullName } from '../../components/people/avatar.tsx'
import { formatMoment } from '../../components/time/format.ts'
import { formatMinutes } from '../../components/time/format-minutes.ts'
import { useReader } from '../../components/time/use-reader.ts'
import { useI18n } from '../../language.ts'
import { serverNow } from '../../server-time.ts'
import { asksForDone, type TaskSearch, useTaskSearch } from '../../task/search-params.ts'
import { toastError } from '../../ui/toast.tsx'
import { dueChoices } from '../filters/due-choices.ts'
import { useFilter } from '../filters/use-filter.ts'
import { useView } from '../filters/view.ts'
import { useSorting } from '../table/use-sorting.ts'
import { taskKindLabels } from '../task-kind-labels.ts'

const byDueDate = { sort: 'dueDate', order: 'asc' } as const
const heads = [
  ...[msg('Title'), msg('Status'), msg('Priority'), msg('Assignee')],
  ...[msg('Due date'), msg('Department'), msg('Project')],
]

/**
 * The tasks that match the filters, on paper: the table, or a list for each column of the board, or for each person.
 * Completed tasks are left out, unless the filters or the person who prints ask for them. `sheets`: each person has a
 * sheet of their own, or only the person of this lane.
 */
export function PrintedTasks({
  withDone = false,
  sheets,
  onDone,
}: {
  withDone?: boolean
  sheets?: 'all' | { assigneeId: string }
  onDone: () => void
}) {
  const i18n = useI18n()
  const { search } = useTaskSearch()
  const { view } = useView()
  const { sort, order } = useSorting()
  const filter = useFilter(search)
  const { label } = useDepartmentFilter()
  const sorting = view === 'table' ? { sort, order } : view === 'people' ? byDueDate : {}
  const isOpenOnly = !withDone && !asksForDone(search)
  const { data, error } = useReply(tasksApi.list, {
    query: {
      ...filter,
      ...(typeof sheets === 'object' && sheets),
      ...sorting,
      ...(isOpenOnly && { open: 'true' as const }),
      limit: MAX_TASK_PAGE_SIZE,
    },
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each failure
  useEffect(() => {
    if (!error || data) return
    toastError(i18n.t('The tasks could not be loaded.'))
    onDone()
  }, [error, data])
  const tasks = data?.tasks ?? []
  const total = data?.total ?? 0
  return (
    <PrintSheet
      title={i18n.t('Tasks')}
      facts={[
        label,
        ...useFacts(search, tasks[0]),
        tasks.length < total
          ? i18n.t(
              '{total, plural, one {the first {shown, number} of # task} other {the first {shown, number} of # tasks}}',
              { shown: tasks.length, total },
            )
          : isOpenOnly
            ? i18n.t('{count, plural, one {# open task} other {# open tasks}}', { count: total })
            : i18n.t('{count, plural, one {# task} other {# tasks}}', { count: total }),
      ]}
      ready={data !== undefined}
      onDone={onDone}
    >
      {view === 'table' ? (
        <AllTasks tasks={tasks} />
      ) : view === 'people' ? (
        <People tasks={tasks} hasSheets={sheets !== undefined} />
      ) : (
        <Columns tasks={tasks} />
      )}
    </PrintSheet>
  )
}

/** The filters in words. All tasks of a filter by person or project name it, so the first one tells its name. */
function useFacts(search: TaskSearch, first: Task | undefined) {
  const { q, status, priority, assignee, project, completedFrom, completedTo, createdFrom, createdTo } = search
  const { tags, due, dueFrom, dueTo } = search
  const { kind, place, outcome, occurredFrom, occurredTo } = search
  const i18n = useI18n()
  const named = (filter: string, value: string) => i18n.t('{filter}: {value}', { filter, value })
  return [
    q && i18n.t('“{text}”', { text: q }),
    status && i18n.t(statusLabels[status]),
    priority && i18n.t('Priority {priority}', { priority: i18n.t(priorityLabels[priority]) }),
    assignee && first?.assignee && fullName(first.assignee),
    assignee === 'none' && i18n.t('Unassigned'),
    project === 'none' ? i18n.t('No project') : project !== undefined && first?.project?.name,
    tags && named(i18n.t('Tag'), formatList(tagsIn(tags), { i18n })),
    due && named(i18n.t('Due date'), dueChoices(i18n).find(({ value }) => value === due)?.label ?? ''),
    (dueFrom ?? dueTo) && named(i18n.t('Due date'), formatDays(dueFrom, dueTo, { i18n })),
    (completedFrom ?? completedTo) &&
      i18n.t('Completed {dates}', { dates: formatDays(completedFrom, completedTo, { i18n }) }),
    (createdFrom ?? createdTo) && i18n.t('Created {dates}', { dates: formatDays(createdFrom, createdTo, { i18n }) }),
    kind && i18n.t(taskKindLabels[kind]),
    place && named(i18n.t('Place'), place),
    outcome && i18n.t(outcomeLabels[outcome]),
    (occurredFrom ?? occurredTo) && i18n.t('Opened {dates}', { dates: formatDays(occurredFrom, occurredTo, { i18n }) }),
  ]
}

function AllTasks({ tasks }: { tasks: Task[] }) {
  const i18n = useI18n()
  const reader = useReader()
  const now = serverNow()
  return (
    <PrintTable heads={heads.map((head) => i18n.t(head))}>
      {tasks.map((task) => (
        <tr key={task.id}>
          <td dir="auto" className="w-1/3">
            {task.title}
          </td>
          <td>{i18n.t(statusLabels[shownStatus(task, now)])}</td>
          <td>{i18n.t(priorityLabels[task.priority])}</td>
          <td dir="auto">{task.assignee && fullName(task.assignee)}</td>
          <td className="whitespace-nowrap">{task.dueDate && formatDate(task.dueDate, reader)}</td>
          <td dir="auto">{task.department?.name}</td>
          <td dir="auto">{task.project?.name}</td>
        </tr>
      ))}
    </PrintTable>
  )
}

function Columns({ tasks }: { tasks: Task[] }) {
  const i18n = useI18n()
  const now = serverNow()
  return statuses
    .map((status) => ({ status, own: tasks.filter((task) => shownStatus(task, now) === status) }))
    .filter(({ own }) => own.length > 0)
    .map(({ status, own }) => (
      <Section key={status} title={i18n.t(statusLabels[status])} count={own.length}>
        <Column tasks={own} isDone={status === 'completed'} />
      </Section>
    ))
}

/** Each person's tasks, as the view of people shows them: unassigned tasks first. */
function People({ tasks, hasSheets }: { tasks: Task[]; hasSheets: boolean }) {
  const i18n = useI18n()
  const people = new Map<string, { name: string; own: Task[] }>()
  for (const task of tasks) {
    const id = task.assignee?.id ?? ''
    const lane = people.get(id) ?? { name: task.assignee ? fullName(task.assignee) : '', own: [] }
    people.set(id, lane)
    lane.own.push(task)
  }
  return [...people]
    .sort(([, a], [, b]) => compareTexts(a.name, b.name, { i18n }))
    .map(([id, { name, own }]) => (
      <Section key={id} title={name || i18n.t('Unassigned')} count={own.length} isSheet={hasSheets}>
        <Estimate tasks={own} />
        <PersonsTasks tasks={own} />
      </Section>
    ))
}

/** How long somebody's tasks take, as far as it is known. */
function Estimate({ tasks }: { tasks: Task[] }) {
  const i18n = useI18n()
  const minutes = tasks.reduce((sum, { estimateMinutes }) => sum + (estimateMinutes ?? 0), 0)
  const count = tasks.filter(({ estimateMinutes }) => !estimateMinutes).length
  if (minutes === 0) return null
  const parts = [
    i18n.t('Estimated: {time}', { time: formatMinutes(minutes, i18n) }),
    count > 0 && i18n.t('{count, plural, one {# task has no estimate} other {# tasks have no estimate}}', { count }),
  ]
  return <p className="text-muted">{parts.filter(Boolean).join(' · ')}</p>
}

/** The tasks of one person, each with its place and its number of steps. */
function PersonsTasks({ tasks }: { tasks: Task[] }) {
  const i18n = useI18n()
  const reader = useReader()
  return (
    <PrintTable heads={[i18n.t('Title'), i18n.t('Place'), i18n.t('Due date'), i18n.t('Estimated')]}>
      {tasks.map(({ id, title, place, dueDate, estimateMinutes, description, stepsDone, stepsTotal }) => (
        <tr key={id}>
          <td className="w-1/2">
            <span className="flex gap-2.5">
              <Box />
              <span className="min-w-0">
                <span dir="auto" className="block">
                  {title}
                </span>
                {description && (
                  <span dir="auto" className="line-clamp-3 whitespace-pre-line text-muted text-xs">
                    {description}
                  </span>
                )}
                {stepsTotal > 0 && (
                  <span className="block text-muted text-xs">
                    {i18n.t('{done} of {total, plural, one {# step} other {# steps}}', {
                      done: stepsDone,
                      total: stepsTotal,
                    })}
                  </span>
                )}
              </span>
            </span>
          </td>
          <td dir="auto">{place}</td>
          <td className="whitespace-nowrap">{dueDate && formatMoment(dueDate, reader)}</td>
          <td className="whitespace-nowrap">{estimateMinutes && formatMinutes(estimateMinutes, i18n)}</td>
        </tr>
      ))}
    </PrintTable>
  )
}

/** To tick on paper. */
const Box = () => <span aria-hidden="true" className="mt-0.5 size-3.5 shrink-0 rounded-sm border border-control" />

const Section = ({
  title,
  count,
  isSheet = false,
  children,
}: {
  title: string
  count: number
  /** It begins a sheet of its own. */
  isSheet?: boolean
  children: ReactNode
}) => {
  const i18n = useI18n()
  return (
    <section className={isSheet ? 'not-first-of-type:break-before-page' : 'not-first-of-type:mt-6'}>
      <h2 className="break-after-avoid font-semibold text-md">
        <bdi>{title}</bdi> <span className="font-normal text-muted tabular">{formatCount(count, { i18n })}</span>
      </h2>
      {children}
    </section>
  )
}

function Column({ tasks, isDone }: { tasks: Task[]; isDone: boolean }) {
  const i18n = useI18n()
  const reader = useReader()
  return (
    <PrintTable heads={[i18n.t('Title'), i18n.t('Assignee'), i18n.t('Due date'), i18n.t('Department')]}>
      {tasks.map((task) => {
        const { id, title, assignee, dueDate, department } = task
        return (
          <tr key={id}>
            <td className="w-1/2">
              <span className="flex gap-2.5">
                {!isDone && <Box />}
                <span dir="auto">{title}</span>
              </span>
            </td>
            <td dir="auto">{assignee ? fullName(assignee) : i18n.t('Unassigned')}</td>
            <td className="whitespace-nowrap">{dueDate && formatDate(dueDate, reader)}</td>
            <td dir="auto">{department?.name}</td>
          </tr>
        )
      })}
    </PrintTable>
  )
}
