import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { id, idAndName, replyInstant } from './fields.ts'
import { HandoverItem } from './handovers.ts'
import { Notification } from './notifications.ts'
import { Task } from './tasks.ts'

/** Items that each section of Today shows; the rest stands on the board. */
export const TODAY_ITEMS = 6
/** A question about a handover that nobody answers stays on Today for so many days. */
export const ASKED_DAYS = 14

export const TaskSection = z.object({
  tasks: z.array(Task),
  /** How many there are, also those that the section does not show. */
  total: z.int(),
})
export type TaskSection = z.output<typeof TaskSection>

/** A procedure whose current revision the viewer has not confirmed. */
const Procedure = z.object({
  id,
  title: z.string(),
  version: z.string(),
  pages: z.int(),
  /** Null for a global one. */
  department: z.nullable(idAndName),
})
export type Procedure = z.output<typeof Procedure>

export const ItemSection = z.object({ items: z.array(HandoverItem), total: z.int() })
export type ItemSection = z.output<typeof ItemSection>

/** Everything that waits for a person, in the order of `waiting.ts`. Each task appears once. The next due is first. */
export const Today = z.object({
  /** When the day ends, in the deployment's time zone. */
  dayEnds: replyInstant,
  /** Urgent messages that the viewer has not read, the newest first. */
  urgentMessages: z.array(Notification),
  /** Tasks that the viewer has begun, and problems that they have taken. */
  now: TaskSection,
  /** Tasks that were handed over to the viewer and that they have not begun, and items without a task. */
  received: TaskSection,
  handedOver: ItemSection,
  /** Items that the viewer has handed over, with a question that nobody has answered. */
  asked: ItemSection,
  /** Items that wait for the viewer, or for anybody in the department. */
  offered: ItemSection,
  /** Problems that nobody has taken, if the viewer sees unassigned tasks there. Urgent ones are first. */
  problems: z.nullable(TaskSection),
  /** The viewer's other tasks: overdue, due until the day ends, and the others that are not completed. */
  overdue: TaskSection,
  dueToday: TaskSection,
  open: TaskSection,
  /** The newest first; null for people who may not read procedures. */
  procedures: z.nullable(z.object({ items: z.array(Procedure), total: z.int() })),
  /** Other unassigned tasks of this department, or of any if null. Null for users without one. */
  unassigned: z.nullable(z.extend(TaskSection, { department: z.nullable(idAndName) })),
})
export type Today = z.output<typeof Today>

/** The sections that hold tasks, in the order in which work waits. */
export const taskSections = ['now', 'received', 'problems', 'overdue', 'dueToday', 'open', 'unassigned'] as const
export type TaskSectionName = (typeof taskSections)[number]

export const todayApi = {
  read: endpoint({
    method: 'GET',
    path: '/today',
    summary: 'What the viewer has to do today, section by section',
    allow: 'task:read',
    kiosk: true,
    reply: Today,
    reads: ['tasks', 'users', 'departments', 'projects', 'sops', 'handovers', 'notifications'],
    cached: 'moving',
  }),
}
