// Restarts three built servers in turn, behind nginx and HAProxy with the blocks of docs/operations.md, while twenty loops read
// and write. It looks whether a call fails, and whether a write was lost or done twice.
//
//   npm run try:restarts -- [nginx|haproxy|both] [rounds, 3]
//
// It needs the programs `nginx` and `haproxy`, and says so where one is missing. It prints a line for each proxy, and ends with 1
// after a fault.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { projectRoot } from '../src/server/base/config.ts'
import { openEmbedded } from '../src/server/db/embedded.ts'
import type { Transport } from '../src/shared/call.ts'
import { BUILT, type ServerProcess, startServer } from '../test/support/server-process.ts'
import { checkWritten, diceOf, FIRST_ACCOUNT, signIn, type Writer, writeOne } from '../test/support/writers.ts'
import { ensureBuilt } from './build.mjs'

const LOOPS = 20
const SERVERS = 3
const DRAIN_SECONDS = 5
/** Milliseconds from when a server is ready again until the next is restarted, as docs/operations.md says. */
const BETWEEN = 10_000
const READS = ['/api/v1/tasks?limit=20', '/api/v1/tasks/board', '/api/v1/auth/session']

type Proxy = 'nginx' | 'haproxy'
const PROXIES: Proxy[] = ['nginx', 'haproxy']

const [which = 'both', rounds = '3'] = process.argv.slice(2)
if (which !== 'both' && !PROXIES.includes(which as Proxy)) {
  console.error(`There is no proxy ${which}; there are ${PROXIES.join(', ')}, or both`)
  process.exit(1)
}

await ensureBuilt()
const wanted = PROXIES.filter((proxy) => which === 'both' || which === proxy)
const present = wanted.filter(isInstalled)
for (const proxy of wanted) if (!present.includes(proxy)) console.log(`${proxy} is not installed here: left out`)
let failed = 0
for (const proxy of present) failed += await restartBehind(proxy, Number(rounds))
console.log(`${present.length} proxies, ${failed} failed calls`)
process.exit(failed === 0 && present.length > 0 ? 0 : 1)

