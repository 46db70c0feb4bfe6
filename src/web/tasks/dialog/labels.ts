import type { NewTask } from '../../../shared/tasks.ts'
import type { FieldName } from './form-values.ts'

/** The labels of a task's fields. A field of the contract without a label does not compile. */
export const labels: Record<keyof NewTask | FieldName, string> = {
  title: 'Title',
  description: 'Description',
  status: 'Status',
  priority: 'Priority',
  dueDate: 'Due date',
  dueTime: 'Time',
  departmentId: 'Department',
  assigneeId: 'Assignee',
  projectId: 'Project',
  tags: 'Tags',
}
