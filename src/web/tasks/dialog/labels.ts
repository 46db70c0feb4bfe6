import { type Message, msg } from '../../../shared/message.ts'
import type { NewTask } from '../../../shared/tasks.ts'
import type { FieldName } from './form-values.ts'

/** The labels of a task's fields. A field of the contract without a label does not compile. */
export const labels: Record<keyof NewTask | FieldName, Message> = {
  title: msg('Title'),
  description: msg('Description'),
  status: msg('Status'),
  priority: msg('Priority'),
  dueDate: msg('Due date'),
  dueTime: msg('Time'),
  departmentId: msg('Department'),
  assigneeId: msg('Assignee'),
  projectId: msg('Project'),
  tags: msg('Tags'),
}
