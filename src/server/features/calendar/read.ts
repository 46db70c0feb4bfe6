import { sql } from 'drizzle-orm'
import { type Priority, type Status, shownStatus } from '../../../shared/task-status.ts'
import { dateTimeIn, daysLater } from '../../../shared/time/time.ts'
import { type Message, msg } from '../../../shared/words/message.ts'
import { type CalendarEvent, calendarText } from '../../base/icalendar.ts'
import { ownTasks } from '../../core/access/access.ts'
import type { Context } from '../../core/context.ts'
import { notCompleted } from '../../core/counts/own-tasks.ts'
import { active, allOf } from '../../core/counts/task-counts.ts'
import { read } from '../../db/connect/connect.ts'
import { departments } from '../../db/tables/departments.ts'
import { projects } from '../../db/tables/projects.ts'
import { tasks } from '../../db/tables/tasks.ts'
import { eventOfShift, readShifts } from './shifts.ts'
import { uidOf } from './uid.ts'

/** The calendar of a person: their own open tasks with a due date, and their own shifts. */

const MAX_TASKS = 500
/** Tasks that were due longer ago are in no calendar: they would take the room of tasks to come. */
const DAYS_BACK = 90
const MAX_DESCRIPTION = 500
/** A task that is due at a time stands before it for so long. */
const MINUTES_BEFORE = 30
const REFRESH_MINUTES = 30
const DAY_MS = 24 * 3600 * 1000

const statusWords: Record<Status, Message> = {
  pending: msg('Pending'),
  in_progress: msg('In Progress'),
  completed: msg('Completed'),
  overdue: msg('Overdue'),
}
/** As RFC 5545 counts: 1 is the highest. */
const priorityNumbers: Record<Priority, number> = { high: 1, medium: 5, low: 9 }

interface TaskRow {
  id: number
  title: string
  description: string | null
  status: Status
  priority: Priority
  place: string | null
  dueDate: string
  department: string | null
  project: string | null
  createdAt: string
  updatedAt: string
}

/**
 * The viewer's calendar as text: at most 500 tasks, those first that are due first, and published shifts from 14 days
 * back to 60 days ahead.
 */
export async function readCalendar(ctx: Context): Promise<string> {
  const { i18n } = ctx.reader
  const rows = await read<TaskRow>(ctx, tasksOf(ctx), true)
  const shifts = await readShifts(ctx)
  return calendarText(i18n.t('My tasks in Muster'), REFRESH_MINUTES, [
    ...rows.map((row) => eventOf(ctx, row)),
    ...shifts.map((shift) => eventOfShift(ctx, shift)),
  ])
}

/** Assignees may see their tasks. Each row comes from an index in the order of the due date. */
function tasksOf(ctx: Context) {
  const since = new Date(ctx.now.getTime() - DAYS_BACK * DAY_MS).toISOString()
  const isDue = sql`${tasks.dueOrNever} >= ${since} and ${tasks.dueOrNever} < 'infinity'`
  return sql`
    select ${tasks.id}, ${tasks.title}, left(${tasks.description}, ${MAX_DESCRIPTION}) as description, ${tasks.status},
      ${tasks.priority}, ${tasks.place}, ${tasks.dueDate} as "dueDate", ${departments.name} as department,
      ${projects.name} as project, ${tasks.createdAt} as "createdAt", ${tasks.updatedAt} as "updatedAt"
    from ${tasks}
      left join ${departments} on ${departments.id} = ${tasks.departmentId}
      left join ${projects} on ${projects.id} = ${tasks.projectId}
    where ${allOf([active, notCompleted, ownTasks(ctx), isDue])}
    order by ${tasks.dueOrNever}, ${tasks.id} limit ${MAX_TASKS}`
}

function eventOf({ now, reader, services: { config } }: Context, row: TaskRow): CalendarEvent {
  const { publicUrl } = config
  const word = statusWords[shownStatus(row, now.getTime())]
  const created = Date.parse(row.createdAt)
  return {
    uid: uidOf('task', row.id, publicUrl),
    summary: row.title,
    description: [reader.i18n.t(word), row.description].filter(Boolean).join('\n\n'),
    location: row.place ?? undefined,
    categories: [row.department, row.project].filter((name) => name !== null),
    priority: priorityNumbers[row.priority],
    url: publicUrl && `${publicUrl}/tasks?task=${row.id}`,
    time: timeOf(row.dueDate, config.timeZone),
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    sequence: Math.max(0, Math.floor((Date.parse(row.updatedAt) - created) / 1000)),
  }
}

/** A task that is due on a day stands on that day; one that is due at a time, in the half hour before it. */
function timeOf(dueDate: string, timeZone: string): CalendarEvent['time'] {
  const { date, endOfDay } = dateTimeIn(dueDate, timeZone)
  if (endOfDay) return { day: date, next: daysLater(date, 1) }
  return { from: new Date(Date.parse(dueDate) - MINUTES_BEFORE * 60_000).toISOString(), to: dueDate }
}
