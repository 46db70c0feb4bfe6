import type { Input } from '../../../shared/endpoint.ts'
import type { SheetColumn } from '../../../shared/sheets/columns.ts'
import type { Outcome } from '../../../shared/task-kinds.ts'
import { type Priority, type Status, shownStatus } from '../../../shared/task-status.ts'
import type { Task, tasksApi } from '../../../shared/tasks.ts'
import { type Message, msg } from '../../../shared/words/message.ts'
import type { Sheet } from '../../adapters/sheets.ts'
import type { Context } from '../../core/context.ts'
import { listTasks } from './list.ts'

/** In English, files have the words of the API, which programs read too. */
const statuses: Record<Status, Message> = {
  pending: msg('pending ##status in a file'),
  in_progress: msg('in_progress ##status in a file'),
  completed: msg('completed ##status in a file'),
  overdue: msg('overdue ##status in a file'),
}
const priorities: Record<Priority, Message> = {
  low: msg('low ##priority in a file'),
  medium: msg('medium ##priority in a file'),
  high: msg('high ##priority in a file'),
}

const outcomes: Record<Outcome, Message> = {
  done: msg('done ##outcome in a file'),
  late: msg('late ##outcome in a file'),
  missed: msg('missed ##outcome in a file'),
  skipped: msg('skipped ##outcome in a file'),
}

/** Every field of a task: its column in the file, in this order, or null if the file leaves it out. */
const columnsFor = ({ now, reader: { i18n } }: Context): Record<keyof Task, SheetColumn<Task> | null> => ({
  id: { heading: i18n.t('Id'), kind: 'number', value: (task) => task.id },
  title: { heading: i18n.t('Title'), kind: 'text', value: (task) => task.title },
  description: { heading: i18n.t('Description'), kind: 'text', value: (task) => task.description },
  status: {
    heading: i18n.t('Status'),
    kind: 'text',
    value: (task) => i18n.t(statuses[shownStatus(task, now.getTime())]),
  },
  priority: { heading: i18n.t('Priority'), kind: 'text', value: (task) => i18n.t(priorities[task.priority]) },
  department: { heading: i18n.t('Department'), kind: 'text', value: (task) => task.department?.name ?? null },
  project: { heading: i18n.t('Project'), kind: 'text', value: (task) => task.project?.name ?? null },
  assignee: {
    heading: i18n.t('Assignee'),
    kind: 'text',
    value: ({ assignee }) => assignee && `${assignee.firstName} ${assignee.lastName}`,
  },
  dueDate: { heading: i18n.t('Due'), kind: 'instant', value: (task) => task.dueDate },
  completedAt: { heading: i18n.t('Completed'), kind: 'instant', value: (task) => task.completedAt },
  tags: { heading: i18n.t('Tags'), kind: 'text', value: (task) => task.tags.join(', ') },
  createdAt: { heading: i18n.t('Created'), kind: 'instant', value: (task) => task.createdAt },
  stepsDone: { heading: i18n.t('Steps done'), kind: 'number', value: (task) => task.stepsDone },
  stepsTotal: { heading: i18n.t('Steps'), kind: 'number', value: (task) => task.stepsTotal },
  comments: { heading: i18n.t('Comments'), kind: 'number', value: (task) => task.comments },
  photos: { heading: i18n.t('Photos'), kind: 'number', value: (task) => task.photos },
  place: { heading: i18n.t('Place'), kind: 'text', value: (task) => task.place },
  outcome: {
    heading: i18n.t('Outcome'),
    kind: 'text',
    value: ({ outcome }) => outcome && i18n.t(outcomes[outcome]),
  },
  estimateMinutes: { heading: i18n.t('Estimated minutes'), kind: 'number', value: (task) => task.estimateMinutes },
  kind: null,
  takenAt: null,
  isReceived: null,
  routineId: null,
  occurrenceAt: null,
  closesAt: null,
  closedAt: null,
  sopId: null,
  sopPage: null,
  sopRevision: null,
  // The file has names instead of these ids.
  departmentId: null,
  projectId: null,
  assigneeId: null,
  creatorId: null,
  updatedAt: null,
  deletedAt: null,
})

/** Tasks of a page. One with the longest descriptions is four megabytes of JSON, which are read in one go. */
const PAGE = 200

/** The filtered list. It is read page by page. */
export const exportTasks = (
  ctx: Context,
  { query: { format: _, ...query } }: Input<typeof tasksApi.export>,
): Sheet<Task> => ({
  columns: Object.values(columnsFor(ctx)).filter((column) => column !== null),
  batches: pagesOf(ctx, query),
})

async function* pagesOf(ctx: Context, filter: Omit<Input<typeof tasksApi.export>['query'], 'format'>) {
  for (let after: string | undefined, isLast = false; !isLast; ) {
    const query = { ...filter, limit: PAGE, ...(after && { after }) }
    const { tasks, next } = (await listTasks(ctx, { params: {}, query, body: undefined })).read()
    yield tasks
    isLast = !next
    after = next ?? undefined
  }
}
