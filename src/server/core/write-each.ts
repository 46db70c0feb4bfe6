import { getTableColumns, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { Audited } from './audit-config.ts'
import type { OpenContext } from './context.ts'
import { same, updateMany } from './write.ts'

/**
 * Changes many rows that were read, and locked, in this transaction, each to values of its own. It takes as many statements as
 * `updateMany`, however many different values there are. Rows of which no value differs are left alone.
 */
export async function updateEach<T extends Audited>(
  ctx: OpenContext,
  table: T,
  changes: { before: T['$inferSelect']; values: Partial<T['$inferInsert']> }[],
): Promise<T['$inferSelect'][]> {
  const touched = changes.filter(({ before, values }) => changedNames(before, values).length > 0)
  const names = [...new Set(touched.flatMap(({ before, values }) => changedNames(before, values)))]
  if (touched.length === 0) return []
  const columns = getTableColumns(table as PgTable) as Record<string, PgColumn>
  const rowOf = (row: object) => Object.fromEntries(names.map((name) => [columns[name]?.name, row[name as never]]))
  const rows = Object.fromEntries(touched.map(({ before, values }) => [before.id, rowOf({ ...before, ...values })]))
  const own = sql`jsonb_populate_record(null::${table}, ${JSON.stringify(rows)}::jsonb -> ${columns.id}::text)`
  const ownValues = names.map((name) => [name, sql`(${own}).${sql.identifier(columns[name]?.name ?? name)}`])
  return updateMany(
    ctx,
    table,
    touched.map(({ before }) => before),
    Object.fromEntries(ownValues),
  )
}

const changedNames = (before: object, values: object) =>
  Object.entries(values).flatMap(([name, value]) =>
    value === undefined || same(value, before[name as never]) ? [] : [name],
  )
