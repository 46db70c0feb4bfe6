import pg from 'pg'
import { completeTaskSums } from '../../src/server/core/counts/task-sums.ts'
import { superuserAddress } from '../../src/server/db/embedded/running.ts'
import type { Role } from '../../src/shared/permissions.ts'
import type { BenchServer } from '../bench-server.ts'

/** Fills the database of a large house: 50 departments, thousands of people, and a year of tasks with few open ones. */

export const DEPARTMENTS = 50
/** In each department, of 20 people the first is a manager and the second a guest; one in 500 is an admin. */
const roleOf = (n: number): Role => {
  if (n % 500 === 250) return 'admin'
  const place = Math.floor(n / DEPARTMENTS) % 20
  return place === 0 ? 'manager' : place === 1 ? 'guest' : 'user'
}
/** Tasks of one statement: some 100 MB. */
const BATCH = 250_000
/** One in 50 tasks is open, 200,000 at most, and at least so many for each person. */
const OPEN_PART = 50
const MAX_OPEN = 200_000
const LEAST_OPEN_EACH = 20

/** Somebody with a session. A number always has the same role and department. */
export interface Resident {
  n: number
  userId: string
  cookie: string
  role: Role
  departmentId: number
}

type Note = (line: string) => void

/**
 * Fills the fixtures' database with people and tasks, by statements that take the memory of one batch. Indexes of tasks
 * are made when all rows are there. Returns the people, by number.
 */
export async function fillHouse(server: BenchServer, people: number, tasks: number, note: Note): Promise<Resident[]> {
  const client = new pg.Client({ connectionString: superuserAddress(server.folder) })
  await client.connect()
  const timed = async (what: string, ...statements: string[]) => {
    const begin = performance.now()
    for (const statement of statements) await client.query(statement)
    note(`${what}: ${((performance.now() - begin) / 1000).toFixed(1)} s`)
  }
  try {
    // Many checkpoints would write the same pages again and again.
    await client.query("alter system set max_wal_size = '8GB'")
    await client.query('select pg_reload_conf()')
    // Neither triggers nor checks of references run for each row: the counts are made once, and the rows refer to
    // existing ones.
    for (const setting of [
      "timezone = 'UTC'",
      'jit = off',
      'synchronous_commit = off',
      'session_replication_role = replica',
      "maintenance_work_mem = '512MB'",
      "work_mem = '64MB'",
    ])
      await client.query(`set ${setting}`)
    await timed('Departments and people', ...peopleSql(people))
    const { rows: indexes } = await client.query<{ name: string; definition: string }>(
      `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index
       where indrelid = 'tasks'::regclass and not exists (select from pg_constraint where conindid = indexrelid)
       order by indexrelid`,
    )
    for (const { name } of indexes) await client.query(`drop index ${name}`)
    const open = openOf(people, tasks)
    for (let from = 1; from <= tasks; from += BATCH) {
      const to = Math.min(from + BATCH - 1, tasks)
      await timed(`Tasks up to ${to.toLocaleString('en-US')}`, tasksSql(from, to, tasks, open, people))
    }
    for (const { name, definition } of indexes) await timed(`Index ${name}`, definition)
    await timed('What hangs on tasks', ...contentsSql)
    await timed('Counts', COUNTS)
    await client.query(`delete from settings where name = 'taskSums'`)
    await completeTaskSums(server.services.database, new Date())
    await timed('Statistics', 'vacuum (analyze)')
    await client.query('alter system reset max_wal_size')
    await client.query('select pg_reload_conf()')
    await timed('Checkpoint', 'checkpoint')
    const { rows } = await client.query<{ n: number; id: string; department_id: number }>(
      'select n, id, department_id from bench_people order by n',
    )
    return rows.map(({ n, id, department_id }) => ({
      n,
      userId: id,
      cookie: `muster.sid=${tokenOf(n)}`,
      role: roleOf(n),
      departmentId: department_id,
    }))
  } finally {
    await client.end()
  }
}

export const openOf = (people: number, tasks: number) =>
  Math.min(MAX_OPEN, Math.max(Math.floor(tasks / OPEN_PART), people * LEAST_OPEN_EACH), Math.floor(tasks / 2))

/** The value of a session's cookie. */
const tokenOf = (n: number) => `people${n}`.padEnd(43, '-')

