import type { TaskChange } from './task-changes.ts'

/** The tags to choose from after a change of a task: those that it brings come last until the list is read again. */
export function changeTags(tags: string[], { row }: TaskChange, query: { departmentId?: number }): string[] {
  if (!row || (query.departmentId !== undefined && row.departmentId !== query.departmentId)) return tags
  const added = row.tags.filter((tag) => !tags.includes(tag))
  return added.length > 0 ? [...tags, ...added] : tags
}
