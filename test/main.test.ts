import { once } from 'node:events'
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { i18nFor } from '../src/server/base/texts.ts'
import { newestMigration } from '../src/server/db/migrate/known-migrations.ts'
import { passwordTooShort } from '../src/shared/fields.ts'
import { translate } from '../src/shared/words/message.ts'
import { freePorts } from './support/free-ports.ts'
import { databaseUrl, TEMPLATE } from './support/global-setup.ts'
import { openPage } from './support/live-page.ts'
import { processesIn, until } from './support/processes.ts'
import { headOf, rawClient } from './support/raw-client.ts'
import { databaseIn, runCommand, type ServerProcess, setPassword, startServer } from './support/server-process.ts'
import { openTransactionPooler } from './support/transaction-pooler.ts'

/** The whole program as people start it: a separate process, from its settings to its end. */

const home = realpathSync(mkdtempSync(join(tmpdir(), 'muster-main-')))
const dataDir = join(home, 'data')
const started: ServerProcess[] = []
const EMPTY = `muster_main_${process.pid}`

beforeAll(async () => {
  await onTestServer(`create database ${EMPTY} template ${TEMPLATE}`)
})

afterAll(async () => {
  for (const { child } of started) child.kill('SIGKILL')
  await Promise.all(started.map(({ ended }) => ended))
  await onTestServer(`drop database ${EMPTY} with (force)`)
  await until(() => processesIn(home).length === 0)
  rmSync(home, { recursive: true, force: true })
})

async function onTestServer(statement: string, url = inject('databaseServer')) {
  const admin = new pg.Client(url)
  await admin.connect()
  await admin.query(statement)
  await admin.end()
}

function start(settings: Record<string, string>) {
  const server = startServer(settings)
  started.push(server)
  return server
}

/** An output without the warnings of a busy machine, on which statements take long. */
const withoutSlowness = (output: string) => output.replace(/^\{.*"msg":"A statement took long".*\}\n/gm, '')

/** The exit code and the output of a start that must fail. */
async function failureOf(settings: Record<string, string>) {
  const { ended, output } = start({ DATA_DIR: join(home, 'never'), ...settings })
  return { code: await ended, output: withoutSlowness(output()).trim() }
}

interface Start {
  method?: string
  headers?: Record<string, string>
  body?: object
  agent?: Agent
}

/** Sends a request with any Host header, which `fetch` does not allow. */
async function ask(address: string, path: string, { method = 'GET', headers = {}, body, agent }: Start = {}) {
  const type = body && { 'content-type': 'application/json' }
  const sent = request(`${address}${path}`, { method, agent: agent ?? false, headers: { ...type, ...headers } })
  sent.end(body && JSON.stringify(body))
  const [reply] = await once(sent, 'response')
  let text = ''
  for await (const chunk of reply.setEncoding('utf8')) text += chunk
  return {
    status: reply.statusCode as number,
    headers: reply.headers,
    json: text.startsWith('{') ? JSON.parse(text) : text,
  }
}

const manager = { email: 'manager@muster.example', password: 'muster-demo' }
const login = (address: string, headers?: Record<string, string>) =>
  ask(address, '/api/v1/auth/login', { method: 'POST', body: manager, headers })

async function signIn(address: string) {
  const { status, headers, json } = await login(address)
  expect(status).toBe(200)
  return { cookie: String(headers['set-cookie']).split(';')[0] ?? '', userId: json.id as string }
}

