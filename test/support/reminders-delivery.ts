import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'
import { uuidv7 } from '../../src/server/base/uuid.ts'
import { connectionOptions } from '../../src/server/db/connect/connect.ts'
import { openPage } from './live-page.ts'
import { startServer } from './server-process.ts'
import { FIRST_ACCOUNT } from './writers.ts'

const TIMEOUT = 30_000
const BEGINS_AFTER = 2_000

interface DeliveryOptions {
  /** A database with departments. The servers fill an empty database. */
  url: string
  dataDir: string
  servers: number
  people: number
  program?: string[]
}

/**
 * Fires a reminder for a department whose people all have a page open, on several servers. Returns the delays in
 * milliseconds of the first, the median and the last delivery, and the number of people who received it twice.
 */
export async function deliverToMany({ url, dataDir, servers, people, program }: DeliveryOptions) {
  const fleet = Array.from({ length: servers }, () =>
    startServer({ DATABASE_URL: url, DATA_DIR: dataDir, TIME_ZONE: 'Europe/Lisbon', ...FIRST_ACCOUNT }, program),
  )
  const addresses = await Promise.all(fleet.map(({ ready }) => ready))
  const database = new pg.Client(connectionOptions(url))
  await database.connect()
  try {
    const { departmentId, crowd } = await putPeople(database, people)
    const pages = await Promise.all(
      crowd.map(async ({ id, cookie }, at) => {
        const page = await openPage(addresses[at % servers] ?? '', { cookie: `muster.sid=${cookie}` })
        page.send({ type: 'auth', userId: id })
        await page.receives('auth_success', TIMEOUT)
        return page
      }),
    )
    const due = Date.now() + BEGINS_AFTER
    await database.query(
      `insert into reminders (title, description, next_run, department_id, created_by) values ('Fire drill', $1, $2, $3, $4)`,
      ['To the fountain', new Date(due).toISOString(), departmentId, crowd[0]?.id],
    )
    const received = await Promise.all(
      pages.map(async (page) => {
        await page.receives('notification', TIMEOUT)
        return Date.now() - due
      }),
    )
    const more = await Promise.all(pages.map((page) => page.receivedByNow()))
    const deliveredTwice = more.filter((messages) => messages.some(({ type }) => type === 'notification')).length
    for (const { socket } of pages) socket.terminate()
    received.sort((a, b) => a - b)
    return { people, servers, first: received[0], middle: received[people >> 1], last: received.at(-1), deliveredTwice }
  } finally {
    await database.end()
    for (const { child } of fleet) child.kill('SIGTERM')
    await Promise.all(fleet.map(({ ended }) => ended))
  }
}

/** Creates a department with people and signs all of them in. */
async function putPeople(database: pg.Client, people: number) {
  const { rows } = await database.query<{ id: number }>(
    `insert into departments (name, folded_name) values ('The crowd', 'the crowd') returning id`,
  )
  const departmentId = rows[0]?.id
  const crowd = Array.from({ length: people }, (_, at) => {
    const cookie = randomBytes(32).toString('base64url')
    const sid = createHash('sha256').update(cookie).digest('hex')
    return { id: uuidv7(new Date()), name: `one of the crowd ${at}`, cookie, sid }
  })
  const list = JSON.stringify(crowd)
  await database.query(
    `insert into users (id, email, password_hash, first_name, last_name, folded_name, department_id)
     select id, name || '@hotel.example', '', name, '', name, $2 from jsonb_to_recordset($1) as (id uuid, name text)`,
    [list, departmentId],
  )
  await database.query(
    `insert into sessions (sid, sess, expire, user_id)
     select sid, '{"ipAddress":"127.0.0.1","userAgent":null,"signedInAt":"2026-01-01T00:00:00.000Z"}', now() + interval '1 day', id
     from jsonb_to_recordset($1) as (id uuid, sid text)`,
    [list],
  )
  return { departmentId, crowd }
}
