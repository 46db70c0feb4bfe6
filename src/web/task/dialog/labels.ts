import { type Message, msg } from '../../../shared/words/message.ts'
import type { FieldName, FormField } from './form-values.ts'

/** The labels of a task's fields. A field of the contract without a label does not compile. */
export const labels: Record<FormField | FieldName, Message> = {
  title: msg('Title'),
  description: msg('Description'),
  status: msg('Status'),
  priority: msg('Priority'),
  dueDate: msg('Due date'),
  dueTime: msg('Time'),
  departmentId: msg('Department'),
  assigneeId: msg('Assignee'),
  projectId: msg('Project'),
  place: msg('Place'),
  estimateMinutes: msg('Estimated minutes'),
  tags: msg('Tags'),
}
