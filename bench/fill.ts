import type { Pool } from '../src/server/db/connect.ts'

/** A statement may take 30 s. */
const SLICE = 20_000

/**
 * Fills the tests' small hotel with tasks: 30 % in its first department, three in four of them completed, the rest spread
 * over a year; each is created by one of its people and most are assigned. Statistics and visibility are brought up to date.
 * With `has` so many are there already, and older ones are added.
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
        select n, (random() * 1e9)::int as luck, now() - n * interval '1 minute' as at from generate_series($1::int, $2::int) n
      )
    insert into tasks (title, folded_title, description, status, priority, assignee_id, creator_id, department_id, due_date,
      completed_at, tags, search_text, created_at, updated_at)
    select t.title, lower(t.title), t.description, t.status, t.priority, t.assignee_id, t.creator_id, t.department_id, t.due_date,
      case when t.status = 'completed' then t.at + interval '5 hours' end, array['bench', 'room'],
      ' ' || lower(t.title) || ' ' || t.description || ' bench room', t.at, t.at
    from (
      select at, n,
        'Check room ' || (luck % 900 + 100) || ' and ' || (array['linen', 'minibar', 'shower', 'window', 'heating', 'curtains'])[luck % 6 + 1] || ' ' || n as title,
        'Before noon, then tell the desk' as description,
        case when luck % 4 < 3 then 'completed' when luck % 3 = 0 then 'in_progress' else 'pending' end as status,
        (array['low', 'medium', 'high'])[luck % 3 + 1] as priority,
        case when luck % 10 = 0 then null else people.ids[luck % array_length(people.ids, 1) + 1] end as assignee_id,
        people.ids[luck / 7 % array_length(people.ids, 1) + 1] as creator_id,
        case when luck % 10 < 3 then places.ids[1] else places.ids[luck / 10 % (array_length(places.ids, 1) - 1) + 2] end as department_id,
        case when luck % 5 = 0 then null else now() + (luck % 1000 - 300) * interval '1 hour' end as due_date
      from made, people, places
    ) t`,
    [from, to],
  )
