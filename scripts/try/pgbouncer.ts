// Runs the built server behind a real PgBouncer: in each of its pool modes, with startup parameters refused or dropped,
// and in transaction mode with and without its needs. Either everything works, or the server refuses to start and says
// what to do.
//
//   npm run try -- pgbouncer [path of pgbouncer]
//
// It prints a line for each case, and ends with 1 after a fault. PgBouncer must be installed; before 1.21 it keeps no
// prepared statements, and transaction mode is refused. It does not run as root, so for root it runs as the user
// "nobody".
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { connect as dial } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect, POOL_SETTINGS } from '../../src/server/db/connect/connect.ts'
import { openEmbedded } from '../../src/server/db/embedded/embedded.ts'
import { freePorts } from '../../test/support/free-ports.ts'
import { openPage } from '../../test/support/live-page.ts'
import { BUILT, startServer } from '../../test/support/server-process.ts'
import { diceOf, FIRST_ACCOUNT, signIn } from '../../test/support/writers.ts'
import { ensureBuilt } from '../build.mjs'

const SHARES = /gives each transaction another session. Set pool_mode = session/
const NO_TRANSACTIONS = /It carries no transactions/
const LOSES_STATEMENTS = /It loses prepared statements/
const NO_LIMITS = /Its sessions have no time limits. Add to the line of the database/
const REQUESTS = 300
const CONCURRENT_REQUESTS = 20
const SERVERS = 2
/** Connections to the database in transaction mode: a fifth of those that the servers open. */
const FEW = 4
const program = process.argv[2] ?? 'pgbouncer'

await ensureBuilt()
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'muster-pgbouncer-')))
chmodSync(folder, 0o755)
const database = await openEmbedded({ dataDir: join(folder, 'database') })
let faults = 0
try {
  const version = execFileSync(program, ['--version'], { encoding: 'utf8' }).split('\n')[0] ?? ''
  console.log(version)
  const [, major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(version) ?? []).map(Number)
  const keepsStatements = major > 1 || minor >= 21
  const whole = { mode: 'transaction', isDirect: true, hasLimits: true, statements: 500 }
  const cases: [string, Case, RegExp?][] = [
    ['session, default settings', { mode: 'session' }],
    ['session, startup parameters dropped', { mode: 'session', ignored: 'options,lock_timeout,extra_float_digits' }],
    ['transaction alone', { ...whole, isDirect: false }, SHARES],
    ['transaction without prepared statements', { ...whole, statements: 0 }, LOSES_STATEMENTS],
    ['transaction without limits', { ...whole, hasLimits: false }, keepsStatements ? NO_LIMITS : LOSES_STATEMENTS],
    ['transaction with all of it', whole, keepsStatements ? undefined : LOSES_STATEMENTS],
    ['statement', { ...whole, mode: 'statement' }, NO_TRANSACTIONS],
  ]
  for (const [name, settings, refusal] of cases) {
    const pooler = await openPooler(settings, keepsStatements)
    const urls = { DATABASE_URL: pooler.url, ...(settings.isDirect && { DATABASE_DIRECT_URL: database.url }) }
    try {
      console.log(`${name}: ${await (refusal ? isRefused(urls, refusal) : works(urls, settings))}`)
    } catch (error) {
      faults += 1
      console.log(`${name}: FAULT: ${error instanceof Error ? error.message : error}`)
    } finally {
      await pooler.close()
    }
  }
} finally {
  await database.stop()
  rmSync(folder, { recursive: true, force: true })
}
process.exitCode = faults > 0 ? 1 : 0

interface Case {
  mode: string
  /** Startup parameters that it drops; others it refuses. */
  ignored?: string
  /** Whether Muster knows the way past it. */
  isDirect?: boolean
  hasLimits?: boolean
  /** How many prepared statements it keeps for each connection. */
  statements?: number
}