describe('a start that fails says why in a sentence', () => {
  const opened: Server[] = []
  const listening = async (server: Server) => {
    opened.push(server)
    await once(server.listen(0, '127.0.0.1'), 'listening')
    return (server.address() as AddressInfo).port
  }
  const databaseAt = (port: number) => `postgres://muster:secret@127.0.0.1:${port}/muster`

  /** Waiting for a database that does not answer takes a while, so this start runs beside the other tests. */
  let silent: ReturnType<typeof failureOf>

  beforeAll(async () => {
    const mute = await listening(createServer(() => {}))
    silent = failureOf({ DATABASE_URL: databaseAt(mute) })
  })

  afterAll(() => {
    for (const server of opened) server.close()
  })

  test('for wrong settings', async () => {
    const [port, zone] = await Promise.all([failureOf({ PORT: '70000' }), failureOf({ TIME_ZONE: 'Mars/Olympus' })])
    expect(port).toEqual({
      code: 1,
      output: 'PORT must be a port from 0 to 65535 (it is "70000"). For example: PORT=3000',
    })
    expect(zone).toEqual({
      code: 1,
      output:
        'TIME_ZONE is no time zone of the IANA database (it is "Mars/Olympus"). For example: TIME_ZONE=Europe/Lisbon',
    })
  })

  test('and has said before that metrics are open behind a proxy', async () => {
    const open = { PUBLIC_URL: 'https://muster.example', METRICS_TOKEN: 'none' }
    const { output } = await failureOf({ DATABASE_URL: databaseUrl(inject('databaseServer'), EMPTY), ...open })
    expect(output).toContain('METRICS_TOKEN=none opens /metrics to all that seems to come from this machine')
  })

  test('for an empty database without a first account, and for a port that is taken', async () => {
    const DATABASE_URL = databaseUrl(inject('databaseServer'), EMPTY)
    const admin = { ADMIN_EMAIL: 'boss@hotel.example', ADMIN_PASSWORD: 'a long passphrase' }
    expect(await failureOf({ DATABASE_URL })).toEqual({
      code: 1,
      output:
        'The database is empty and nobody could sign in. Set ADMIN_EMAIL and ADMIN_PASSWORD for the first account, or DEMO=1 for the sample hotel.',
    })
    const PORT = String(await listening(createServer()))
    expect(await failureOf({ DATABASE_URL, PORT, ...admin })).toEqual({
      code: 1,
      output: `Port ${PORT} is taken by another program. Stop it, or set another, for example: PORT=3001`,
    })
  })

  test('for a pooler of transactions, and a database that needs a newer Muster', async () => {
    const url = databaseUrl(inject('databaseServer'), EMPTY)
    const pooler = await openTransactionPooler(url, 'newest first')
    const oldest = (name: string) =>
      onTestServer(`update settings set value = '"${name}"' where name = 'oldestMigration'`, url)
    await oldest('9999_later')
    const [pooled, old] = await Promise.all([failureOf({ DATABASE_URL: pooler.url }), failureOf({ DATABASE_URL: url })])
    await oldest(newestMigration)
    pooler.close()
    expect(pooled).toEqual({
      code: 1,
      output: expect.stringMatching(/^DATABASE_URL leads through a connection pooler /),
    })
    expect(old).toEqual({
      code: 1,
      output: expect.stringMatching(/^This database needs a newer Muster, one with the migration 9999_later\. /),
    })
  })

  test('for a path of the files that is not a folder', async () => {
    const DATA_DIR = join(home, 'a-file')
    writeFileSync(DATA_DIR, '')
    const DATABASE_URL = databaseUrl(inject('databaseServer'), EMPTY)
    const ends = await Promise.all([failureOf({ DATA_DIR, DATABASE_URL }), failureOf({ DATA_DIR })])
    const words = 'is not a folder, or one above it is not. Name another with DATA_DIR.'
    expect(ends.map(({ output }) => output)).toEqual([`${DATA_DIR}/files ${words}`, `${DATA_DIR} ${words}`])
  })

  test('for a database that does not answer, or does not know of Muster', async () => {
    const [nobody = 0] = await freePorts(1)
    const [away, unknown] = await Promise.all([
      failureOf({ DATABASE_URL: databaseAt(nobody) }),
      failureOf({ DATABASE_URL: databaseUrl(inject('databaseServer'), 'no_such_database') }),
    ])
    const { port } = new URL(inject('databaseServer'))
    expect(away).toEqual({
      code: 1,
      output: `No PostgreSQL listens at 127.0.0.1:${nobody}. Start it, or correct host and port in DATABASE_URL. Is it on this machine?`,
    })
    expect(unknown).toEqual({
      code: 1,
      output: `There is no database "no_such_database" at 127.0.0.1:${port}. Create it, or correct the name at the end of DATABASE_URL.`,
    })
    expect(await silent).toEqual({
      code: 1,
      output: expect.stringMatching(
        /^Nothing answers at 127\.0\.0\.1:\d+\. A firewall may block the connection, .* Check host and port in DATABASE_URL\.$/,
      ),
    })
  })
})

