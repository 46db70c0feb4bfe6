// Some people would make everybody wait: the built server with 200,000 tasks, first quiet and then attacked. Ten
// colleagues go on working, and their waits are printed side by side.
//
//   npm run try -- waiting [searches] [strangers] [floods] [changes] [uploads] [seconds, 10]
//
// It ends with 0, or with 1 if a colleague was refused or waited too long: 95 of a hundred calls may take 100 ms, or
// three times as long as without an attack on a slow machine. An upload may take a second.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { fillTasks } from '../../bench/fill.ts'
import { connectionOptions } from '../../src/server/db/connect/connect.ts'
import { DEVICES_PRIORITY, forkProgram } from '../../test/support/fork-program.ts'
import { BUILT, databaseIn, startServer } from '../../test/support/server-process.ts'
import { putSignedIn } from '../../test/support/signed-in-people.ts'
import { ensureBuilt } from '../build.mjs'
import type { Attack } from './waiting/attackers.ts'
import type { Shift, Waits } from './waiting/colleagues.ts'

const TASKS = 200_000
const COLLEAGUES = 10
const ATTACKERS = 20
/** Milliseconds that 95 of a hundred calls or uploads may take. */
const MAX_WAIT = { calls: 100, uploads: 1_000 }
/** How many times as long as without an attack they may take on a slow machine. */
const MAX_SLOWDOWN = 3
/** Seconds until an attack is under way. */
const WARM_UP = 2

const words = process.argv.slice(2)
const seconds = Number(words.find((word) => Number(word) > 0) ?? 10)
const chosen = words.filter((word) => Number.isNaN(Number(word)))

type Case = Omit<Attack, 'address' | 'seconds'> & { attackers?: number }
/** Each call sends another one. */
const token = 'RANDOM'
const stranger = (path: string, body?: object, cookie?: string): Case => ({
  ...{ kind: 'strangers', each: 200 },
  call: { method: body ? 'POST' : 'GET', path: `/api/v1${path}`, body, cookie },
})
const credential = { id: token, rawId: token, type: 'public-key', clientExtensionResults: {} }
const assertion = { clientDataJSON: token, authenticatorData: token, signature: token }

const anywhere = (path: string, body?: object, cookie?: string): Case => ({
  ...stranger(path, body, cookie),
  isFromAnywhere: true,
})
const flood = (path: string, body?: object): Case => ({
  ...{ kind: 'calls', attackers: 1, each: 200 },
  call: { method: body ? 'POST' : 'GET', path: `/api/v1${path}`, body },
})
const documentCall = { method: 'GET' as const, path: '/api/docs/openapi.json', body: undefined }
/** The tasks of a change of many: the newest of a department. */
const MANY = 1_000
const change = { method: 'PUT' as const, path: '/api/v1/tasks', body: { ids: [], changes: { priority: 'TURN' } } }

/** The attacks, by name. The first word of a name chooses it. */
const cases: Record<string, Case> = {
  'searches, 4 guests with 4 each': { kind: 'searches', attackers: 4, each: 4 },
  'searches, 20 guests with 4 each': { kind: 'searches', attackers: 20, each: 4 },
  'strangers, /auth/invitation': stranger('/auth/invitation', { token }),
  'strangers, /auth/accept': stranger('/auth/accept', { token, newPassword: 'a long passphrase' }),
  'strangers, /auth/reset': stranger('/auth/reset', { token, newPassword: 'a long passphrase' }),
  'strangers, /auth/forgot': stranger('/auth/forgot', { email: `${token}@hotel.example` }),
  'strangers, /auth/login': stranger('/auth/login', { email: `${token}@hotel.example`, password: 'wrong one' }),
  'strangers, /auth/logout': stranger('/auth/logout', {}),
  'strangers, /auth/login/code': stranger('/auth/login/code', { code: '123456' }),
  'strangers, /auth/login/passkey/challenge': stranger('/auth/login/passkey/challenge', {}),
  'strangers, /auth/login/passkey': stranger('/auth/login/passkey', { ...credential, response: assertion }),
  'strangers, /auth/login/second-step/challenge': stranger('/auth/login/second-step/challenge', {}),
  'strangers, /auth/provider/invitation': stranger('/auth/provider/invitation', { token }),
  'strangers, /auth/provider/password': stranger('/auth/provider/password', { password: 'wrong one' }),
  'strangers, /kiosk/set-up': stranger('/kiosk/set-up', { code: 'ABCD-EFGH-JKLM' }),
  'strangers, /kiosk': stranger('/kiosk', undefined, 'muster.kiosk='),
  'strangers, /organisation': stranger('/organisation'),
  'strangers, a made-up session': stranger('/auth/session', undefined, 'muster.sid='),
  'strangers, a made-up calendar': stranger(`/calendar/${token}.ics`),
  'strangers, anywhere, /auth/login': anywhere('/auth/login', { email: `${token}@hotel.example`, password: 'wrong' }),
  'strangers, anywhere, /organisation': anywhere('/organisation'),
  'strangers, anywhere, a made-up session': anywhere('/auth/session', undefined, 'muster.sid='),
  'strangers, the document of the API': { kind: 'strangers', each: 200, call: documentCall },
  'floods, a guest, wrong input': flood('/tasks?limit=x'),
  'floods, a guest, what guests may not do': flood('/users', {}),
  'floods, a guest, 3,000 calls ahead': { ...flood('/clock/active'), kind: 'ahead' },
  'changes, 4 managers, 3 of 1,000 tasks each': { kind: 'calls', attackers: 4, each: 3, call: change },
  'uploads, 4 slow photos of 3 MB': { kind: 'uploads', attackers: 4, each: 1, size: 3_000_000 },
  'uploads, 16 slow photos of 1 MB': { kind: 'uploads', attackers: 4, each: 4, size: 1_000_000 },
  'uploads, 80 slow photos of 3 MB': { kind: 'uploads', attackers: 20, each: 4, size: 3_000_000 },
}

