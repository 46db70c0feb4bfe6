import type { Pool } from '../src/server/db/connect/connect.ts'

/** Rows that a statement writes. It may take 30 s. */
const BATCH = 20_000

/**
 * Fills the tests' fixtures with tasks, one a minute into the past. 30 % are in the first department, and three in four
 * are completed. Creator and assignee are people of the department, except in two of a hundred tasks. All have two
 * tags: `bench`, and `room` or a rare one, `sofa` in every thousandth task and `lamp` in every other hundredth. The
 * database's statistics are updated. `has` is the number of tasks that are there already; the new ones are older. Every
 * sixth task has three comments, every tenth five steps. Half of both have the word `done`; few have `walrus` or
 * `radiator`. Every twentieth is a problem in one of 300 rooms, which have signs with the codes `room-0001` to
 * `room-0300`.
 */
export async function fillTasks(pool: Pool, count: number, has = 0) {
  // A build from before there were comments and steps, or problems, is measured without.
  const { rows } = await pool.query(
    `select to_regclass('comments') is not null as contents, to_regclass('places') is not null as problems`,
  )
  const { contents: hasContents, problems: hasProblems } = rows[0] as Record<'contents' | 'problems', boolean>
  for (let from = has + 1; from <= count; from += BATCH)
    await fillBatch(pool, from, Math.min(from + BATCH - 1, count), hasContents)
  if (hasContents) await fillContents(pool)
  if (hasProblems) await fillProblems(pool)
  await pool.query(`vacuum (analyze) tasks${hasContents ? ', comments, task_steps' : ''}`)
}

async function fillProblems(pool: Pool) {
  const { rows } = await pool.query(`select max(id) as last from tasks`)
  const { last } = rows[0] as { last: number }
  // Every twentieth is written.
  const step = 20 * BATCH
  for (let from = 1; from <= last; from += step)
    await pool.query(
      `update tasks set kind = 'problem', place = 'Room ' || id % 300 + 1
       where id % 20 = 0 and kind = 'task' and id between $1::int and $2::int`,
      [from, from + step - 1],
    )
  await pool.query(
    `insert into places (name, code) select 'Room ' || n, 'room-' || to_char(n, 'FM0000') from generate_series(1, 300) n
     on conflict do nothing`,
  )
}

const WORDS = `(array['The guest asked for towels', 'Brought it to the desk', 'The minibar is locked', 'Waits for the plumber'])[random(1, 4)]`

/** Gives the tasks that count comments and steps theirs. */
async function fillContents(pool: Pool) {
  const textOf = (rare: string) =>
    `case when t.id % 3000 = 0 then '${rare} ' else '' end || case when random() < 0.5 then 'done ' else '' end || lower(${WORDS})`
  await pool.query(`
    insert into comments (task_id, author_id, text, search_text, created_at)
    select id, creator_id, made.text, ' ' || made.text, created_at + made.n * interval '1 minute'
    from (select t.id, t.creator_id, t.created_at, n, ${textOf('walrus')} as text
      from tasks t cross join generate_series(1, t.comments) n
      where t.comments > 0 and not exists (select from comments where task_id = t.id)) as made`)
  await pool.query(`
    insert into task_steps (task_id, position, text, search_text, created_at)
    select id, n, made.text, ' ' || made.text, created_at
    from (select t.id, t.created_at, n, ${textOf('radiator')} as text
      from tasks t cross join generate_series(1, t.steps_total) n
      where t.steps_total > 0 and not exists (select from task_steps where task_id = t.id)) as made`)
}

const fillBatch = (pool: Pool, from: number, to: number, hasContents: boolean) =>
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
      completed_at, tags, search_text, created_at, updated_at${hasContents ? ', comments, steps_total' : ''})
    select t.title, lower(t.title), t.description, t.status, t.priority, t.assignee_id, t.creator_id, t.department_id, t.due_date,
      case when t.status = 'completed' then t.at + interval '5 hours' end, array['bench', t.tag],
      ' ' || lower(t.title) || ' ' || t.description || ' bench ' || t.tag, t.at, t.at
      ${hasContents ? ', case when n % 6 = 0 then 3 else 0 end, case when n % 10 = 0 then 5 else 0 end' : ''}
    from (
      select at, n,
        'Check room ' || random(100, 999) || ' and ' || (array['linen', 'minibar', 'shower', 'window', 'heating', 'curtains'])[random(1, 6)] || ' ' || n as title,
        case when n % 1000 = 0 then 'sofa' when n % 100 = 0 then 'lamp' else 'room' end as tag,
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
