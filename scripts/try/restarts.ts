// Restarts three built servers in turn, behind nginx and HAProxy with the configuration in docs/operations.md, while
// twenty loops read and write. It checks that no call fails, and that no write is lost or done twice.
//
//   npm run try -- restarts [nginx|haproxy|both] [rounds, 3]
//
// It needs the programs `nginx` and `haproxy`. It skips one that is missing, and says so. It prints a line for each
// proxy, and ends with 1 after a fault.
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { openEmbedded } from '../../src/server/db/embedded/embedded.ts'
import type { Transport } from '../../src/web/api/call-endpoint.ts'
import { freePorts } from '../../test/support/free-ports.ts'
import { BUILT, type ServerProcess, startServer } from '../../test/support/server-process.ts'
import { checkWritten, diceOf, FIRST_ACCOUNT, signIn, type Writer, writeOne } from '../../test/support/writers.ts'
import { ensureBuilt } from '../build.mjs'
import { isInstalled, PROXIES, type ProxyName, startProxy } from './restarts/proxy.ts'

const LOOPS = 20
const SERVERS = 3
const DRAIN_SECONDS = 5
/** Milliseconds between a server that is ready again and the next restart, as docs/operations.md says. */
const RESTART_PAUSE = 10_000
const READS = ['/api/v1/tasks?limit=20', '/api/v1/tasks/board', '/api/v1/auth/session']

const [which = 'both', rounds = '3'] = process.argv.slice(2)
if (which !== 'both' && !PROXIES.includes(which as ProxyName)) {
  console.error(`There is no proxy called ${which}. Choose ${PROXIES.join(', ')} or both.`)
  process.exit(1)
}

await ensureBuilt()
const wanted = PROXIES.filter((proxy) => which === 'both' || which === proxy)
const installed = wanted.filter(isInstalled)
for (const proxy of wanted) if (!installed.includes(proxy)) console.log(`${proxy} is not installed, so it is skipped`)
let failed = 0
for (const proxy of installed) failed += await restartBehind(proxy, Number(rounds))
console.log(`${installed.length} proxies, ${failed} failed calls`)
process.exit(failed === 0 && installed.length > 0 ? 0 : 1)

/** Restarts each server `times` times. Returns the number of failed calls. */
async function restartBehind(proxy: ProxyName, times: number) {
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
  let proxyProcess: ChildProcess | undefined
  try {
    for (const port of ports) {
      const server = start(port)
      servers.push(server)
      await server.ready
    }
    proxyProcess = await startProxy(proxy, folder, proxyPort, ports)
    const address = `http://127.0.0.1:${proxyPort}`
    const loops = await startLoops(address)
    await loops.waitForCalls(200)
    for (let round = 0; round < times; round += 1) {
      for (const [at, port] of ports.entries()) {
        const before = loops.calls()
        servers[at]?.child.kill('SIGTERM')
        const code = await servers[at]?.ended
        if (code !== 0) loops.failures.push(`A server ended with ${code}`)
        const server = start(port)
        servers[at] = server
        await server.ready
        await sleep(RESTART_PAUSE)
        console.log(
          `  ${proxy}, round ${round + 1}, server ${at + 1}: ${loops.calls() - before} calls, ${loops.failures.length} failed so far`,
        )
      }
    }
    const written = await loops.end(database.url)
    for (const failure of new Set(loops.failures)) console.log(`  FAILED ${failure}`)
    console.log(
      `${proxy}: ${times * SERVERS} restarts under ${LOOPS} loops: ${loops.calls()} calls, ${loops.failures.length} failed, slowest ${loops.slowest().toFixed(0)} ms; ${written}`,
    )
    return loops.failures.length
  } finally {
    proxyProcess?.kill('SIGTERM')
    for (const { child } of servers) child.kill('SIGKILL')
    await Promise.all(servers.map(({ ended }) => ended))
    await database.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Starts twenty loops that read and write, each one request after another on one connection. */
async function startLoops(address: string) {
  const failures: string[] = []
  let calls = 0
  let slowest = 0
  let stopped = false
  const { cookie } = await signIn('everybody', address, diceOf(1))
  const transportOn = (agent: Agent): Transport => {
    return async ({ method, url, headers, body }) => {
      const startedAt = performance.now()
      calls += 1
      try {
        const reply = await send(`${address}${url}`, method, agent, { ...headers, cookie }, body)
        if (reply.status > 299) failures.push(`${method} ${url.split('?')[0]}: ${reply.status} ${reply.text}`)
        return reply
      } catch (error) {
        failures.push(`${method} ${url.split('?')[0]}: ${error}`)
        throw error
      } finally {
        slowest = Math.max(slowest, performance.now() - startedAt)
      }
    }
  }
  const writers = Array.from({ length: LOOPS }, (_, at): Writer => {
    return { name: `writer ${at}`, cookie, dice: diceOf(at), titles: 0, tasks: [], doubts: [] }
  })
  const loops = writers.map(async (writer) => {
    const transport = transportOn(new Agent({ keepAlive: true, maxSockets: 1 }))
    while (!stopped) {
      const read = READS[Math.floor(writer.dice() * READS.length)] ?? ''
      await transport({ method: 'GET', url: read, headers: {}, body: undefined }).catch(() => {})
      // Failures are counted above. The end checks whether the write was done.
      await writeOne(writer, transport).catch(() => {})
      await sleep(10)
    }
  })
  return {
    failures,
    calls: () => calls,
    slowest: () => slowest,
    /** Waits until this many more calls have been made. */
    async waitForCalls(count: number) {
      const end = calls + count
      while (calls < end) await sleep(20)
    },
    /** Stops the loops and checks that every acknowledged write is in the database, each once. */
    async end(url: string) {
      stopped = true
      await Promise.all(loops)
      const client = new pg.Client(url)
      await client.connect()
      const { created, moved } = await checkWritten(client, transportOn(new Agent()), writers)
      await client.end()
      return `all ${created + moved} acknowledged writes are in the database, each once`
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
