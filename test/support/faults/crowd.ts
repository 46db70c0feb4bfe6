import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { hashOf } from '../../../src/server/http/session.ts'
import { type LivePage, openPage } from '../live-page.ts'
import { eventually, isForNow, must, openTrial, type Setting, seconds, type Trial } from './trial.ts'

const PAGES = 1_500
/** The delay to the database in milliseconds, in each direction. */
const FAR_AWAY = 20
/** The addresses that a page reads again. */
const READS = ['/api/v1/tasks/board', '/api/v1/notifications/unread-count', '/api/v1/dashboard/metrics']
/** The same as the client's. */
const LONGEST_WAIT = 60_000
const WRITE_TIMEOUT_MS = 5_000
const CURRENT_TIMEOUT_MS = 300_000
const PING_EVERY = 25_000
const REST = 500

/** 1,500 open pages with separate sessions on one server, 40 ms from its database. Then the bus connection is cut. */
export async function crowdCut(setting: Setting) {
  const trial = await openTrial(setting)
  const address = trial.addresses[0] ?? ''
  const pages: LivePage[] = []
  let pings: NodeJS.Timeout | undefined
  try {
    const cookies = await sessionsOf(trial, PAGES)
    trial.database.proxy.delay(FAR_AWAY)
    const opening = performance.now()
    for (let at = 0; at < PAGES; at += 100) {
      const some = cookies.slice(at, at + 100).map((cookie) => openPage(address, { cookie }))
      for (const page of await Promise.all(some)) {
        page.send({ type: 'auth', userId: trial.userId, readingFor: 1 })
        pages.push(page)
      }
    }
    await Promise.all(pages.map((page) => page.receives('auth_success', 30_000)))
    const opened = performance.now() - opening

    let closed = 0
    for (const page of pages) void page.closed.then(() => (closed += 1))
    // Pages send this too. Otherwise the server would close them as silent.
    pings = setInterval(() => {
      for (const page of pages) page.send({ type: 'ping' })
    }, PING_EVERY)
    const writes = startWriting(trial, address)
    const began = performance.now()
    await trial.look(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and application_name = 'muster live'`,
    )
    const turns = await Promise.all(pages.map((page) => page.receives('stale', 60_000)))
    const told = performance.now() - began
    let current = 0
    let refused = 0
    const wrong: string[] = []
    for (const { after = 0 } of turns)
      void sleep(after * 1_000, undefined, { ref: false }).then(async () => {
        refused += await readLikeAPage(trial, address, wrong)
        current += 1
      })
    const tellEvery = setInterval(
      () => setting.log?.(`${current} of ${PAGES} pages current, ${refused} reads refused, ${writes.so()}`),
      10_000,
    ).unref()
    const all = await eventually('every page is current', async () => current === PAGES, CURRENT_TIMEOUT_MS)
    clearInterval(tellEvery)
    const { done, slowest, faults } = await writes.stop()
    must(closed === 0, `${closed} of ${PAGES} pages were closed`)
    must(wrong.length === 0, `${wrong.length} reads failed, as ${wrong[0]}`)
    must(faults.length === 0, `Writes: ${faults[0]}`)
    must(slowest < WRITE_TIMEOUT_MS, `A write took ${seconds(slowest)}`)
    return [
      `${PAGES} pages 40 ms from the database, opened in ${seconds(opened)}`,
      `cut: ${closed} closed, all told within ${seconds(told)}, all current ${seconds(all)} later, ${refused} of their reads refused and repeated`,
      `meanwhile ${done} writes, slowest ${seconds(slowest)}`,
    ].join('; ')
  } finally {
    clearInterval(pings)
    for (const { socket } of pages) socket.terminate()
    trial.database.proxy.delay(0)
    await trial.close()
  }
}

/** The cookies of this many sessions of the account. */
async function sessionsOf({ look, userId }: Trial, count: number) {
  const values = Array.from({ length: count }, () => randomBytes(32).toString('base64url'))
  await look(
    `insert into sessions (sid, user_id, expire, sess)
     select sid, $2, now() + interval '7 days', '{}' from unnest($1::text[]) sid returning 1`,
    [values.map(hashOf), userId],
  )
  return values.map((value) => `muster.sid=${value}`)
}

/** Reads all pages at once, and repeats refused reads as the client does. Returns the number of refusals. */
async function readLikeAPage({ ask }: Trial, address: string, wrong: string[]) {
  let refused = 0
  await Promise.all(
    READS.map(async (path) => {
      for (let times = 0; ; times += 1) {
        const answer = await ask(address, path)
        if (!isForNow(answer)) {
          if (answer.status !== 200) wrong.push(`${path}: ${answer.status} ${answer.code}`)
          return
        }
        refused += 1
        const wait = Math.min(Number(answer.retryAfter) * 1_000 * 2 ** times, LONGEST_WAIT)
        await sleep(wait * (1 + Math.random() / 2), undefined, { ref: false })
      }
    }),
  )
  return refused
}

/** A person who writes repeatedly. */
function startWriting({ ask }: Trial, address: string) {
  let stopped = false
  let done = 0
  let slowest = 0
  const faults: string[] = []
  const work = (async () => {
    while (!stopped) {
      const { status, code, took } = await ask(address, '/api/v1/tasks', { method: 'POST', body: { title: 'Go on' } })
      slowest = Math.max(slowest, took)
      if (status === 201) done += 1
      else faults.push(`${status} ${code}`)
      await sleep(REST)
    }
  })()
  return {
    so: () => `${done} writes, slowest ${seconds(slowest)}`,
    async stop() {
      stopped = true
      await work
      return { done, slowest, faults }
    },
  }
}
