import type { FieldName } from './form-values.ts'

/** The words for a task's fields. */
export const labels: Record<FieldName, string> = {
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
