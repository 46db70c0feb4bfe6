import type { Table } from 'drizzle-orm'
import type { Resource } from '../../../../shared/changes.ts'
import type { Audience } from '../../../db/events/events.ts'
import type { ActorsById, TaskRows } from '../audiences.ts'

/** How `write` logs and announces the changes of a table. */
export interface AuditConfig<T extends Table> {
  resource: Resource
  /** The name in the audit log, for example the first word of `task.update`. */
  type: string
  /** The ids of people whose current role and department decide about the audience of the row. */
  people?(row: T['$inferSelect']): string[]
  /** The task that the row hangs on: people who see it may see the row, and its history tells of the changes. */
  task?(row: T['$inferSelect']): number
  /** Screens read all such rows of a task together, so one event for each task is enough. */
  isReadByTask?: true
  /** The people who receive changes: exactly those who may see the row. `people` holds the ones asked for above. */
  audience(row: T['$inferSelect'], people: ActorsById, tasks: TaskRows): Audience
  /** The facts by which lists and counts know the row, for pages that follow; null for a row in no list. */
  filterValues?(row: T['$inferSelect']): object | null
  /** Resources that also become stale with the row, for people who may not see the row itself. They read them again. */
  also?: {
    resource: Resource
    audience(row: T['$inferSelect'], people: ActorsById): Audience
    isChanged(before: T['$inferSelect'] | null, after: T['$inferSelect'] | null, now: Date): boolean
  }
  /** The row as the log has it, if not as it is. */
  logged?(row: T['$inferSelect']): object
  /** Columns that mean nothing to a person, or must not appear in the log. */
  unlogged: readonly (keyof T['$inferSelect'])[]
}

/** The tables of one file, by their names in the database. */
export type AuditConfigs<T extends Table> = { [K in T['_']['name']]: AuditConfig<Extract<T, { _: { name: K } }>> }
