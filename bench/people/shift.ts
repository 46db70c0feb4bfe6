import type { Pool } from '../../src/server/db/connect/connect.ts'
import type { Resident } from './house.ts'

/** Prepares the database before and after a shift of some people, and reads its content. */

/** The work of a person on duty. */
export interface Seat extends Resident {
  /** Own tasks that wait, and those that they have begun. */
  tasks: number[]
  begun: number[]
  /** Tasks of the department that nobody has, and that wait. No two people have the same here. */
  free: number[]
}

/** One in so many people has a reminder during the shift. */
const REMINDED = 5

/** Gives each of these people the tasks that they may work on. */
export async function seatsOf(pool: Pool, people: Resident[]): Promise<Seat[]> {
  const own = await pool.query<{ id: string; tasks: number[] }>(
    `select assignee_id as id, (array_agg(id order by id desc))[1:40] as tasks from tasks
     where status = 'pending' and deleted_at is null and closed_at is null and assignee_id = any($1) group by 1`,
    [people.map(({ userId }) => userId)],
  )
  const free = await pool.query<{ id: number; tasks: number[] }>(
    `select department_id as id, array_agg(id order by id desc) as tasks from tasks
     where status = 'pending' and deleted_at is null and closed_at is null and assignee_id is null group by 1`,
  )
  const tasksOf = new Map(own.rows.map(({ id, tasks }) => [id, tasks]))
  const seats: Seat[] = people.map((person) => ({
    ...person,
    tasks: tasksOf.get(person.userId) ?? [],
    begun: [],
    free: [],
  }))
  for (const { id, tasks } of free.rows) {
    const takers = seats.filter(({ departmentId, role }) => departmentId === id && role !== 'guest')
    for (const [at, task] of tasks.entries()) takers[at % takers.length]?.free.push(task)
  }
  return seats
}

/** Sets reminders for some people at random between two times, in ms since 1970. Each title has its time. */
export const setReminders = (pool: Pool, people: Resident[], from: number, to: number) =>
  pool.query(
    `insert into reminders (title, user_id, created_by, next_run)
     select 'Due at ' || at, id, id, to_timestamp(at / 1000.0)
     from unnest($1::uuid[]) as id, lateral (select ($2::float8 + random() * ($3::float8 - $2::float8) + 0 * length(id::text))::bigint as at) as time`,
    [people.flatMap(({ userId }, at) => (at % REMINDED === 0 ? [userId] : [])), from, to],
  )

/** Ends all shifts, long enough ago that who clocks in next begins another. */
export const endShifts = (pool: Pool) =>
  pool.query(
    `update clock_sessions set start_time = now() - interval '17 hours', end_time = now() - interval '9 hours', duration = 480, status = 'completed'
     where end_time is null`,
  )

/** Tables whose rows stay. Rows of others go after minutes to days, or are summed up. */
const PASSING = [
  'events',
  'done_once',
  'jobs',
  'rate_limits',
  'task_counts',
  'task_sums',
  'task_sum_changes',
  'sessions',
  'settings',
]

export interface TableSize {
  name: string
  /** Bytes. */
  heap: number
  indexes: number
  isPassing: boolean
}

/** How large each table is, and its indexes together. */
export async function tableSizes(pool: Pool): Promise<TableSize[]> {
  const { rows } = await pool.query<Omit<TableSize, 'isPassing'>>(
    'select relname as name, pg_table_size(relid) as heap, pg_indexes_size(relid) as indexes from pg_stat_user_tables',
  )
  return rows.map((row) => ({ ...row, isPassing: PASSING.includes(row.name) }))
}

export interface IndexSize {
  table: string
  name: string
  bytes: number
}

export async function indexSizes(pool: Pool): Promise<IndexSize[]> {
  const { rows } = await pool.query<IndexSize>(
    'select relname as "table", indexrelname as name, pg_relation_size(indexrelid) as bytes from pg_stat_user_indexes',
  )
  return rows
}

export async function databaseSize(pool: Pool) {
  const { rows } = await pool.query<{ bytes: number }>('select pg_database_size(current_database()) as bytes')
  return rows[0]?.bytes ?? 0
}

/** How many events the log has given out so far. */
export async function lastEvent(pool: Pool) {
  const { rows } = await pool.query<{ position: number | null }>('select max(position) as position from events')
  return rows[0]?.position ?? 0
}
