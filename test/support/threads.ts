import { type DepartmentName, departmentNames, type PersonName } from './people.ts'
import type { TestApp } from './test-app.ts'

/** A department, or two people. */
export type ThreadOf = DepartmentName | readonly [PersonName, PersonName]

const isDepartment = (of: ThreadOf): of is DepartmentName => departmentNames.some((name) => name === of)

/** The thread of a department or of two people; made if there is none. It is empty at first. */
export async function putThread({ fixtures, services }: TestApp, of: ThreadOf): Promise<number> {
  const { pool } = services.database
  const { rows } = isDepartment(of)
    ? await pool.query(
        `insert into threads (department_id, last_at) values ($1, now())
        on conflict (department_id) do update set last_at = now() returning id`,
        [fixtures.departments[of]],
      )
    : await pool.query(
        `insert into threads (person_a, person_b, last_at) values (least($1::uuid, $2), greatest($1::uuid, $2), now())
        on conflict (person_a, person_b) do update set last_at = now() returning id`,
        of.map((name) => fixtures.people[name].id),
      )
  return rows[0].id
}

interface Fields {
  text?: string
  reason?: string
  taskId?: number
  createdAt?: string
}

/** Inserts a message directly, for times that no call produces. Notifies nobody, and marks nothing as read. */
export async function putThreadMessage(
  { fixtures, services }: TestApp,
  threadId: number,
  sender: PersonName,
  { text = 'Two cots, please', reason, taskId, createdAt = new Date().toISOString() }: Fields = {},
): Promise<number> {
  const { rows } = await services.database.pool.query(
    `with message as (
      insert into messages (sender_id, text, reason, task_id, department_id, addressees, recipients, off_duty, created_at)
      select $2, $3, $4, $5, department_id, case when department_id is null then array_remove(array[person_a, person_b], $2::uuid) else '{}' end, 1, 0, $6 from threads where id = $1
      returning id
    ), moved as (
      update threads set last_a = message.id, last_at = $6,
        last_b = case when person_b is not null then message.id end from message where threads.id = $1
    )
    insert into thread_messages (thread_id, message_id) select $1, id from message returning message_id as id`,
    [threadId, fixtures.people[sender].id, text, reason ?? null, taskId ?? null, createdAt],
  )
  return rows[0].id
}

/** Puts a message into a thread, as its latest. */
export async function linkMessage({ services }: TestApp, threadId: number, messageId: number) {
  await services.database.pool.query(
    `with moved as (
      update threads set last_a = $2::int, last_b = case when person_b is not null then $2::int end where id = $1::int
    ) insert into thread_messages (thread_id, message_id) values ($1::int, $2::int)`,
    [threadId, messageId],
  )
}
