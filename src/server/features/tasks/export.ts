import { csvLine } from '../../../shared/csv.ts'
import type { Input } from '../../../shared/endpoint.ts'
import { MAX_TASK_PAGE_SIZE, shownStatus, type Task, type tasksApi } from '../../../shared/tasks.ts'
import { dateTimeIn } from '../../../shared/time.ts'
import type { Context } from '../../core/context.ts'
import { listTasks } from './list.ts'

const HEAD = [
  'Id',
  'Title',
  'Description',
  'Status',
  'Priority',
  'Department',
  'Project',
  'Assignee',
  'Due',
  'Completed',
  'Tags',
  'Created',
]

/** The filtered list as CSV, read and sent page by page, times as the clock in the deployment's time zone shows them. */
export async function* exportTasks(ctx: Context, { query }: Input<typeof tasksApi.export>) {
  const { timeZone } = ctx.services.config
  const pageAfter = async (after?: string) => {
    const page = { ...query, limit: MAX_TASK_PAGE_SIZE, ...(after && { after }) }
    return (await listTasks(ctx, { params: {}, query: page, body: undefined })).read()
  }
  const lines = (tasks: Task[]) => tasks.map((task) => csvLine(cellsOf(task, timeZone, ctx.now.getTime()))).join('')

  let page = await pageAfter()
  yield `\uFEFF${csvLine(HEAD)}${lines(page.tasks)}`
  while (page.next) {
    page = await pageAfter(page.next)
    yield lines(page.tasks)
  }
}

function cellsOf(task: Task, timeZone: string, now: number) {
  const when = (iso: string | null) => {
    if (iso === null) return null
    const { date, time } = dateTimeIn(iso, timeZone)
    return `${date} ${time}`
  }
  return [
    task.id,
    task.title,
    task.description,
    shownStatus(task, now),
    task.priority,
    task.department?.name ?? null,
    task.project?.name ?? null,
    task.assignee && `${task.assignee.firstName} ${task.assignee.lastName}`,
    when(task.dueDate),
    when(task.completedAt),
    task.tags.join(', '),
    when(task.createdAt),
  ]
}
