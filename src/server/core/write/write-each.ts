import { getTableColumns, sql } from 'drizzle-orm'
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core'
import type { OpenContext } from '../context.ts'
import type { Audited } from './audit-config.ts'
import { same } from './record.ts'
import { updateMany } from './write.ts'

/**
 * Changes many rows that were read and locked in this transaction, each to values of its own. It takes as many
 * statements as `updateMany`, however many different values there are. Rows without a changed value are left alone.
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
  const columnOf = (name: string) => columns[name]?.name ?? name
  const changedColumns = (before: object, values: object) =>
    Object.fromEntries(changedNames(before, values).map((name) => [columnOf(name), values[name as never]]))
  const rows = Object.fromEntries(touched.map(({ before, values }) => [before.id, changedColumns(before, values)]))
  // Columns that `changed` does not name keep the row's values.
  const own = sql`jsonb_populate_record(${table}, own.changed)`
  return updateMany(
    ctx,
    table,
    touched.map(({ before }) => before),
    Object.fromEntries(names.map((name) => [name, sql`(${own}).${sql.identifier(columnOf(name))}`])) as never,
    'update',
    {
      from: sql`jsonb_each(${JSON.stringify(rows)}::jsonb) as own (id, changed)`,
      on: sql`own.id = ${columns.id}::text`,
    },
  )
}

const changedNames = (before: object, values: object) =>
  Object.entries(values).flatMap(([name, value]) =>
    value === undefined || same(value, before[name as never]) ? [] : [name],
  )