describe('a first start without the sample hotel', () => {
  test('creates the departments and the first account, and nothing else', async () => {
    const [email, password] = ['boss@hotel.example', 'a long passphrase']
    const DATABASE_URL = databaseUrl(inject('databaseServer'), EMPTY)
    const server = start({ DATABASE_URL, ADMIN_EMAIL: email, ADMIN_PASSWORD: password, LOG_LEVEL: 'trace' })
    const address = await server.ready
    const { status, headers, json } = await ask(address, '/api/v1/auth/login', {
      method: 'POST',
      body: { email: 'BOSS@hotel.example', password },
    })
    expect(status).toBe(200)
    // The guide through the beginning waits.
    expect(json).toMatchObject({ role: 'god', email, department: null, setupOpen: true })
    const read = async (path: string) => {
      const reply = await fetch(`${address}/api/v1${path}`, {
        headers: { cookie: String(headers['set-cookie']).split(';')[0] ?? '' },
      })
      // biome-ignore lint/suspicious/noExplicitAny: a test may read any reply
      return reply.json() as Promise<any>
    }
    expect((await read('/departments')).map(({ id, name }: { id: number; name: string }) => `${id} ${name}`)).toEqual([
      ...['1 Front-of-House', '2 Back-of-House', '3 Activities', '4 Housekeeping', '5 Maintenance', '6 Grounds'],
      ...['7 Front-of-House – Evening Operations', '8 Operations'],
    ])
    expect(await read('/users')).toHaveLength(1)
    expect(await read('/tasks')).toEqual({ tasks: [], total: 0, next: null })
    const ida = { firstName: 'Ida', lastName: 'Lind', email: 'ida@hotel.example', role: 'user', departmentId: 8 }
    const invited = await ask(address, '/api/v1/users/many', {
      method: 'POST',
      body: { people: [ida] },
      headers: { cookie: String(headers['set-cookie']).split(';')[0] ?? '' },
    })
    const token = String(invited.json.invitations[0].link).split('=')[1] ?? ''
    const accepted = { token, newPassword: 'a word of hers' }
    expect((await ask(address, '/api/v1/auth/accept', { method: 'POST', body: accepted })).status).toBe(200)
    expect(token).toHaveLength(43)
    expect(server.output()).not.toContain(token)
    expect(server.output()).not.toMatch(/Sample|passphrase|a word of hers/)
    expect(server.output().split('Muster runs as root').length - 1).toBe(process.getuid?.() === 0 ? 1 : 0)
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)

    // The settings of the first account are for an empty database. They change no existing password.
    expect(await setPassword({ DATABASE_URL }, [email], 'another passphrase')).toMatchObject({ code: 0 })
    const restarted = start({ DATABASE_URL, ADMIN_EMAIL: email, ADMIN_PASSWORD: password })
    const attempt = async (entered: string) =>
      (await ask(await restarted.ready, '/api/v1/auth/login', { method: 'POST', body: { email, password: entered } }))
        .status
    expect([await attempt(password), await attempt('another passphrase')]).toEqual([401, 200])
  })

  test('the password command clears a second step when it is told to', { tags: 'long' }, async () => {
    const DATABASE_URL = databaseUrl(inject('databaseServer'), EMPTY)
    const email = 'boss@hotel.example'
    const steps = async (query: string) => {
      const client = new pg.Client({ connectionString: DATABASE_URL })
      await client.connect()
      try {
        return (await client.query(query)).rows
      } finally {
        await client.end()
      }
    }
    await steps(
      `insert into totp_secrets (user_id, secret, confirmed_at) select id, 'AAAA', now() from users where email = '${email}'`,
    )
    const count = async () => (await steps('select count(*)::int as count from totp_secrets'))[0]?.count
    expect(await setPassword({ DATABASE_URL }, [email], 'a third passphrase')).toMatchObject({ code: 0 })
    expect(await count()).toBe(1)
    const cleared = await setPassword({ DATABASE_URL }, [email, '--clear-second-step'], 'a fourth passphrase')
    expect([cleared.code, await count()]).toEqual([0, 0])
  })

  test('a wrong password command says what is wrong, and changes nothing', { tags: 'long' }, async () => {
    const DATABASE_URL = databaseUrl(inject('databaseServer'), EMPTY)
    const nowhere = join(home, 'nowhere')
    const cases = [
      [{ DATABASE_URL }, [], '', 'Name the account. For example: npm run set-password -- you@hotel.example'],
      [{ DATABASE_URL }, ['no@hotel.example'], '', 'There is no account with the e-mail address no@hotel.example.'],
      [
        { DATABASE_URL },
        ['no@münchen.example'],
        '',
        'There is no account with the e-mail address no@xn--mnchen-3ya.example.',
      ],
      [{ DATABASE_URL }, ['boss@hotel.example'], 'short', 'Password must be at least 6 characters long.'],
      [{ DATABASE_URL }, ['boss@hotel.example'], '', 'Password must be at least 6 characters long.'],
      [
        { DATABASE_URL, DEFAULT_LANGUAGE: 'de' },
        ['boss@hotel.example'],
        'short',
        `${translate(i18nFor('de'), passwordTooShort())}.`,
      ],
      [
        { DATA_DIR: nowhere },
        ['boss@hotel.example'],
        '',
        `There is no Muster in ${nowhere}. Set DATA_DIR to its folder, or DATABASE_URL to its database.`,
      ],
    ] as const
    const ends = await Promise.all(
      cases.map(([settings, email, password]) => setPassword(settings, [...email], password)),
    )
    expect(ends).toEqual(cases.map(([, , , output]) => ({ code: 1, output })))
  })
})

