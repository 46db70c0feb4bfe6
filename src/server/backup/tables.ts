import type pg from 'pg'

/**
 * Tables that a backup leaves out: counts and sums that triggers write, short-lived rows (events, sessions and their
 * devices, links to passwords, attempts, limits), and jobs and messages to webhooks, which a restored database would do
 * and send a second time.
 */
const LEFT_OUT = [
  ...[
    'task_counts',
    'task_sums',
    'task_sum_changes',
    'events',
    'sessions',
    'sign_in_tries',
    'password_resets',
    'invitations',
    'rate_limits',
    'jobs',
  ],
  ...['push_subscriptions', 'webhook_messages'],
]

export interface Table {
  name: string
  /** Without generated columns. */
  columns: string[]
}

/** The tables of a backup. Each table follows those that it refers to. */
export async function tablesOf(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table & { refers: string[] }>(
    `select c.relname as name,
      array(select attname::text from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
      array(select distinct confrelid::regclass::text from pg_constraint
        where conrelid = c.oid and contype = 'f' and confrelid <> c.oid) as refers
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> all($1)
    order by c.relname`,
    [LEFT_OUT],
  )
  const ordered: Table[] = []
  const left = new Map(rows.map((row) => [row.name, row]))
  while (left.size > 0) {
    const next = [...left.values()].filter(({ refers }) => refers.every((name) => !left.has(name)))
    if (next.length === 0) throw new Error(`Tables refer to each other in a circle: ${[...left.keys()]}`)
    for (const { name, columns } of next) {
      ordered.push({ name, columns })
      left.delete(name)
    }
  }
  return ordered
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** The statement that locks the tables' columns until the end of the transaction. Reads and writes go on. */
export const lockOf = (tables: Table[]) =>
  `lock table ${tables.map(({ name }) => quoted(name)).join(', ')} in access share mode`

/** The table with its columns, for COPY. */
export const columnsOf = ({ name, columns }: Table) => `${quoted(name)} (${columns.map(quoted).join(', ')})`

/** The last id of a sequence, perhaps of a deleted row; null without a sequence. Call it after reading the rows. */
export async function lastIdOf(client: pg.ClientBase, { name, columns }: Table): Promise<number | null> {
  if (!columns.includes('id')) return null
  const { rows } = await client.query(`select pg_get_serial_sequence($1, 'id') as sequence`, [quoted(name)])
  const [{ sequence }] = rows
  if (!sequence) return null
  const { rows: values } = await client.query(`select case when is_called then last_value end as id from ${sequence}`)
  return values[0].id === null ? null : Number(values[0].id)
}

/** Makes new rows continue after this id. */
export const continueAfter = (client: pg.ClientBase, { name }: Pick<Table, 'name'>, lastId: number) =>
  client.query(`select setval(pg_get_serial_sequence($1, 'id'), $2)`, [quoted(name), lastId])
