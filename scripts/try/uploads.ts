import { execFileSync } from 'node:child_process'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { cookiesOf } from '../../test/support/cookies.ts'
import { formOf } from '../../test/support/forms.ts'
import { pdfOfSize } from '../../test/support/pdfs.ts'
import { BUILT, startServer } from '../../test/support/server-process.ts'

/**
 * Uploads many large files to the built server at once, while other uploads stall or break off. It prints how much
 * memory the server used, how long a reader waited, and which files are left: `npm run build && npm run try -- uploads
 * [200] [20]`.
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
/** The sessions of several people, because the server reads only a few uploads of one person at a time. */
const cookies = [cookie]
const { id: departmentId } = await (await post('/departments', { name: 'Uploads' }, cookie)).json()
for (const number of [1, 2, 3, 4]) {
  const person = { email: `uploads${number}@hotel.example`, password: ACCOUNT.password }
  const names = { firstName: 'Upload', lastName: `Number ${number}` }
  await post('/users', { ...person, ...names, role: 'admin', departmentId }, cookie)
  cookies.push(await signIn(person))
}
let uploads = 0
const form = formOf({ title: 'A large one', version: '1.0' }, { content: pdfOfSize(megabytes * MB) })

/** Sends the form, or only this part of it (0 to 1). Returns the status, or the error that ended it. */
const upload = (part = 1, andThen: 'break off' | 'stall' = 'break off') =>
  new Promise<string>((resolve) => {
    const cookie = cookies[uploads++ % cookies.length]
    const headers = { ...form.headers, cookie, 'content-length': form.payload.length }
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
      const sendNext = () => setImmediate(send, at + 65_536)
      if (sending.write(form.payload.subarray(at, Math.min(last, at + 65_536)))) sendNext()
      else sending.once('drain', sendNext)
    }
    send(0)
  })

const rssOf = (pid: number) => Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)]).toString()) / 1024
let peak = 0
const waits: number[] = []
let running = true
const memoryWatch = (async () => {
  while (running) {
    peak = Math.max(peak, rssOf(child.pid ?? 0))
    await sleep(100)
  }
})()
const reader = (async () => {
  while (running) {
    const startedAt = performance.now()
    const reply = await fetch(`${address}/api/v1/tasks?limit=50`, { headers: { cookie } })
    await reply.text()
    if (!reply.ok) throw new Error(`The reader was refused with status ${reply.status}`)
    waits.push(performance.now() - startedAt)
    await sleep(50)
  }
})()

const before = rssOf(child.pid ?? 0)
const startedAt = performance.now()
const ends = await Promise.all([
  ...Array.from({ length: count }, () => upload()),
  ...Array.from({ length: 20 }, () => upload(0.5, 'break off')),
  ...Array.from({ length: 20 }, () => upload(0.5, 'stall')),
])
const seconds = (performance.now() - startedAt) / 1000
running = false
await Promise.all([memoryWatch, reader])
await sleep(1000)

waits.sort((a, b) => a - b)
const percentile = (part: number) => `${waits[Math.floor((waits.length - 1) * part)]?.toFixed(0)} ms`
const endings = [...new Set(ends)].map((end) => `${ends.filter((other) => other === end).length} × ${end}`)
const left = await readdir(join(dataDir, 'files/incoming'))
const stored = (await readdir(join(dataDir, 'files'))).length - 1
console.log(`${count} uploads of ${megabytes} MB at once, 20 that break off, 20 that stall: ${seconds.toFixed(1)} s`)
console.log(`  ended: ${endings.join(', ')}; files stored: ${stored}; temporary files left: ${left.length}`)
console.log(`  memory of the server: ${before.toFixed(0)} MB before, ${peak.toFixed(0)} MB at most`)
console.log(
  `  the reader waited: median ${percentile(0.5)}, 95 % ${percentile(0.95)}, at most ${percentile(1)} (${waits.length} requests)`,
)

child.kill()
await ended
await rm(dataDir, { recursive: true, force: true })
process.exit(left.length === 0 && peak < 300 ? 0 : 1)