describe('a server that drains', () => {
  const name = `muster_drained_${process.pid}`
  const DATABASE_URL = () => databaseUrl(inject('databaseServer'), name)
  const first = { email: 'boss@hotel.example', password: 'a long passphrase' }
  const startDraining = (seconds: number) =>
    start({
      DATABASE_URL: DATABASE_URL(),
      DRAIN_SECONDS: String(seconds),
      ADMIN_EMAIL: first.email,
      ADMIN_PASSWORD: first.password,
    })

  beforeAll(() => onTestServer(`create database ${name} template ${TEMPLATE}`))
  afterAll(async () => {
    for (const { child } of started) child.kill('SIGKILL')
    await Promise.all(started.map(({ ended }) => ended))
    await onTestServer(`drop database ${name} with (force)`)
  })

  test('reports it at /readyz, still answers every request, and closes each connection', async () => {
    const server = startDraining(60)
    const address = await server.ready
    const { headers } = await ask(address, '/api/v1/auth/login', { method: 'POST', body: first })
    const cookie = String(headers['set-cookie']).split(';')[0] ?? ''
    expect(await ask(address, '/healthz', { headers: { 'x-muster-proxy': 'passive' } })).toMatchObject({ status: 200 })
    let isDraining = false
    const replies: { status: number; code: string; last: boolean; late: boolean }[] = []
    const keptAlive = new Agent({ keepAlive: true })
    const askOften = async (at: number) => {
      // Like a proxy that sends requests for a while, on kept connections and on new ones.
      for (let left = 10; left > 0; left -= isDraining ? 1 : 0) {
        const late = isDraining
        const write = left % 2 === 0 && { method: 'POST', body: { title: 'Go on' } }
        const agent = at % 2 === 0 && { agent: keptAlive }
        const reply = await ask(address, '/api/v1/tasks', { headers: { cookie }, ...write, ...agent })
        replies.push({
          status: reply.status,
          code: reply.json.code,
          last: reply.headers.connection === 'close',
          late,
        })
      }
    }
    const asking = Array.from({ length: 6 }, (_, at) => askOften(at))
    await until(() => replies.length > 20)
    server.child.kill('SIGTERM')
    let ready = await ask(address, '/readyz')
    while (ready.status === 200) ready = await ask(address, '/readyz')
    expect(ready).toMatchObject({ status: 503, headers: { 'retry-after': '1' }, json: { code: 'stopping' } })
    isDraining = true
    expect(await ask(address, '/healthz')).toMatchObject({ status: 200 })
    await Promise.all(asking)
    expect(replies.filter(({ status }) => status !== 200 && status !== 201)).toEqual([])
    const late = replies.filter((reply) => reply.late)
    expect(late.length).toBeGreaterThanOrEqual(50)
    expect(late.every(({ last }) => last)).toBe(true)
    // A proxy that learns only from failures gets 502 for reads, so that it passes them on, but never for writes.
    const passive = { cookie, 'x-muster-proxy': 'passive' }
    const read = await ask(address, '/api/v1/tasks', { headers: passive })
    expect(read).toMatchObject({ status: 502, headers: { connection: 'close' }, json: { code: 'stopping' } })
    const write = { method: 'POST', headers: passive, body: { title: 'Not twice' } }
    expect(await ask(address, '/api/v1/tasks', write)).toMatchObject({ status: 201 })
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)
  })

  test('stops at once after a second signal', { tags: 'long' }, async () => {
    const server = startDraining(60)
    const address = await server.ready
    server.child.kill('SIGTERM')
    while ((await ask(address, '/readyz')).status === 200);
    server.child.kill('SIGTERM')
    expect(await server.ended).toBe(0)
  })
})

