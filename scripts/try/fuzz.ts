// Sends random requests to every endpoint of the built server with the sample hotel. It makes them from the OpenAPI
// document: valid requests that write, requests with unusual values, and malformed ones, as people of every role.
//
//   npm run try -- fuzz [requests, 20000] [seed, random]
//
// It ends with 0, or with 1 after a fault. A reply is a fault if its status is 500 or more, if it takes longer than 10
// s (20 s for an upload), if it has another shape than the document says, or if it shows internals or a row of another
// department. It is a fault too if the log has an error or a password, or if the server uses more memory at the end
// than after the first quarter. For each fault the program prints the request as a command.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type FuzzOptions, type FuzzReply, type FuzzReport, fuzz } from '../../test/support/fuzz.ts'
import { PASSWORD_MARK } from '../../test/support/fuzz-values.ts'
import { describeMemory, type Memory, memoryAtRest, startMeasured } from '../../test/support/memory.ts'
import { ensureBuilt } from '../build.mjs'

const requests = Number(process.argv[2] ?? 20_000)
const seed = Number(process.argv[3] ?? Math.floor(Math.random() * 1_000_000))
/** The part of the requests that fills the caches. Memory that is used later must be freed again. */
const WARM_UP_PART = 0.25
const MAX_GROWTH_MB = 12
const MAX_REPORTED = 20

await ensureBuilt()
const dataDir = mkdtempSync(join(tmpdir(), 'muster-fuzz-'))
const server = startMeasured(dataDir)
const address = await server.ready
console.log(`Sending ${requests} requests with seed ${seed}`)
const agent = new Agent({ keepAlive: true, maxSockets: 16 })

const send: FuzzOptions['send'] = ({ method, url, headers, payload }) =>
  new Promise<FuzzReply>((resolve) => {
    const sentAt = performance.now()
    const end = (status: number, replyHeaders: object, text: string) =>
      resolve({ status, headers: { ...replyHeaders }, text, took: performance.now() - sentAt })
    const { hostname, port } = new URL(address)
    const length = payload === undefined ? {} : { 'content-length': Buffer.byteLength(payload) }
    const options = { hostname, port, method, path: url, headers: { ...headers, ...length }, agent, timeout: 40_000 }
    const sending = request(options, (reply) => {
      const parts: Buffer[] = []
      reply.on('data', (part) => parts.push(part))
      reply.on('end', () => end(reply.statusCode ?? 0, reply.headers, Buffer.concat(parts).toString()))
      reply.on('error', (error) => end(599, {}, `the reply broke off: ${error.message}`))
    })
    sending.on('timeout', () => sending.destroy(new Error('no answer within 40 s')))
    sending.on('error', (error) => end(599, {}, error.message))
    sending.end(payload)
  })

const accounts = ['god', 'admin', 'manager', 'user', 'guest', 'stefan.oberhauser', 'samir.haddad', 'aiko.yamada'].map(
  (name) => ({ email: `${name}@muster.example`, password: 'muster-demo' }),
)
const document = await (await fetch(`${address}/api/docs/openapi.json`)).json()
const faults: string[] = []
const before = await memoryAtRest(server, address)
let warm: Memory | undefined
const startedAt = performance.now()
const report = await fuzz({
  document,
  accounts,
  requests,
  seed,
  send,
  async after(count) {
    if (!warm && count >= requests * WARM_UP_PART) warm = await memoryAtRest(server, address)
  },
})
const seconds = (performance.now() - startedAt) / 1000
const end = await memoryAtRest(server, address)

log(report)
console.log(
  `memory: before ${describeMemory(before)}; after the first quarter ${describeMemory(warm ?? before)}; at the end ${describeMemory(end)}`,
)
if (end.retained - (warm ?? before).retained > MAX_GROWTH_MB)
  faults.push(`the server uses ${MAX_GROWTH_MB} MB more than after the first quarter`)
const left = readdirSync(join(dataDir, 'files/incoming'))
if (left.length > 0) faults.push(`unfinished uploads are left: ${left.join(', ')}`)
if (/"level":[56]0/.test(server.output()))
  faults.push(`the log has an error: ${/.*"level":[56]0.*/.exec(server.output())?.[0]}`)
if (server.output().includes(PASSWORD_MARK)) faults.push('the log has a password')
server.child.kill('SIGTERM')
const exitCode = await server.ended
if (exitCode !== 0) faults.push(`the server ended with ${exitCode}`)
rmSync(dataDir, { recursive: true, force: true })

for (const fault of faults) console.log(`FAULT ${fault}`)
const all = report.faults.length + faults.length
console.log(`${report.requests} requests, ${all} faults (seed ${seed}, ${seconds.toFixed(0)} s)`)
process.exit(all === 0 ? 0 : 1)

function log({ faults, byStatus, byOperation, done, written }: FuzzReport) {
  const row = ([operation, tally]: [string, { requests: number; done: number; slowest: number }]) => ({
    operation,
    requests: tally.requests,
    done: tally.done,
    'slowest, ms': Math.round(tally.slowest),
  })
  console.table(Object.entries(byOperation).toSorted().map(row))
  console.log(
    `by status: ${Object.entries(byStatus)
      .map(([status, times]) => `${times} × ${status}`)
      .join(', ')}`,
  )
  console.log(`${((done / requests) * 100).toFixed(0)} % succeeded, and ${written} of these wrote data`)
  for (const { request, reply, what } of faults.slice(0, MAX_REPORTED)) {
    console.log(
      `FAULT ${what.join('; ')}\n  ${request.operation.name}, ${request.manner}, as ${request.actor?.email ?? 'a stranger'}`,
    )
    console.log(`  ${commandOf(request)}\n  ${reply.status} ${reply.text.slice(0, 300)}`)
  }
}

function commandOf({ method, url, headers, payload }: FuzzReport['faults'][number]['request']) {
  const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`
  const headerOptions = Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`.slice(0, 500))}`)
  const body =
    payload === undefined ? '' : `printf %s ${Buffer.from(payload).toString('base64').slice(0, 4000)} | base64 -d | `
  const dataOption = payload === undefined ? '' : ' --data-binary @-'
  return `${body}curl -i -g --path-as-is -X ${method} ${quote(address + url.slice(0, 2000))} ${headerOptions.join(' ')}${dataOption}`
}
