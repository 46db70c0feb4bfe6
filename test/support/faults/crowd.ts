import { setTimeout as sleep } from 'node:timers/promises'
import { type LivePage, openPage } from '../live-page.ts'
import { putSignedIn } from '../signed-in-people.ts'
import { must, openTrial, type Setting, seconds, type Trial } from './trial.ts'

const PAGES = 1_500
/** The delay to the database in milliseconds, in each direction. */
const FAR_AWAY = 20
const WRITE_TIMEOUT_MS = 5_000
const DELIVERED_TIMEOUT_MS = 10_000
/** Milliseconds in which the servers open the connection again. */
const AFTER_CUT = 2_000
const MARK = 'After the cut'
const PING_EVERY = 25_000
const REST = 500

/** 1,500 open pages of as many people on one server, 40 ms from its database. Then the bus connection is cut. */
export async function crowdCut(setting: Setting) {
  const trial = await openTrial(setting)
  const address = trial.addresses[0] ?? ''
  const pages: LivePage[] = []
  let pings: NodeJS.Timeout | undefined
  try {
    const people = await putSignedIn(trial.look, PAGES, { role: 'admin' })
    trial.database.proxy.delay(FAR_AWAY)
    const opening = performance.now()
    for (let at = 0; at < PAGES; at += 100) {
      const some = people.slice(at, at + 100).map(async ({ cookie, userId }) => {
        const page = await openPage(address, { cookie })
        page.send({ type: 'auth', userId, readingFor: 1 })
        return page
      })
      pages.push(...(await Promise.all(some)))
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
    // The next change after the cut: earlier ones were delivered before it.
    await sleep(AFTER_CUT)
    const { json } = await trial.ask(address, '/api/v1/tasks', { method: 'POST', body: { title: MARK } })
    await Promise.all(pages.map((page) => receivesMark(page, json.id)))
    const delivered = performance.now() - began - AFTER_CUT
    const { done, slowest, faults } = await writes.stop()
    must(closed === 0, `${closed} of ${PAGES} pages were closed`)
    must(delivered < DELIVERED_TIMEOUT_MS, `The last page received a change after ${seconds(delivered)}`)
    must(faults.length === 0, `Writes: ${faults[0]}`)
    must(slowest < WRITE_TIMEOUT_MS, `A write took ${seconds(slowest)}`)
    return [
      `${PAGES} pages 40 ms from the database, opened in ${seconds(opened)}`,
      `cut: ${closed} closed, none had to read again, the last received the next change after ${seconds(delivered)}`,
      `meanwhile ${done} writes, slowest ${seconds(slowest)}`,
    ].join('; ')
  } finally {
    clearInterval(pings)
    for (const { socket } of pages) socket.terminate()
    trial.database.proxy.delay(0)
    await trial.close()
  }
}

/** Waits for one change. Fails when the page is told that it has missed some. */
async function receivesMark(page: LivePage, id: number) {
  for (;;) {
    if ((await page.receives('change', 60_000)).data.id === id) break
  }
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