function isInstalled(proxy: Proxy) {
  try {
    execFileSync(proxy, ['-v'], { env: pathWithSystem(), stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Programs of the system stand where the path of ordinary people does not lead. */
function pathWithSystem() {
  return { ...process.env, PATH: `${process.env.PATH}:/usr/sbin:/usr/local/sbin` }
}

/** Restarts the servers so many times each; gives the number of calls that failed. */
async function restartBehind(proxy: Proxy, times: number) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'muster-rolling-')))
  const database = await openEmbedded({ dataDir: join(folder, 'database') })
  const [proxyPort = 0, ...ports] = await freePorts(SERVERS + 1)
  const start = (port: number) =>
    startServer(
      {
        DATABASE_URL: database.url,
        DATA_DIR: join(folder, 'data'),
        ...FIRST_ACCOUNT,
        PORT: String(port),
        TIME_ZONE: 'UTC',
        TRUST_PROXY: '1',
        DRAIN_SECONDS: String(DRAIN_SECONDS),
        LOG_LEVEL: 'error',
      },
      BUILT,
    )
  const servers: ServerProcess[] = []
  let running: ChildProcess | undefined
  try {
    for (const port of ports) {
      const server = start(port)
      servers.push(server)
      await server.ready
    }
    running = await startProxy(proxy, folder, proxyPort, ports)
    const address = `http://127.0.0.1:${proxyPort}`
    const work = await startLoops(address)
    await work.goesOn(200)
    for (let round = 0; round < times; round += 1) {
      for (const [at, port] of ports.entries()) {
        const before = work.calls()
        servers[at]?.child.kill('SIGTERM')
        const code = await servers[at]?.ended
        if (code !== 0) work.failures.push(`A server ended with ${code}`)
        const server = start(port)
        servers[at] = server
        await server.ready
        await sleep(BETWEEN)
        console.log(
          `  ${proxy}, round ${round + 1}, server ${at + 1}: ${work.calls() - before} calls, ${work.failures.length} failed so far`,
        )
      }
    }
    const written = await work.end(database.url)
    for (const failure of new Set(work.failures)) console.log(`  FAILED ${failure}`)
    console.log(
      `${proxy}: ${times * SERVERS} restarts under ${LOOPS} loops: ${work.calls()} calls, ${work.failures.length} failed, slowest ${work.slowest().toFixed(0)} ms; ${written}`,
    )
    return work.failures.length
  } finally {
    running?.kill('SIGTERM')
    for (const { child } of servers) child.kill('SIGKILL')
    await Promise.all(servers.map(({ ended }) => ended))
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Ports that nobody has now; from the range that the system gives no connection of its own. */
async function freePorts(count: number) {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  const ports = await Promise.all(
    servers.map(async (server) => {
      await once(server, 'listening')
      return (server.address() as AddressInfo).port
    }),
  )
  await Promise.all(servers.map((server) => once(server.close(), 'close')))
  return ports
}

/** The block of the operations page for this proxy, with our addresses in place of its own. */
function blockOf(proxy: Proxy, port: number, ports: number[]) {
  const page = readFileSync(join(projectRoot, 'docs/operations.md'), 'utf8')
  const [, block] = new RegExp(`^\`\`\`${proxy}\n(.*?)^\`\`\``, 'ms').exec(page) ?? []
  if (!block) throw new Error(`docs/operations.md has no block for ${proxy}`)
  let at = 0
  const own = block
    .replace(/10\.0\.0\.\d:3000/g, () => {
      at += 1
      return `127.0.0.1:${ports[at - 1]}`
    })
    .replace('listen 80;', `listen 127.0.0.1:${port};`)
    .replace('bind :80', `bind 127.0.0.1:${port}`)
  if (at !== ports.length) throw new Error(`The block for ${proxy} names ${at} servers`)
  return own
}

async function startProxy(proxy: Proxy, folder: string, port: number, ports: number[]) {
  const file = join(folder, `${proxy}.conf`)
  const block = blockOf(proxy, port, ports)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, name)};`,
  )
  for (const name of ['client_body', 'proxy']) mkdirSync(join(folder, name))
  const whole = {
    nginx: `daemon off;\nworker_processes 2;\npid ${join(folder, 'nginx.pid')};\nevents {}\nhttp {\naccess_log off;\n${temporary.join('\n')}\n${block}}\n`,
    haproxy: block,
  }[proxy]
  writeFileSync(file, whole)
  const options = {
    nginx: ['-c', file, '-p', folder, '-e', join(folder, 'nginx.log')],
    haproxy: ['-db', '-f', file],
  }[proxy]
  const child = spawn(proxy, options, { env: pathWithSystem(), stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (chunk) => {
    said += chunk
  })
  for (let left = 100; left > 0; left -= 1) {
    if (child.exitCode !== null) throw new Error(`${proxy} did not start:\n${said}`)
    const status = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      (reply) => reply.status,
      () => 0,
    )
    if (status === 200) return child
    await sleep(100)
  }
  throw new Error(`${proxy} leads to no server:\n${said}`)
}

/** Twenty people who read and write, one thing after the other, on a connection that each keeps, as browsers do. */
async function startLoops(address: string) {
  const failures: string[] = []
  let calls = 0
  let slowest = 0
  let stopped = false
  const { cookie } = await signIn('everybody', address, diceOf(1))
  const over = (agent: Agent): Transport => {
    return async ({ method, url, headers, body }) => {
      const began = performance.now()
      calls += 1
      try {
        const reply = await send(`${address}${url}`, method, agent, { ...headers, cookie }, body)
        if (reply.status > 299) failures.push(`${method} ${url.split('?')[0]}: ${reply.status} ${reply.text}`)
        return reply
      } catch (error) {
        failures.push(`${method} ${url.split('?')[0]}: ${error}`)
        throw error
      } finally {
        slowest = Math.max(slowest, performance.now() - began)
      }
    }
  }
  const writers = Array.from({ length: LOOPS }, (_, at): Writer => {
    return { name: `writer ${at}`, cookie, dice: diceOf(at), titles: 0, tasks: [], doubts: [] }
  })
  const work = writers.map(async (writer) => {
    const transport = over(new Agent({ keepAlive: true, maxSockets: 1 }))
    while (!stopped) {
      const read = READS[Math.floor(writer.dice() * READS.length)] ?? ''
      await transport({ method: 'GET', url: read, headers: {}, body: undefined }).catch(() => {})
      // What fails is counted above; whether it was written is looked up at the end.
      await writeOne(writer, transport).catch(() => {})
      await sleep(10)
    }
  })
  return {
    failures,
    calls: () => calls,
    slowest: () => slowest,
    async goesOn(more: number) {
      const from = calls
      while (calls < from + more) await sleep(20)
    },
    /** Ends the work and compares what was acknowledged with what is there. */
    async end(url: string) {
      stopped = true
      await Promise.all(work)
      const client = new pg.Client(url)
      await client.connect()
      const { created, moved } = await checkWritten(client, over(new Agent()), writers)
      await client.end()
      return `${created + moved} acknowledged writes there, each once`
    },
  }
}

async function send(
  url: string,
  method: string,
  agent: Agent,
  headers: Record<string, string>,
  body: string | undefined,
) {
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
  const sent = request(url, { method, agent, headers: { ...headers, ...length } })
  sent.end(body)
  const [reply] = await once(sent, 'response')
  let text = ''
  for await (const chunk of reply.setEncoding('utf8')) text += chunk
  return { status: reply.statusCode as number, statusText: String(reply.statusMessage), text }
}
