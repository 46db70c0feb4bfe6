import type { Pool } from '../src/server/db/connect/connect.ts'

/**
 * Fills the tests' fixtures with 2,000 daily routines of all departments, 50 days of occurrences for each, and sessions
 * of 500 more people on 700 days. One in ten occurrences was missed, one in fifty skipped, and the last day's are open.
 * The first routine was missed each day.
 */
export async function fillRoutines(pool: Pool) {
  await pool.query(`
    insert into routines (title, department_id, creator_id, days, opens_at, due_after_minutes, closes_after_minutes, steps, next_occurrence)
    select 'Round ' || n, (select min(id) + n % 3 from departments), (select id from users order by email limit 1), '* * *',
      lpad((n % 24)::text, 2, '0') || ':00', 60, 240, '[]', now() + interval '1 day'
    from generate_series(1, 2000) as n`)
  await pool.query(`
    insert into tasks (title, folded_title, search_text, creator_id, department_id, kind, routine_id, occurrence_at, due_date, closes_at,
      status, completed_at, outcome, closed_at, created_at, updated_at)
    select r.title, lower(r.title), ' ' || lower(r.title), r.creator_id, r.department_id, 'routine', r.id, o.at, o.at + interval '1 hour',
      o.at + interval '4 hours', case when o.outcome = 'done' then 'completed' else 'pending' end,
      case when o.outcome = 'done' then o.at + interval '50 minutes' end, o.outcome,
      case when o.outcome in ('missed', 'skipped') then o.at + interval '4 hours' end, o.at, o.at
    from routines r cross join generate_series(0, 49) as day cross join lateral (
      select date_trunc('day', now()) - day * interval '1 day' + r.opens_at::time as at,
        case when day = 0 then null when r.id % 2000 = 1 or (r.id + day) % 10 = 0 then 'missed' when (r.id + day) % 50 = 1 then 'skipped'
          else 'done' end as outcome
    ) as o`)
  await pool.query(`
    with made as (
      insert into users (id, email, password_hash, first_name, last_name, folded_name, department_id)
      select gen_random_uuid(), 'worker' || n || '@hotel.example', '', 'Worker', n::text, 'worker ' || n, (select min(id) + n % 3 from departments)
      from generate_series(1, 500) as n returning id, department_id
    )
    insert into clock_sessions (user_id, department_id, start_time, end_time, duration, status)
    select id, department_id, at, at + interval '8 hours', 480, 'completed'
    from made, lateral (select date_trunc('day', now()) - n * interval '1 day' + interval '7 hours' as at from generate_series(1, 700) as n) as day`)
  await pool.query('vacuum (analyze) tasks, routines, clock_sessions, users')
}
