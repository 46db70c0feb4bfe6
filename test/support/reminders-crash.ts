import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { diceOf } from '../../sample/story.ts'
import { uuidv7 } from '../../src/server/base/uuid.ts'
import { connectionOptions } from '../../src/server/db/connect/connect.ts'
import { type ServerProcess, startServer } from './server-process.ts'
import { FIRST_ACCOUNT } from './writers.ts'

const BEGINS_AFTER = 1_500
const ENDS_TIMEOUT_MS = 60_000
const PAUSE: [number, number] = [500, 4_000]
const DEPARTMENT_SIZE = 10

interface RemindersCrashOptions {
  /** An empty database. */
  url: string
  dataDir: string
  reminders: number
  /** The time in milliseconds during which they fall due. */
  within: number
  servers: number
  seed: number
  /** The minimum and maximum time between two kills, in milliseconds. */
  pause?: [number, number]
  /** The maximum number of kills. Without it, as many as the time allows. */
  kills?: number
  program?: string[]
  log?(line: string): void
}

interface RemindersCrashReport {
  reminders: number
  fired: number
  kills: number
  killsWhileStarting: number
  /** Pairs of a reminder and a recipient: the expected and the actual number. */
  expected: number
  deliveredOnce: number
  deliveredMore: number
  notDelivered: number
  /** The delays of reminders in milliseconds. */
  latest: number
  ninetyNineIn100Within: number
}

/**
 * Many reminders fall due while several servers on one database are killed with SIGKILL and started again at random
 * moments. Then it counts the notifications of each reminder for each recipient.
 */
export async function crashReminders(options: RemindersCrashOptions): Promise<RemindersCrashReport> {
  const { url, log } = options
  const fleet = await Fleet.start(options)
  const database = new pg.Client(connectionOptions(url))
  try {
    await database.connect()
    const lastDue = await putReminders(database, options)
    while (Date.now() < lastDue && fleet.kills < (options.kills ?? Number.POSITIVE_INFINITY)) await fleet.killOne()
    await fleet.settle()
    log?.(`${fleet.kills} kills; waiting for the last reminders`)
    await untilAllHaveFired(database, Math.max(0, lastDue - Date.now()) + ENDS_TIMEOUT_MS)
    return { ...(await countAll(database)), kills: fleet.kills, killsWhileStarting: fleet.killsWhileStarting }
  } finally {
    await database.end()
    await fleet.stop()
  }
}

/** Servers on one database that are killed and started again. */
class Fleet {
  kills = 0
  killsWhileStarting = 0
  private readonly dice
  private readonly running: ServerProcess[] = []
  private restarts: Promise<unknown>[] = []

  private readonly options: RemindersCrashOptions

  private constructor(options: RemindersCrashOptions) {
    this.options = options
    this.dice = diceOf(options.seed)
  }

  static async start(options: RemindersCrashOptions) {
    const fleet = new Fleet(options)
    for (let at = 0; at < options.servers; at += 1) fleet.running[at] = fleet.open()
    await Promise.all(fleet.running.map(({ ready }) => ready))
    return fleet
  }

  private open() {
    const { url, dataDir, program } = this.options
    return startServer({ DATABASE_URL: url, DATA_DIR: dataDir, TIME_ZONE: 'Europe/Lisbon', ...FIRST_ACCOUNT }, program)
  }

  /** Kills a server after a random time, and starts it again after another random time. */
  async killOne() {
    const { roll } = this.dice
    const [least, most] = this.options.pause ?? PAUSE
    await sleep(least + roll() * (most - least))
    const at = Math.floor(roll() * this.running.length)
    const server = this.running[at]
    if (!server) return
    const isReady = server.output().includes('Muster is ready')
    server.child.kill('SIGKILL')
    await server.ended
    this.kills += 1
    if (!isReady) this.killsWhileStarting += 1
    await sleep(roll() * 200)
    this.running[at] = this.open()
    this.restarts = [...this.restarts, this.running[at]?.ready.catch(() => {})]
  }