await ensureBuilt()
const dataDir = mkdtempSync(join(tmpdir(), 'muster-waiting-'))
const settings = { DATA_DIR: dataDir, ADMIN_EMAIL: 'waiting@hotel.example', ADMIN_PASSWORD: 'everybody waits' }
const { child, ready, ended } = startServer({ ...settings, TIME_ZONE: 'UTC', TRUST_PROXY: '127.0.0.1' }, BUILT)
const colleagues = forkProgram(join(import.meta.dirname, 'waiting/colleagues.ts'))
const attackers = forkProgram(join(import.meta.dirname, 'waiting/attackers.ts'), DEVICES_PRIORITY)

const inWords = ({ median, p95, longest }: Waits) =>
  [median, p95, longest].map((wait) => wait.toFixed(0).padStart(6)).join('')
let faults = 0
try {
  const address = await ready
  const people = await fill()
  const work = async (task: Shift['work'], seconds: number) => {
    // A person may have fifty photos that hang on no task.
    await people.query('delete from photos')
    return colleagues.ask<Record<string, Waits>>({ address, cookies: people.colleagues, seconds, work: task })
  }
  await work('calls', 3)
  const attacks = Object.entries(cases).filter(
    ([name]) => chosen.length === 0 || chosen.some((word) => name.includes(word)),
  )
  console.log(`\nmilliseconds: median, 95 %, longest${' '.repeat(8)}quiet${' '.repeat(15)}attacked`)
  for (const [name, { attackers: count = 0, ...attack }] of attacks) {
    const task = attack.kind === 'uploads' ? 'uploads' : 'calls'
    const isChange = attack.call === change
    const cookies = (task === 'uploads' ? people.users : isChange ? people.managers : people.guests).slice(0, count)
    const quiet = await work(task, seconds)
    const attacking = attackers.ask<string>({ ...attack, address, cookies, seconds: seconds + WARM_UP + 1 })
    await sleep(WARM_UP * 1000)
    const attacked = await work(task, seconds)
    console.log(`${name}: ${await attacking}`)
    for (const [call, waits] of Object.entries(attacked)) {
      const before = quiet[call] as Waits
      const isLate = waits.p95 > Math.max(MAX_WAIT[task], before.p95 * MAX_SLOWDOWN)
      console.log(`  ${call.padEnd(24)}${inWords(before)}    ${inWords(waits)}`)
      if (isLate) console.log('  FAULT: colleagues waited too long')
      if (waits.refused.length > 0) console.log(`  FAULT: ${waits.refused.length} refused: ${waits.refused[0]}`)
      faults += Number(isLate) + Number(waits.refused.length > 0)
    }
  }
} finally {
  await Promise.all([colleagues.stop(), attackers.stop()])
  child.kill('SIGTERM')
  await ended
  rmSync(dataDir, { recursive: true, force: true })
}
console.log(`\n${faults} faults`)
process.exit(faults === 0 ? 0 : 1)

/**
 * Puts departments, people with their sessions, and the tasks there. Returns the cookies, and a function for
 * statements.
 */
async function fill() {
  // The process ends without waiting for it, and the database before it.
  const pool = new pg.Pool({ ...connectionOptions(databaseIn(dataDir)), max: 2 }).on('error', () => {})
  const query = (text: string, values: unknown[] = []) => pool.query(text, values)
  await query(`insert into departments (name, folded_name) values ('Rooms', 'rooms'), ('Kitchen', 'kitchen')`)
  const { rows } = await query('select id from departments order by id')
  const departmentId = rows[0].id as number
  const put = async (count: number, role: 'guest' | 'user' | 'manager') =>
    (await putSignedIn(query, count, { role, departmentId })).map(({ cookie }) => cookie)
  const colleagues = await put(COLLEAGUES, 'manager')
  const guests = await put(ATTACKERS, 'guest')
  const users = await put(ATTACKERS, 'user')
  const managers = await put(ATTACKERS, 'manager')
  await fillTasks(pool as never, TASKS)
  const { rows: newest } = await query(
    `select id from tasks where department_id = $1 and kind = 'task' order by id desc limit ${MANY}`,
    [departmentId],
  )
  change.body.ids = newest.map(({ id }) => id) as never
  return { colleagues, guests, users, managers, query }
}