/** People with sessions, 20 shifts behind them, and notifications. Five of these have waited since the last shift. */
const peopleSql = (people: number) => [
  `insert into departments (name, folded_name) select 'Ward ' || n, 'ward ' || n from generate_series(1, ${DEPARTMENTS}) n`,
  // Beside the application's tables, so that readers of these find the same as without this program.
  `create temp table bench_people as
     select n, gen_random_uuid() as id, (select id from departments where name = 'Ward ' || n % ${DEPARTMENTS} + 1) as department_id,
       case when n % 500 = 250 then 'admin' when n / ${DEPARTMENTS} % 20 = 0 then 'manager' when n / ${DEPARTMENTS} % 20 = 1 then 'guest' else 'user' end as role
     from generate_series(0, ${people - 1}) n`,
  'create unique index on bench_people (n)',
  'analyze bench_people',
  `insert into users (id, email, password_hash, first_name, last_name, folded_name, role, department_id)
     select id, n || '@people.example', 'none', 'Person', n::text, 'person ' || n, role, department_id from bench_people`,
  `insert into sessions (sid, sess, expire, user_id)
     select encode(sha256(rpad('people' || n, 43, '-')::bytea), 'hex'),
       json_build_object('ipAddress', '127.0.0.1', 'userAgent', null, 'signedInAt', now()), now() + interval '14 days', id
     from bench_people`,
  `insert into clock_sessions (user_id, department_id, start_time, end_time, duration, status)
     select id, department_id, now() - day * interval '1 day' - interval '9 hours', now() - day * interval '1 day' - interval '1 hour', 480, 'completed'
     from bench_people cross join generate_series(1, 20) as day where role <> 'guest'`,
  `insert into notifications (user_id, kind, params, subject_type, subject_id, is_read, created_at)
     select id, 'task-assigned', '{"by": "Person 0", "title": "Sweep"}', 'task', (n * 20 + at)::text, at > 5, now() - at * interval '50 minutes'
     from bench_people cross join generate_series(1, 25) as at`,
]

/** Task 1 is the newest. Every second one is open up to `open` tasks; one in ten open ones has nobody. */
const tasksSql = (from: number, to: number, all: number, open: number, people: number) => `
  with made as (
    select n, n % 2 = 0 and n <= ${open * 2} as is_open, now() - n * (interval '365 days' / ${all}) as at,
      random(0, ${DEPARTMENTS - 1}) as ward, random(100, 999) as room, random(1, 6) as thing
    from generate_series(${from}, ${to}) n
  ), told as (
    select *, 'Check room ' || room || ' and ' || (array['linen', 'minibar', 'shower', 'window', 'heating', 'curtains'])[thing] as title,
      ward + ${DEPARTMENTS} * random(0, ${Math.max(0, Math.floor(people / DEPARTMENTS) - 1)}) as has_it,
      ward + ${DEPARTMENTS * 20} * random(0, ${Math.max(0, Math.floor((people - 1) / (DEPARTMENTS * 20)) - 1)}) as made_it
    from made
  )
  insert into tasks (title, folded_title, search_text, description, status, priority, assignee_id, creator_id, department_id, due_date,
    completed_at, tags, kind, place, comments, steps_total, created_at, updated_at)
  select title, lower(title), ' ' || lower(title) || ' before noon round' || coalesce(' room ' || place, ''), 'Before noon',
    case when not is_open then 'completed' when told.n % 8 = 0 then 'in_progress' else 'pending' end,
    (array['low', 'medium', 'high'])[random(1, 3)],
    case when not (is_open and told.n % 20 = 0) then staff.id end, chief.id, chief.department_id,
    case when not is_open then at + interval '1 day' when told.n % 10 < 8 then now() + random(-3000, 22000) * interval '1 minute' end,
    case when not is_open then least(now(), at + random(60, 1800) * interval '1 minute') end,
    array['round'], case when place is null then 'task' else 'problem' end, 'Room ' || place,
    case when is_open and told.n % 3 = 0 then 2 else 0 end, case when is_open and told.n % 10 = 2 then 5 else 0 end,
    at, at
  from (select *, case when n % 40 = 0 then room end as place from told) told
    join bench_people staff on staff.n = has_it join bench_people chief on chief.n = made_it`

/** Comments and steps of open tasks, and the creators of these tasks. Older tasks have had their time. */
const contentsSql = [
  `insert into comments (task_id, author_id, text, search_text, created_at)
     select id, creator_id, 'The guest asked for towels', ' the guest asked for towels', created_at
     from tasks cross join generate_series(1, 2) where comments > 0`,
  `insert into task_steps (task_id, position, text, search_text, created_at)
     select id, n, 'Tell the desk', ' tell the desk', created_at from tasks cross join generate_series(1, 5) n where steps_total > 0`,
  `insert into audit_logs (user_id, action, resource_type, resource_id, details, created_at)
     select creator_id, 'task.create', 'task', id::text, jsonb_build_object('after', jsonb_build_object('title', title)), created_at
     from tasks where status <> 'completed'`,
]

/** As the triggers would have counted. */
const COUNTS = `
  insert into task_counts select coalesce(department_id, 0), status, count(*), person_id, assigned
  from tasks, lateral (values (null::uuid, null::boolean), (assignee_id, true), (creator_id, false)) as part (person_id, assigned)
  where assigned is null or (assigned and person_id is not null) or (not assigned and creator_id is distinct from assignee_id)
  group by 1, 2, 4, 5`
