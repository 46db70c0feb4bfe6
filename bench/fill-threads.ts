import type { Pool } from '../src/server/db/connect/connect.ts'

/**
 * Adds 100,000 messages of a year: 40,000 in each of two departments' threads, and 20,000 between pairs of people.
 * Each of the tests' people has 300 of these threads, and has read two in three. Needs `fillPeople`.
 */
export async function fillThreads(pool: Pool) {
  await pool.query(`
    insert into threads (department_id, last_at) select id, now() from departments order by id limit 2`)
  await pool.query(`
    insert into threads (person_a, person_b, last_at)
    select distinct least(one.id, other.id), greatest(one.id, other.id), now()
    from (select id from users where email not like 'colleague%') as one
    cross join lateral (select id from users where email like 'colleague%' order by md5(one.id || email) limit 300) as other`)
  await pool.query(`
    with place as (
        select threads.*, row_number() over (order by threads.id) as n, colleague.id as someone
        from threads left join lateral (
          select users.id from users where users.department_id = threads.department_id order by users.id limit 1
        ) as colleague on true
      ), spread as (
        select m, case when m % 5 < 4 then 1 + m % 2 else 3 + m / 5 % (select count(*) - 2 from threads) end as n
        from generate_series(1, 100000) as m
      ), chosen as (
        select spread.m, place.*, coalesce(someone, case when m / 7 % 2 = 0 then person_a else person_b end) as sender
        from spread join place on place.n = spread.n
      )
    insert into messages (sender_id, text, department_id, addressees, recipients, off_duty, created_at)
    select sender, 'Message ' || id, department_id, case when person_a is null then '{}' else array_remove(array[person_a, person_b], sender) end,
      1, 0, now() - (100000 - m) * interval '5 minutes'
    from chosen order by m`)
  await pool.query(`
    insert into thread_messages (thread_id, message_id) select substr(text, 9)::int, id from messages where text like 'Message %'`)
  await pool.query(`
    update threads set last_a = latest.id, last_b = case when person_b is not null then latest.id end, last_at = latest.at
    from (select thread_id, max(message_id) as id, max(created_at) as at from thread_messages join messages on messages.id = message_id group by 1) as latest
    where latest.thread_id = threads.id`)
  await pool.query(`
    insert into thread_reads (user_id, thread_id, read_id)
    select person, id, last_a from threads cross join lateral unnest(array[person_a, person_b]) as person
    where id % 3 > 0 and person_a is not null and last_a is not null`)
  await pool.query('vacuum (analyze) threads, thread_messages, thread_reads, messages')
}
