import { setTimeout as sleep } from 'node:timers/promises'
import type { Ending } from '../database-control.ts'
import { openPages, startLoad } from './load.ts'
import { eventually, isForNow, must, openTrial, type Setting, seconds, type Trial } from './trial.ts'

/** The limit holds on a busy machine too. */
const BACK_TIMEOUT_MS = 20_000

/** While people work on three servers, the database is stopped in good order or killed, and started again. */
export const databaseStopped = async (setting: Setting) => {
  const trial = await openTrial(setting, { servers: setting.short ? 1 : 3 })
  const endings: Ending[] = setting.short ? ['immediate'] : ['fast', 'immediate', 'kill', 'fast', 'kill']
  return whileAtWork(trial, endings, async (ending) => {
    await trial.database.stop(ending)
    await seesItAway(trial)
    await sleep(setting.short ? 300 : 2_000)
    await trial.database.start()
  })
}

/** The database closes connections: the one on which a server listens, and then all of them. */
export const connectionsCut = async (setting: Setting) => {
  const trial = await openTrial(setting, { servers: 3 })
  const cuts = ['listening', 'all', 'all', 'listening', 'all'] as const
  return whileAtWork(trial, cuts, async (which) => {
    await trial.look(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and ($1 or application_name = 'muster live')`,
      [which === 'all'],
    )
  })
}

/** Without the database every server reports it at once, at its health too. */
async function seesItAway({ addresses, ask }: Trial) {
  for (const address of addresses) {
    for (const path of ['/readyz', '/api/v1/auth/session']) {
      const answer = await ask(address, path)
      must(isForNow(answer), `${path} said ${answer.status} while the database was away`)
      must(answer.took < 6_000, `${path} took ${seconds(answer.took)} to say that the database is away`)
    }
    const { status } = await ask(address, '/healthz')
    must(status === 200, `/healthz said ${status} while the database was away`)
  }
}

/** Disturbs people at work repeatedly while reminders fall due, and checks each time that everything works again. */
async function whileAtWork<T>(trial: Trial, rounds: readonly T[], disturb: (how: T) => Promise<void>) {
  const pages = await openPages(trial)
  const load = startLoad(trial)
  const reminders: number[] = []
  let back = 0
  try {
    for (const how of rounds) {
      await load.goesOn()
      reminders.push(...(await putReminders(trial, 5)))
      await disturb(how)
      const began = performance.now()
      const isWell = async (address: string) => {
        const made = await trial.ask(address, '/api/v1/feedback', { method: 'POST', body: { rating: 5 } })
        return made.status === 201 && (await trial.ask(address, '/readyz')).status === 200
      }
      await Promise.all(
        trial.addresses.map((address) =>
          eventually(`${address} is well again`, () => isWell(address), BACK_TIMEOUT_MS),
        ),
      )
      back = Math.max(back, performance.now() - began)
      await pages.awaitTaskChange(load)
      await load.goesOn()
    }
    await eventually('all reminders have fired', async () =>
      (await timesDelivered(trial, reminders)).every((n) => n > 0),
    )
    must(
      (await timesDelivered(trial, reminders)).every((times) => times === 1),
      'A reminder has fired twice',
    )
    const metrics = await load.end()
    const times = `${rounds.length} times, well again after ${seconds(back)} at most`
    return `${times}; ${metrics}; ${reminders.length} reminders once each`
  } finally {
    pages.close()
    await load.stop()
    await trial.close()
  }
}

/** Reminders that fall due within the next two seconds. */
export async function putReminders({ look, userId }: Pick<Trial, 'look' | 'userId'>, count: number) {
  const rows = await look<{ id: number }>(
    `insert into reminders (title, next_run, user_id, created_by)
     select 'No. ' || n, now() + n * interval '400 ms', $1, $1 from generate_series(1, $2::int) n returning id`,
    [userId, count],
  )
  return rows.map(({ id }) => id)
}

/** How often each reminder was delivered. */
export async function timesDelivered({ look }: Pick<Trial, 'look'>, reminders: number[]) {
  const rows = await look<{ times: number }>(
    `select (select count(*)::int from notifications where subject_type = 'reminder' and subject_id = due.id::text) as times
     from unnest($1::int[]) as due(id)`,
    [reminders],
  )
  return rows.map(({ times }) => times)
}
