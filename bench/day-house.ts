import { connect } from '../src/server/db/connect/connect.ts'
import { cookiesOf } from '../test/support/cookies.ts'

/** The accounts of the sample hotel have this password, and so do the people of the bench. */
const PASSWORD = 'muster-demo'
/** The people of the bench. They join the sample hotel's housekeeping: first name, last name. */
export const crew = [
  ['Iris', 'Falk'],
  ['Bruno', 'Sauer'],
  ['Clara', 'Voss'],
  ['Dora', 'Lindt'],
  ['Emil', 'Krantz'],
  ['Nadia', 'Rossi'],
] as const
export type CrewName = (typeof crew)[number][0]
export const accounts = {
  staff: { email: 'iris@muster.example', password: PASSWORD },
  manager: { email: 'manager@muster.example', password: PASSWORD },
}
/** Iris's tasks that are overdue or due today, in each status. The second is the one to finish. */
export const todaysTasks = ['Extra towels to 905', 'Turn over 618', 'Baby cot to 930'] as const
/** Emil's, who is ill. */
export const tasksOfEmil = [701, 702, 703, 704, 705, 706, 707, 708].map((room) => `Deep clean of ${room}`)
export const iceMachine = 'Descale the ice machine on floor 3'

const DAY = 86_400_000

/** Adds the bench's people and tasks to a Muster with the sample hotel, as the manager, and dates them back. */
export async function fillHouse(origin: string, databaseUrl: string) {
  const [admin, manager] = [await signIn(origin, 'admin@muster.example'), await signIn(origin, accounts.manager.email)]
  const { departmentId } = await manager('GET', '/auth/session')
  const ids: Partial<Record<CrewName, string>> = {}
  for (const [firstName, lastName] of crew) {
    const email = `${firstName.toLowerCase()}@muster.example`
    const person = { email, password: PASSWORD, firstName, lastName, role: 'user', departmentId }
    ids[firstName] = (await admin('POST', '/users', person)).id
  }
  const now = Date.now()
  const midnight = new Date(now).setUTCHours(23, 59, 59, 999)
  const add = async (title: string, name: CrewName, due: number, status = 'pending') => {
    const body = { title, departmentId, assigneeId: ids[name], dueDate: new Date(due).toISOString(), status }
    return (await manager('POST', '/tasks', body)).id as number
  }
  const [late, turnOver, cot] = todaysTasks
  const made = [
    await add(late, 'Iris', now - DAY),
    await add(turnOver, 'Iris', midnight),
    await add(cot, 'Iris', midnight, 'in_progress'),
    await add('Count the bathrobes', 'Iris', midnight + 3 * DAY),
  ]
  for (const title of tasksOfEmil) made.push(await add(title, 'Emil', midnight))
  const machine = await add(iceMachine, 'Nadia', now + 9 * DAY)
  const changes = [
    { priority: 'high' },
    { dueDate: new Date(now + 5 * DAY).toISOString() },
    { assigneeId: ids.Clara },
    { tags: ['ice'] },
  ]
  for (const change of changes) await manager('PUT', `/tasks/${machine}`, change)
  await dateBack(databaseUrl, [...made, machine], machine)
}

/** The tasks are five days old. The ice machine changed around last Tuesday; at ten that day its due date did. */
async function dateBack(databaseUrl: string, ids: number[], machine: number) {
  const { pool, close } = connect(databaseUrl, () => {})
  await pool.query(`update tasks set created_at = created_at - interval '5 days' where id = any($1::int[])`, [ids])
  const tuesday = `date_trunc('week', now() - interval '2 days') + interval '1 day 10 hours'`
  await pool.query(
    `update audit_logs set created_at = ${tuesday} + (n - 3) * interval '7 hours'
    from (select id, row_number() over (order by id) as n from audit_logs where resource_type = 'task' and resource_id = $1) as entries
    where audit_logs.id = entries.id`,
    [String(machine)],
  )
  await close()
}

/** How many tasks people have for tomorrow by the plan. */
export const plannedTasks = (databaseUrl: string) =>
  count(
    databaseUrl,
    `select count(*)::int as count from tasks
    where title like 'Plan floor %' and assignee_id is not null and due_date::date = now()::date + 1`,
  )

/** How many of Emil's tasks others have now. */
export const reassignedTasks = (databaseUrl: string) =>
  count(
    databaseUrl,
    `select count(*)::int as count from tasks join users on users.id = assignee_id
    where title like 'Deep clean of 70_' and first_name <> 'Emil'`,
  )

async function count(databaseUrl: string, query: string) {
  const { pool, close } = connect(databaseUrl, () => {})
  const { rows } = await pool.query<{ count: number }>(query)
  await close()
  return rows[0]?.count
}

/** Signs in. Returns a function that calls as that person and returns the reply. It throws for a bad reply. */
async function signIn(origin: string, email: string) {
  const headers = { 'content-type': 'application/json' }
  const send = (method: string, path: string, body?: object, cookie = '') =>
    fetch(`${origin}/api/v1${path}`, {
      method,
      headers: { ...(body && headers), cookie },
      ...(body && { body: JSON.stringify(body) }),
    })
  const cookie = cookiesOf((await send('POST', '/auth/login', { email, password: PASSWORD })).headers.getSetCookie())
  return async (method: string, path: string, body?: object) => {
    const reply = await send(method, path, body, cookie)
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
    return reply.json()
  }
}
