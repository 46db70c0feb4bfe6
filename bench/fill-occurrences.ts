import type { Pool } from '../src/server/db/connect.ts'

const ROUTINES = 100
/** Days of clock sessions: everybody works eight hours a day. */
const DAYS = 400

/**
 * Adds routines, `count` of their occurrences and as many problems, over the last `days` days, and clock sessions. Of the
 * occurrences 80 % were done, 8 % done late, 10 % missed and 2 % skipped. Four in five problems are done. The database's statistics are
 * updated.
 */
export async function fillOccurrences(pool: Pool, count: number, days: number) {
  await pool.query(
    `insert into routines (title, department_id, days, opens_at, due_after_minutes, closes_after_minutes, creator_id)
    select 'Routine ' || n, places.ids[1 + n % cardinality(places.ids)], '* * *', '06:00', 60, 120, (select min(id::text)::uuid from users)
    from generate_series(1, $1::int) n, (select array_agg(id order by id) as ids from departments) as places`,
    [ROUTINES],
  )
  await pool.query(
    `with own as (select array_agg(id order by id) as ids from routines)
    insert into tasks (title, folded_title, search_text, creator_id, kind, department_id, routine_id, status, outcome, created_at,
      updated_at, occurrence_at, closes_at, closed_at, completed_at, due_date)
    select r.title, lower(r.title), ' ' || lower(r.title), r.creator_id, 'routine', r.department_id, r.id,
      case when dice < 0.88 then 'completed' else 'pending' end,
      case when dice < 0.8 then 'done' when dice < 0.88 then 'late' when dice < 0.98 then 'missed' else 'skipped' end,
      at, at, at, at + interval '2 hours',
      case when dice >= 0.88 then at + interval '2 hours' end, case when dice < 0.88 then at + interval '1 hour' end, at + interval '1 hour'
    from own, (select n, random() as dice, now() - n * $2::int * interval '1 day' / $1::int as at from generate_series(1, $1::int) n) as made
    join routines r on true where r.id = own.ids[1 + made.n % cardinality(own.ids)]`,
    [count, days],
  )
  await pool.query(
    `insert into tasks (title, folded_title, search_text, creator_id, kind, department_id, status, created_at, updated_at, taken_at,
      completed_at)
    select 'Lamp is out ' || n, 'lamp', ' lamp', (select min(id::text)::uuid from users), 'problem',
      places.ids[1 + n % cardinality(places.ids)], case when n > 500 or dice < 0.8 then 'completed' else 'pending' end, at, at,
      at + dice * interval '20 minutes', case when n > 500 or dice < 0.8 then at + dice * interval '5 hours' end
    from (select n, random() as dice, now() - n * $2::int * interval '1 day' / $1::int as at from generate_series(1, $1::int) n) as made,
      (select array_agg(id order by id) as ids from departments) as places`,
    [count, days],
  )
  await pool.query(
    `insert into clock_sessions (user_id, department_id, start_time, end_time, duration, status)
    select id, department_id, at, at + interval '8 hours', 480, 'completed'
    from users, generate_series(1, $1::int) n,
      lateral (select date_trunc('day', now()) - n * interval '1 day' + interval '7 hours' as at) as day`,
    [DAYS],
  )
  await pool.query('vacuum (analyze) tasks, routines, clock_sessions, task_counts')
}