/** Starts a PgBouncer on a free port. In transaction mode it has fewer connections than the servers. */
async function openPooler({ mode, ignored = '', hasLimits, statements }: Case, keepsStatements: boolean) {
  const direct = new URL(database.url)
  const [port = 0] = await freePorts(1)
  const settings = join(folder, 'pgbouncer.ini')
  const users = join(folder, 'users.txt')
  writeFileSync(users, `"${direct.username}" "${direct.password}"\n`)
  writeFileSync(
    settings,
    `[databases]
muster = host=${direct.hostname} port=${direct.port}${hasLimits ? ` connect_query='${POOL_SETTINGS.replaceAll("'", "''")}'` : ''}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = scram-sha-256
auth_file = ${users}
pool_mode = ${mode}
default_pool_size = ${mode === 'session' ? 40 : FEW}
${keepsStatements && statements !== undefined ? `max_prepared_statements = ${statements}\n` : ''}ignore_startup_parameters = ${ignored}
`,
  )
  const asNobody = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const child = spawn(program, ['-q', ...asNobody, settings], { stdio: 'ignore' })
  process.once('exit', () => child.kill('SIGKILL'))
  const ended = once(child, 'exit')
  for (let attempts = 0; !(await listens(port)); attempts += 1) {
    if (attempts > 200) throw new Error('PgBouncer does not listen on its port')
    await sleep(25)
  }
  direct.host = `127.0.0.1:${port}`
  return {
    url: direct.href,
    async close() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

async function isRefused(urls: Record<string, string>, refusal: RegExp) {
  const server = startServer({ ...urls, DATA_DIR: join(folder, 'data'), ...FIRST_ACCOUNT }, BUILT)
  const ready = await server.ready.then(
    () => true,
    () => false,
  )
  if (ready) {
    server.child.kill('SIGTERM')
    await server.ended
    throw new Error('the server started')
  }
  if (!refusal.test(server.output())) throw new Error(`the server did not say why: ${server.output()}`)
  return 'the server refused to start and said why'
}

/** Checks servers under load, live changes from one server to a page of another, and the settings of connections. */
async function works(urls: { DATABASE_URL: string }, { mode }: Case) {
  const settings = { ...urls, DATA_DIR: join(folder, 'data'), ...FIRST_ACCOUNT, TIME_ZONE: 'UTC' }
  const servers = Array.from({ length: SERVERS }, () => startServer(settings, BUILT))
  try {
    const addresses = await Promise.all(servers.map(({ ready }) => ready))
    const [first = '', second = ''] = addresses
    const { cookie } = await signIn('somebody', first, diceOf(1))
    const headers = { cookie, 'content-type': 'application/json' }
    const { id: userId } = await (await fetch(`${first}/api/v1/auth/session`, { headers })).json()
    const page = await openPage(second, { cookie })
    page.send({ type: 'auth', userId })
    await page.receives('auth_success')
    let failed = 0
    const send = async (at: number) => {
      const created = at % 2 === 0 && { method: 'POST', body: JSON.stringify({ title: `Task ${at}` }) }
      const path = created || at % 3 === 0 ? '/api/v1/tasks' : '/api/v1/tasks/board'
      const reply = await fetch(`${addresses[at % SERVERS]}${path}`, { headers, ...created })
      await reply.text()
      if (!reply.ok) failed += 1
    }
    const lanes = Array.from({ length: CONCURRENT_REQUESTS }, async (_, lane) => {
      for (let at = lane; at < REQUESTS; at += CONCURRENT_REQUESTS) await send(at)
    })
    await Promise.all(lanes)
    if (failed > 0) throw new Error(`${failed} of ${REQUESTS} requests failed`)
    await page.receives('change')
    page.socket.close()
    await checkSettings(urls.DATABASE_URL)
    const over = mode === 'session' ? '' : ` over ${FEW} connections`
    return `${REQUESTS} of ${REQUESTS} requests answered${over}, live changes arrived, time zone and limits are set`
  } finally {
    for (const { child } of servers) child.kill('SIGTERM')
    await Promise.all(servers.map(({ ended }) => ended))
  }
}

/** Checks that each connection of a pool has the time zone and the limits. Throws otherwise. */
async function checkSettings(url: string) {
  const { pool, close } = connect(url, () => {}, { size: FEW })
  const clients = await Promise.all(Array.from({ length: FEW }, () => pool.connect()))
  for (const client of clients) {
    const { rows } = await client.query(
      `select concat_ws(' ', current_setting('TimeZone'), current_setting('statement_timeout'),
        current_setting('idle_in_transaction_session_timeout'), current_setting('lock_timeout')) as settings`,
    )
    client.release()
    if (rows[0].settings !== 'UTC 30s 1min 5s') throw new Error(`A connection has the settings ${rows[0].settings}`)
  }
  await close()
}

function listens(port: number) {
  return new Promise<boolean>((resolve) => {
    const socket = dial(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    }).on('error', () => resolve(false))
  })
}
