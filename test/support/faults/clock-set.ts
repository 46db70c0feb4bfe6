import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openPage } from '../live-page.ts'
import { ACCOUNT } from '../writers.ts'
import { eventually, must, openTrial, type Setting, type Trial } from './trial.ts'

const HOUR = 3_600_000
/** Longer than the interval at which a server checks silent pages. */
const LIVE_FOR = 16_000
/** The share of one processor that an idle server may use. */
const MAX_CPU_SHARE = 0.5

/** The server's clock is set five hours forward, and then back behind its first time. */
export async function clockSet(setting: Setting) {
  const clock = join(setting.folder, 'clock')
  const set = async (hours: number) => {
    writeFileSync(clock, String(hours * HOUR))
    await sleep(100)
  }
  await set(0)
  const program = ['--import', './test/support/set-clock.mjs', ...setting.program]
  const trial = await openTrial({ ...setting, program }, { settings: { SET_CLOCK: clock } })
  const address = trial.addresses[0] ?? ''
  try {
    const page = await openPage(address, { cookie: trial.cookie })
    let pongs = 0
    let closed = false
    const told: number[] = []
    page.socket.on('message', (data) => {
      const message = JSON.parse(String(data))
      if (message.type === 'pong') pongs += 1
      if (message.type === 'notification') told.push(message.data.reminderId)
    })
    page.socket.on('close', () => {
      closed = true
    })
    page.send({ type: 'auth', userId: trial.userId })
    await page.receives('auth_success')
    const pings = setInterval(() => page.send({ type: 'ping' }), 1_000)

    await post(trial, '/api/v1/clock/start')
    const [once, daily] = [await remind(trial, 2), await remind(trial, 2, '0 * * * *')]
    const work: number[] = []
    for (const hours of [5, -3]) {
      await set(hours)
      const before = workOf(trial)
      await sleep(LIVE_FOR)
      work.push((workOf(trial) - before) / (LIVE_FOR / 1000))
      must(!closed, `The live connection was closed when the clock was set to ${hours} h`)
      const { status } = await trial.ask(address, '/api/v1/auth/session')
      must(status === 200, `The session was lost when the clock was set to ${hours} h: ${status}`)
      if (hours === 5) await failSignIns(trial)
    }
    clearInterval(pings)
    must(pongs > 25, `Only ${pongs} pings were answered`)
    must(Math.max(...work) < MAX_CPU_SHARE, `The server was at work ${Math.max(...work)} of the time`)
    const times = await trial.look<{ id: number; times: number }>(
      `select subject_id::int as id, count(*)::int as times from notifications where subject_type = 'reminder' group by 1 order by 1`,
    )
    const fired = JSON.stringify(times.map(({ id, times }) => [id, times]))
    must(fired === JSON.stringify([once, daily].sort((a, b) => a - b).map((id) => [id, 1])), `Reminders fired ${fired}`)
    must(told.length === 2, `The page was told ${told.length} times`)

    const ended = await post(trial, '/api/v1/clock/stop')
    must(ended.duration >= 0 && ended.endTime >= ended.startTime, `Clocked out: ${JSON.stringify(ended)}`)
    const { status: reviewed } = await trial.ask(address, '/api/v1/clock/history')
    must(reviewed === 200, `The week of hours: ${reviewed}`)
    const soon = await remind(trial, 0)
    await eventually('a reminder fires after the clock was put back', async () => told.includes(soon))
    const task = await post(trial, '/api/v1/tasks', { title: 'After all' })
    const moved = await trial.ask(address, `/api/v1/tasks/${task.id}`, { method: 'PUT', body: { status: 'completed' } })
    must(moved.status === 200, `A change after that: ${moved.status}`)
    const signedIn = await signInWith(trial, ACCOUNT.password)
    must(signedIn === 200, `Signing in, after failed tries in hours to come: ${signedIn}`)
    page.socket.terminate()
    const busy = `${(Math.max(...work) * 100).toFixed(0)} % of a processor at most`
    return `5 h forward and 8 h back: session and live connection kept (${pongs} pings), reminders once, hours not negative, ${busy}`
  } finally {
    await trial.close()
  }
}

async function post({ ask, addresses }: Trial, path: string, body?: unknown) {
  const { status, code, json } = await ask(addresses[0] ?? '', path, { method: 'POST', body })
  must(status === 200 || status === 201, `POST ${path}: ${status} ${code}`)
  return json
}

/** Creates a personal reminder this many hours from the time of the machine. */
async function remind(trial: Trial, hours: number, rule?: string): Promise<number> {
  const [row] = await trial.look<{ id: number }>(
    `insert into reminders (title, next_run, user_id, created_by, cron_rule) values ('Tea', $1, $2, $2, $3) returning id`,
    [new Date(Date.now() + hours * HOUR - (hours === 0 ? 3 * HOUR : 0)).toISOString(), trial.userId, rule ?? null],
  )
  return row?.id ?? 0
}

const signInWith = async ({ ask, addresses }: Trial, password: string) =>
  (await ask(addresses[0] ?? '', '/api/v1/auth/login', { method: 'POST', body: { ...ACCOUNT, password } })).status

async function failSignIns(trial: Trial) {
  for (let attempts = 0; attempts < 10; attempts += 1) {
    const status = await signInWith(trial, 'not this one')
    must(status === 401, `A wrong password: ${status}`)
  }
}

/** The processor time of the server in seconds. */
function workOf({ servers }: Trial) {
  const fields = readFileSync(`/proc/${servers[0]?.child.pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}
