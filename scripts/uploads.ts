import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { cookiesOf } from '../test/support/cookies.ts'
import { formOf } from '../test/support/forms.ts'
import { pdfOfSize } from '../test/support/pdfs.ts'
import { BUILT, startServer } from '../test/support/server-process.ts'

/**
 * Uploads many large files to the built server at once, while others stall and break off, and tells how much memory the
 * server took, how long others waited, and what is left: `npm run build && npm run try:uploads -- [200] [20]`.
 */
const count = Number(process.argv[2] ?? 200)
const megabytes = Number(process.argv[3] ?? 20)
const MB = 1024 * 1024
const ACCOUNT = { email: 'uploads@hotel.example', password: 'two hundred at once' }
const agent = new Agent({ keepAlive: false, maxSockets: Number.POSITIVE_INFINITY })

const dataDir = await mkdtemp(join(tmpdir(), 'muster-uploads-'))
const { child, ready, ended } = startServer(
  { DATA_DIR: dataDir, ADMIN_EMAIL: ACCOUNT.email, ADMIN_PASSWORD: ACCOUNT.password, TIME_ZONE: 'UTC' },
  BUILT,
)
const address = await ready
const json = { 'content-type': 'application/json' }
async function post(path: string, body: object, cookie = '') {
  const headers = { ...json, cookie }
  const reply = await fetch(`${address}/api/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`)
  return reply
}
async function signIn(account: { email: string; password: string }) {
  const login = await post('/auth/login', account)
  return cookiesOf(login.headers.getSetCookie())
}
const cookie = await signIn(ACCOUNT)
/** Several people's, as of one person's uploads only some are read at once. */
const cookies = [cookie]
const { id: departmentId } = await (await post('/departments', { name: 'Uploads' }, cookie)).json()
for (const number of [1, 2, 3, 4]) {
  const person = { email: `uploads${number}@hotel.example`, password: ACCOUNT.password }
  const names = { firstName: 'Upload', lastName: `Number ${number}` }
  await post('/users', { ...person, ...names, role: 'admin', departmentId }, cookie)
  cookies.push(await signIn(person))
}
let requested = 0
const form = formOf({ title: 'A large one', version: '1.0' }, { content: pdfOfSize(megabytes * MB) })

/** Sends the form, or only so much of it; gives the status, or how it ended. */
const upload = (part = 1, andThen: 'break off' | 'stall' = 'break off') =>
  new Promise<string>((resolve) => {
    const theirs = cookies[requested++ % cookies.length]
    const headers = { ...form.headers, cookie: theirs, 'content-length': form.payload.length }
    const sending = request(`${address}/api/v1/sops`, { method: 'POST', headers, agent }, (reply) => {
      reply.resume().on('end', () => resolve(String(reply.statusCode)))
    })
    sending.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    const last = Math.floor(form.payload.length * part)
    const send = (at: number) => {
      if (at >= last) {
        if (part === 1) sending.end()
        else if (andThen === 'break off') sending.destroy()
        return
      }
      const more = () => setImmediate(send, at + 65_536)
      if (sending.write(form.payload.subarray(at, Math.min(last, at + 65_536)))) more()
      else sending.once('drain', more)
    }
    send(0)
  })

const rssOf = (pid: number) => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)]).toString()) / 1024
let peak = 0
const waits: number[] = []
let running = true
const watching = (async () => {
  while (running) {
    peak = Math.max(peak, rssOf(child.pid ?? 0))
    await sleep(100)
  }
})()
const others = (async () => {
  while (running) {
    const began = performance.now()
    const reply = await fetch(`${address}/api/v1/tasks?limit=50`, { headers: { cookie } })
    await reply.text()
    if (!reply.ok) throw new Error(`Others were refused: ${reply.status}`)
    waits.push(performance.now() - began)
    await sleep(50)
  }
})()

const idle = rssOf(child.pid ?? 0)
const began = performance.now()
const ends = await Promise.all([
  ...Array.from({ length: count }, () => upload()),
  ...Array.from({ length: 20 }, () => upload(0.5, 'break off')),
  ...Array.from({ length: 20 }, () => upload(0.5, 'stall')),
])
const seconds = (performance.now() - began) / 1000
running = false
await Promise.all([watching, others])
await sleep(1000)

waits.sort((a, b) => a - b)
const at = (share: number) => `${waits[Math.floor((waits.length - 1) * share)]?.toFixed(0)} ms`
const endings = [...new Set(ends)].map((end) => `${ends.filter((each) => each === end).length} × ${end}`)
const left = await readdir(join(dataDir, 'files/incoming'))
const retained = (await readdir(join(dataDir, 'files'))).length - 1
console.log(`${count} uploads of ${megabytes} MB at once, 20 that break off, 20 that stall: ${seconds.toFixed(1)} s`)
console.log(`  ended: ${endings.join(', ')}; files kept: ${retained}; temporary files left: ${left.length}`)
console.log(`  memory of the server: ${idle.toFixed(0)} MB before, ${peak.toFixed(0)} MB at most`)
console.log(`  others waited: median ${at(0.5)}, 95 % ${at(0.95)}, at most ${at(1)} (${waits.length} requests)`)

child.kill()
await ended
await rm(dataDir, { recursive: true, force: true })
process.exit(left.length === 0 && peak < 300 ? 0 : 1)
