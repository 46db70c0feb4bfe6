import { csvLine } from '../../../shared/csv.ts'
import type { Input } from '../../../shared/endpoint.ts'
import type { Outcome } from '../../../shared/task-kinds.ts'
import { type Priority, type Status, shownStatus } from '../../../shared/task-status.ts'
import type { Task, tasksApi } from '../../../shared/tasks.ts'
import { dateTimeIn } from '../../../shared/time/time.ts'
import { type Message, msg } from '../../../shared/words/message.ts'
import { joinedInTurns } from '../../base/joined-in-turns.ts'
import type { Context } from '../../core/context.ts'
import { listTasks } from './list.ts'

interface Column {
  heading: Message
  cell(task: Task, ctx: Context): string | number | null
}

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
const columnOf: Record<keyof Task, Column | null> = {
  id: { heading: msg('Id'), cell: (task) => task.id },
  title: { heading: msg('Title'), cell: (task) => task.title },
  description: { heading: msg('Description'), cell: (task) => task.description },
  status: {
    heading: msg('Status'),
    cell: (task, { now, reader }) => reader.i18n.t(statuses[shownStatus(task, now.getTime())]),
  },
  priority: { heading: msg('Priority'), cell: (task, { reader }) => reader.i18n.t(priorities[task.priority]) },
  department: { heading: msg('Department'), cell: (task) => task.department?.name ?? null },
  project: { heading: msg('Project'), cell: (task) => task.project?.name ?? null },
  assignee: {
    heading: msg('Assignee'),
    cell: ({ assignee }) => assignee && `${assignee.firstName} ${assignee.lastName}`,
  },
  dueDate: { heading: msg('Due'), cell: (task, ctx) => dateTime(task.dueDate, ctx) },
  completedAt: { heading: msg('Completed'), cell: (task, ctx) => dateTime(task.completedAt, ctx) },
  tags: { heading: msg('Tags'), cell: (task) => task.tags.join(', ') },
  createdAt: { heading: msg('Created'), cell: (task, ctx) => dateTime(task.createdAt, ctx) },
  stepsDone: { heading: msg('Steps done'), cell: (task) => task.stepsDone },
  stepsTotal: { heading: msg('Steps'), cell: (task) => task.stepsTotal },
  comments: { heading: msg('Comments'), cell: (task) => task.comments },
  photos: { heading: msg('Photos'), cell: (task) => task.photos },
  place: { heading: msg('Place'), cell: (task) => task.place },
  outcome: { heading: msg('Outcome'), cell: ({ outcome }, { reader }) => outcome && reader.i18n.t(outcomes[outcome]) },
  kind: null,
  takenAt: null,
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
}
const columns = Object.values(columnOf).filter((column) => column !== null)

/** A time as the clock in the deployment's time zone shows it. */
function dateTime(iso: string | null, { services }: Context) {
  if (iso === null) return null
  const { date, time } = dateTimeIn(iso, services.config.timeZone)
  return `${date} ${time}`
}

/** Tasks of a page. One with the longest descriptions is four megabytes of JSON, which are read in one go. */
const PAGE = 200

/** The filtered list as CSV. It is read and sent page by page, so that its length takes no memory. */
export async function* exportTasks(ctx: Context, { query }: Input<typeof tasksApi.export>) {
  const readPage = async (after?: string) => {
    const page = { ...query, limit: PAGE, ...(after && { after }) }
    return (await listTasks(ctx, { params: {}, query: page, body: undefined })).read()
  }
  const linesOf = (tasks: Task[]) =>
    joinedInTurns(tasks, (task) => csvLine(columns.map((column) => column.cell(task, ctx))))

  let page = await readPage()
  yield `\uFEFF${csvLine(columns.map(({ heading }) => ctx.reader.i18n.t(heading)))}${await linesOf(page.tasks)}`
  while (page.next) {
    page = await readPage(page.next)
    yield await linesOf(page.tasks)
  }
}
