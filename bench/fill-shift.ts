import type { Pool } from '../src/server/db/connect/connect.ts'

/**
 * Adds 5,000 people of all departments, 400 of them on duty and the others with a shift behind them, before there are
 * tasks. The tests' people have a shift behind them too, and 300 notifications that were held.
 */
export async function fillPeople(pool: Pool) {
  await pool.query(`
    insert into users (id, email, password_hash, first_name, last_name, folded_name, department_id)
    select gen_random_uuid(), 'colleague' || n || '@hotel.example', '', 'Colleague', n::text, 'colleague ' || n,
      (select min(id) + n % 3 from departments)
    from generate_series(1, 5000) as n`)
  await pool.query(`
    insert into clock_sessions (user_id, department_id, start_time, end_time, duration, status)
    select id, department_id, at, case when is_there then null else at + interval '8 hours' end,
      case when is_there then null else 480 end, case when is_there then 'active' else 'completed' end
    from (select users.*, row_number() over (order by email) as n from users) as person
      cross join lateral (select email like 'colleague%' and n % 12 = 0 as is_there) as here
      cross join lateral (select case when is_there then now() - interval '2 hours' else now() - interval '30 hours' end as at) as time`)
  await pool.query(`
    insert into notifications (user_id, kind, params, is_read, created_at)
    select users.id, 'reminder', '{"title": "Tea", "description": null}', email like 'colleague%', now() - n * interval '1 hour'
    from users cross join generate_series(1, 40) as n`)
  await pool.query(`
    insert into notifications (user_id, kind, params, subject_type, subject_id, created_at)
    select users.id, 'task-assigned', '{"by": "Ada King", "title": "Sweep"}', 'task', n::text, now() - n * interval '1 minute'
    from users cross join generate_series(1, 260) as n where email not like 'colleague%'`)
  await pool.query('vacuum (analyze) users, clock_sessions, notifications')
}

/**
 * Adds two years of handovers, with 40 waiting items in each department, and the history of the tasks that are in
 * progress: three in four were begun by their assignee.
 */
export async function fillShift(pool: Pool) {
  await pool.query(`
    insert into handovers (giver_id, department_id, note, search_text, created_at)
    select people.ids[1 + n % cardinality(people.ids)], places.first + n % 3, 'A quiet shift', ' a quiet shift', now() - n * interval '1 hour'
    from generate_series(1, 20000) as n,
      (select array_agg(id) as ids from users where email like 'colleague%') as people, (select min(id) as first from departments) as places`)
  await pool.query(`
    insert into handover_items (handover_id, position, giver_id, created_at, task_id, severity, next, department_id, received_by, received_at)
    select h.id, position, h.giver_id, h.created_at, tasks.id, (array['watch', 'act', 'urgent'])[random(1, 3)], 'Call the firm',
      h.department_id, case when h.id > 60 then h.giver_id end, case when h.id > 60 then h.created_at end
    from handovers h cross join generate_series(0, 1) as position left join tasks on tasks.id = h.id * 5 + position`)
  await pool.query(`
    insert into handover_questions (item_id, asker_id, question, asked_at)
    select id, giver_id, 'Which one?', created_at from handover_items where id % 5 = 0`)
  await pool.query(`
    insert into audit_logs (user_id, action, resource_type, resource_id, details, created_at)
    select case when id % 4 = 0 then creator_id else assignee_id end, 'task.update', 'task', id::text,
      '{"before": {"status": "pending"}, "after": {"status": "in_progress"}}', updated_at
    from tasks where status = 'in_progress'`)
  await pool.query('vacuum (analyze) handovers, handover_items, handover_questions, audit_logs')
}
