import type { Pool } from '../src/server/db/connect.ts'

/** A statement may take 30 s. */
const SLICE = 20_000

/**
 * Fills the tests' small hotel with tasks: 30 % in its first department, three in four of them completed, the rest spread
 * over a year; each is created by, and most are assigned to, one of its department's people, two in a hundred anybody.
 * Statistics and visibility are brought up to date. With `has` so many are there already, and older ones are added.
 */
export async function fillTasks(pool: Pool, count: number, has = 0) {
  for (let from = has + 1; from <= count; from += SLICE) await fillSlice(pool, from, Math.min(from + SLICE - 1, count))
  await pool.query('vacuum (analyze) tasks')
}

const fillSlice = (pool: Pool, from: number, to: number) =>
  pool.query(
    `with people as (select array_agg(id order by email) as ids from users),
      places as (select array_agg(id order by id) as ids from departments),
      made as (
        select n, now() - n * interval '1 minute' as at,
          case when random() < 0.3 then places.ids[1] else places.ids[random(2, cardinality(places.ids))] end as department_id
        from generate_series($1::int, $2::int) n, places
      ),
      staff as (
        select at, n, department_id, case when random() < 0.02 or own.ids is null then people.ids else own.ids end as ids
        from people, made left join (
          select department_id, array_agg(id order by email) as ids from users group by 1
        ) as own using (department_id)
      )
    insert into tasks (title, folded_title, description, status, priority, assignee_id, creator_id, department_id, due_date,
      completed_at, tags, search_text, created_at, updated_at)
    select t.title, lower(t.title), t.description, t.status, t.priority, t.assignee_id, t.creator_id, t.department_id, t.due_date,
      case when t.status = 'completed' then t.at + interval '5 hours' end, array['bench', 'room'],
      ' ' || lower(t.title) || ' ' || t.description || ' bench room', t.at, t.at
    from (
      select at, n,
        'Check room ' || random(100, 999) || ' and ' || (array['linen', 'minibar', 'shower', 'window', 'heating', 'curtains'])[random(1, 6)] || ' ' || n as title,
        'Before noon, then tell the desk' as description,
        case when random() < 0.75 then 'completed' else (array['in_progress', 'pending', 'pending'])[random(1, 3)] end as status,
        (array['low', 'medium', 'high'])[random(1, 3)] as priority,
        case when random() > 0.1 then ids[random(1, cardinality(ids))] end as assignee_id,
        ids[random(1, cardinality(ids))] as creator_id, department_id,
        case when random() > 0.2 then now() + random(-300, 699) * interval '1 hour' end as due_date
      from staff
    ) t`,
    [from, to],
  )