describe('a Muster with an embedded database', () => {
  let server: ServerProcess
  let address: string

  beforeAll(async () => {
    // Settings for other PostgreSQL programs do not affect the embedded one.
    server = start({
      DATA_DIR: dataDir,
      TIME_ZONE: 'Europe/Lisbon',
      PGSSLMODE: 'require',
      PGOPTIONS: '-c TimeZone=Asia/Tokyo',
    })
    address = await server.ready
  })

  test('prints its address and the sample accounts, and nothing else', () => {
    expect(withoutSlowness(server.output())).toBe(`
  Muster is ready: ${address}
  Time zone: Europe/Lisbon

  Sample hotel. Sign in with one of these, password muster-demo:
    god@muster.example
    admin@muster.example
    manager@muster.example
    user@muster.example
    guest@muster.example

`)
  })

  test('reports that it is alive and ready', async () => {
    expect(await ask(address, '/healthz')).toMatchObject({ status: 200, json: { status: 'ok' } })
    expect(await ask(address, '/readyz')).toMatchObject({ status: 200, json: { status: 'ok' } })
  })

  test('shows its sample hotel only on this machine', async () => {
    const { cookie } = await signIn(address)
    const elsewhere: Record<string, string>[] = [
      { host: 'muster.example' },
      { host: '192.168.0.7:3000' },
      { 'x-forwarded-for': '203.0.113.9' },
      { forwarded: 'for=203.0.113.9' },
      { via: '1.1 proxy' },
    ]
    for (const headers of elsewhere) {
      expect(await login(address, headers)).toMatchObject({ status: 403, json: { code: 'forbidden' } })
      expect(await ask(address, '/api/v1/auth/session', { headers: { ...headers, cookie } })).toMatchObject({
        status: 401,
      })
      await expect(openPage(address, { ...headers, cookie })).rejects.toThrow('Refused: 401')
    }
    for (const host of ['localhost', 'localhost:3000', '127.0.0.1:80', '[::1]:3000']) {
      expect(await login(address, { host })).toMatchObject({ status: 200 })
    }
  })

  test('lets no other Muster use its data folder', async () => {
    expect(await failureOf({ DATA_DIR: dataDir })).toEqual({
      code: 1,
      output: `The data folder ${dataDir} is in use by another Muster (process ${server.child.pid}). Stop it first, or set DATA_DIR to another folder.`,
    })
  })

  /** Without a push service, which nobody may reach from here. */
  const examined = () => ({ DATA_DIR: dataDir, PORT: new URL(address).port, PUSH_HOSTS: '*' })
  const DATABASE_IS_WELL = ', the embedded one.\nok       Clock: That of the database'

  test('is examined while it runs', async () => {
    const { code, output } = await runCommand('doctor', examined(), [])
    expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining(DATABASE_IS_WELL) })
    expect(output).toContain('Muster runs here. Only people at this machine can open it.')
  })

  test('accepts new passwords from the terminal while it runs, also of who has lost the second step', async () => {
    const { cookie } = await signIn(address)
    const client = new pg.Client(databaseIn(dataDir))
    await client.connect()
    await client.query(`insert into totp_secrets (user_id, secret, confirmed_at)
      select id, 'AAAA', now() from users where email = '${manager.email}'`)
    await client.end()
    const args = ['Manager@muster.example', '--clear-second-step']
    expect(await setPassword({ DATA_DIR: dataDir }, args, `${manager.password}\n`)).toEqual({
      code: 0,
      output: 'The new password of manager@muster.example is set. All sessions of this account have ended.',
    })
    expect(await ask(address, '/api/v1/auth/session', { headers: { cookie } })).toMatchObject({ status: 401 })
    await signIn(address)
  })

  test('stops in good order, also after several signals', async () => {
    const { cookie, userId } = await signIn(address)
    const headers = { cookie }
    const page = await openPage(address, headers)
    page.send({ type: 'auth', userId })
    await page.receives('auth_success')
    const body = { title: 'Close the shutters' }
    const { json: task } = await ask(address, '/api/v1/tasks', { method: 'POST', headers, body })

    // A write that is running, because another session holds its row.
    const holder = new pg.Client(databaseIn(dataDir))
    holder.on('error', () => {})
    await holder.connect()
    await holder.query('begin')
    await holder.query('select from tasks where id = $1 for update', [task.id])
    // Over a kept connection, as browsers do.
    const agent = new Agent({ keepAlive: true })
    const path = `/api/v1/tasks/${task.id}`
    const write = ask(address, path, { method: 'PUT', headers, body: { status: 'completed' }, agent })
    const waiting = "select count(*)::int as waiting from pg_stat_activity where wait_event_type = 'Lock'"
    while ((await holder.query(waiting)).rows[0].waiting === 0);

    // A connection that is open before the stop and sends its request after the stop has begun.
    const late = await rawClient(address)
    await ask(address, '/healthz')

    const began = Date.now()
    server.child.kill('SIGTERM')
    expect(await page.closed).toBe(1001)
    server.child.kill('SIGTERM')
    server.child.kill('SIGINT')
    await refused(address)
    late.socket.write(headOf('GET', '/api/v1/auth/session', { Cookie: cookie }))
    await late.closed
    expect(late.received()).toMatch(/^HTTP\/1.1 200 .*\r\nconnection: close\r\n/is)
    await holder.query('commit')
    await holder.end()
    expect(await write).toMatchObject({ status: 200, json: { status: 'completed' } })
    expect(await server.ended).toBe(0)
    expect(Date.now() - began).toBeLessThan(5_000)
    expect(processesIn(dataDir)).toEqual([])
  })

  test('is examined while it is stopped, too', async () => {
    const { code, output } = await runCommand('doctor', examined(), [])
    expect({ code, output }).toMatchObject({ code: 0, output: expect.stringContaining(DATABASE_IS_WELL) })
    expect(output).toMatch(/Muster does not run on this machine now/)
    expect(processesIn(dataDir)).toEqual([])
  })

  test('accepts new passwords from the terminal while it is stopped, too', async () => {
    const { code } = await setPassword({ DATA_DIR: dataDir }, [manager.email], `${manager.password}\n`)
    expect(code).toBe(0)
    expect(processesIn(dataDir)).toEqual([])
  })

  test('cannot become a real one, and is shown to others with DEMO=1', async () => {
    const real = { ADMIN_EMAIL: 'boss@hotel.example', ADMIN_PASSWORD: 'a long passphrase' }
    expect(await failureOf({ DATA_DIR: dataDir, ...real })).toEqual({
      code: 1,
      output:
        'This database contains the sample hotel and cannot become a real one. Name an empty folder with DATA_DIR.',
    })
    const port = String((await freePorts(1))[0])
    const demo = start({ DATA_DIR: dataDir, DEMO: '1', NODE_ENV: 'development', PORT: port })
    await until(() => demo.output().includes('Time zone'))
    // In development people open another address than this process's.
    expect(demo.output()).toContain('\n  Muster is ready\n')
    const elsewhere = { host: 'muster.example', 'x-forwarded-for': '203.0.113.9' }
    expect(await login(`http://127.0.0.1:${port}`, elsewhere)).toMatchObject({ status: 200 })

    // It ends when its database ends.
    process.kill(Number.parseInt(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10), 'SIGKILL')
    expect(await demo.ended).toBe(1)
    expect(demo.output()).toContain(`The database has ended. ${dataDir}/postgres.log says why.`)
  })

  test('stops in good order during its start, too', async () => {
    const hasty = start({ DATA_DIR: dataDir })
    await until(() => processesIn(dataDir).length > 0)
    hasty.child.kill('SIGHUP')
    expect(await hasty.ended).toBe(0)
    expect(withoutSlowness(hasty.output())).toBe('')
    expect(processesIn(dataDir)).toEqual([])
  })

  async function refused(at: string) {
    for (;;) {
      const reply = await ask(at, '/healthz').catch(() => undefined)
      if (!reply || reply.status === 503) return
    }
  }
})
