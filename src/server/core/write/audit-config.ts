import { getTableName } from 'drizzle-orm'
import type { ActorsById, TaskRows } from './audiences.ts'
import type { AuditConfig } from './audited/config.ts'
import { type AuditedHouse, auditedHouse } from './audited/house.ts'
import { type AuditedPeople, auditedPeople } from './audited/people.ts'
import { type AuditedShifts, auditedShifts } from './audited/shifts.ts'
import { type AuditedWork, auditedWork } from './audited/work.ts'

/** Tells `write` about each table whose changes are logged and announced. A new table needs an entry in `audited/`. */

export type Audited = AuditedWork | AuditedPeople | AuditedShifts | AuditedHouse

const auditConfig = { ...auditedWork, ...auditedPeople, ...auditedShifts, ...auditedHouse }

export const auditConfigOf = (table: Audited) =>
  auditConfig[getTableName(table) as keyof typeof auditConfig] as unknown as AuditConfig<Audited>

/** The people who receive changes of this row. */
export const audienceOf = <T extends Audited>(
  table: T,
  row: T['$inferSelect'],
  people: ActorsById = new Map(),
  tasks: TaskRows = new Map(),
) => auditConfigOf(table).audience(row, people, tasks)
