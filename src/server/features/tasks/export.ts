import { csvLine } from '../../../shared/csv.ts'
import type { Input } from '../../../shared/endpoint.ts'
import { MAX_TASK_PAGE_SIZE, shownStatus, type Task, type tasksApi } from '../../../shared/tasks.ts'
import { dateTimeIn } from '../../../shared/time.ts'
import type { Context } from '../../core/context.ts'
import { listTasks } from './list.ts'

interface Column {
  heading: string
  cell(task: Task, ctx: Context): string | number | null
}

/** Every field of a task: its column in the file, in this order, or null if the file leaves it out. */
const columnOf: Record<keyof Task, Column | null> = {
  id: { heading: 'Id', cell: (task) => task.id },
  title: { heading: 'Title', cell: (task) => task.title },
  description: { heading: 'Description', cell: (task) => task.description },
  status: { heading: 'Status', cell: (task, { now }) => shownStatus(task, now.getTime()) },
  priority: { heading: 'Priority', cell: (task) => task.priority },
  department: { heading: 'Department', cell: (task) => task.department?.name ?? null },
  project: { heading: 'Project', cell: (task) => task.project?.name ?? null },
  assignee: {
    heading: 'Assignee',
    cell: ({ assignee }) => assignee && `${assignee.firstName} ${assignee.lastName}`,
  },
  dueDate: { heading: 'Due', cell: (task, ctx) => dateTime(task.dueDate, ctx) },
  completedAt: { heading: 'Completed', cell: (task, ctx) => dateTime(task.completedAt, ctx) },
  tags: { heading: 'Tags', cell: (task) => task.tags.join(', ') },
  createdAt: { heading: 'Created', cell: (task, ctx) => dateTime(task.createdAt, ctx) },
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

/** The filtered list as CSV. It is read and sent page by page, so that its length takes no memory. */
export async function* exportTasks(ctx: Context, { query }: Input<typeof tasksApi.export>) {
  const readPage = async (after?: string) => {
    const page = { ...query, limit: MAX_TASK_PAGE_SIZE, ...(after && { after }) }
    return (await listTasks(ctx, { params: {}, query: page, body: undefined })).read()
  }
  const linesOf = (tasks: Task[]) =>
    tasks.map((task) => csvLine(columns.map((column) => column.cell(task, ctx)))).join('')

  let page = await readPage()
  yield `\uFEFF${csvLine(columns.map(({ heading }) => heading))}${linesOf(page.tasks)}`
  while (page.next) {
    page = await readPage(page.next)
    yield linesOf(page.tasks)
  }
}