  /** Waits until all servers are ready again. */
  async settle() {
    await Promise.all(this.running.map((server) => server.ready))
    await Promise.all(this.restarts)
  }

  async stop() {
    for (const { child } of this.running) child.kill('SIGTERM')
    await Promise.all(this.running.map(({ ended }) => ended))
  }
}

/** Inserts two departments' people and reminders of every kind, some recurring. Returns the last one's time. */
async function putReminders(database: pg.Client, { reminders, within }: RemindersCrashOptions) {
  const { rows } = await database.query<{ id: number }>('select id from departments order by id limit 2')
  const people = Array.from({ length: DEPARTMENT_SIZE * 2 }, (_, at) => ({
    id: uuidv7(new Date()),
    place: rows[at % 2]?.id ?? null,
    name: `person ${at}`,
  }))
  await database.query(
    `insert into users (id, email, password_hash, first_name, last_name, folded_name, department_id)
     select id, name || '@hotel.example', '', name, '', name, place
     from jsonb_to_recordset($1) as (id uuid, place int, name text)`,
    [JSON.stringify(people)],
  )
  const begins = Date.now() + BEGINS_AFTER
  const all = Array.from({ length: reminders }, (_, at) => ({
    title: `No. ${at}`,
    due: new Date(begins + (at * within) / reminders).toISOString(),
    // A third are personal, a few are for everybody, and the others are for a department.
    person: at % 3 === 0 ? people[at % people.length]?.id : null,
    place: at % 3 === 0 || at % 20 === 1 ? null : rows[at % 2]?.id,
    rule: at % 4 === 0 ? '0 0 1 1 *' : null,
  }))
  await database.query(
    `insert into reminders (title, next_run, user_id, department_id, cron_rule, created_by)
     select title, due, person, place, rule, $2
     from jsonb_to_recordset($1) as (title text, due timestamptz, person uuid, place int, rule text)`,
    [JSON.stringify(all), people[0]?.id],
  )
  await database.query('create table due_at as select id, next_run as due, user_id, department_id from reminders')
  return begins + within
}

async function untilAllHaveFired(database: pg.Client, within: number) {
  const deadline = Date.now() + within
  for (;;) {
    const { rows } = await database.query('select count(*)::int as left from reminders where last_triggered is null')
    if (rows[0]?.left === 0) return
    if (Date.now() > deadline) throw new Error(`${rows[0]?.left} reminders have not fired`)
    await sleep(100)
  }
}

async function countAll(database: pg.Client) {
  const { rows } = await database.query<Omit<RemindersCrashReport, 'kills' | 'killsWhileStarting'>>(`
    with pairs as (
      select d.id, u.id as user_id,
        (select count(*) from notifications n
          where n.subject_type = 'reminder' and n.subject_id = d.id::text and n.user_id = u.id) as times
      from due_at d join users u on case
        when d.user_id is not null then u.id = d.user_id
        when d.department_id is not null then u.department_id = d.department_id
        else true end
    ), late as (
      select extract(epoch from r.last_triggered - d.due) * 1000 as by from reminders r join due_at d using (id)
    )
    select (select count(*)::int from reminders) as reminders,
      (select count(*)::int from audit_logs where action = 'reminder.fire') as fired,
      count(*)::int as expected,
      count(*) filter (where times = 1)::int as "deliveredOnce",
      count(*) filter (where times > 1)::int + (select count(*)::int from notifications) - sum(times)::int as "deliveredMore",
      count(*) filter (where times = 0)::int as "notDelivered",
      (select max(by)::int from late) as latest,
      (select percentile_disc(0.99) within group (order by by)::int from late) as "ninetyNineIn100Within"
    from pairs`)
  await database.query('drop table due_at')
  if (!rows[0]) throw new Error('Nothing was counted')
  return rows[0]
}
