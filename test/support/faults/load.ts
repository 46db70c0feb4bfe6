import { setTimeout as sleep } from 'node:timers/promises'
import { CallError, type Transport } from '../../../src/web/api/call-endpoint.ts'
import { type LivePage, openPage } from '../live-page.ts'
import { checkWritten, diceOf, type Writer, writeOne } from '../writers.ts'
import { type Answer, isForNow, must, onDatabase, seconds, type Trial, type TrialDatabase } from './trial.ts'

/** People at work on all servers of a trial. They write, read, check the health and listen. */

interface Options {
  writers?: number
  readers?: number
  /** Milliseconds that everybody waits between a reply and the next request. */
  pause?: number
  /** The time limit of a request. By default 5 s for the session's connection, 5 s for its own, and a little more. */
  timeout?: number
}
type Load = ReturnType<typeof startLoad>
type AnyTrial = Trial<TrialDatabase>

const READS = ['/api/v1/tasks?limit=20', '/api/v1/tasks/board', '/api/v1/auth/session', '/readyz']
/** Replies that need no database must come at once, on a busy machine too. */
const PULSE_TIMEOUT_MS = 3_000

/** The replies so far, with the slowest durations in milliseconds. */
const newRecord = () => ({ good: 0, refused: 0, slowest: 0, slowestPulse: 0, faults: [] as string[] })
type LoadRecord = ReturnType<typeof newRecord>

function recordAnswer(delivered: LoadRecord, what: string, answer: Answer, timeout: number) {
  delivered.slowest = Math.max(delivered.slowest, answer.took)
  if (answer.status >= 200 && answer.status < 300) delivered.good += 1
  else if (isForNow(answer)) delivered.refused += 1
  else delivered.faults.push(`${what}: ${answer.status} ${answer.code} after ${seconds(answer.took)}`)
  if (answer.took > timeout) delivered.faults.push(`${what} took ${seconds(answer.took)}`)
}

async function checkPulse(trial: AnyTrial, address: string, delivered: LoadRecord) {
  for (const path of ['/healthz', '/login']) {
    const { status, took } = await trial.ask(address, path)
    delivered.slowestPulse = Math.max(delivered.slowestPulse, took)
    if (status !== 200 && status !== 404) delivered.faults.push(`${path}: ${status}`)
  }
}

/** Starts the people. `end` checks all replies and written rows. */
export function startLoad(
  trial: AnyTrial,
  { writers: count = 4, readers = 3, pause = 15, timeout = 12_000 }: Options = {},
) {
  let stopped = false
  const delivered = newRecord()
  const addressOf = (at: number) => trial.addresses[at % trial.addresses.length] ?? ''
  /** When each server acknowledged a write last, by `performance.now()`. */
  const written = new Map<string, number>()
  const record = (what: string, answer: Answer) => recordAnswer(delivered, what, answer, timeout)
  const recordedTransportTo = (address: string): Transport => {
    return async ({ method, url, body }) => {
      const answer = await trial.ask(address, url, { method, ...(body && { body: JSON.parse(body) }) })
      record(`${method} ${url}`, answer)
      if (method !== 'GET' && answer.status < 300 && answer.status > 0) written.set(address, performance.now())
      return { status: answer.status, statusText: answer.code ?? '', text: JSON.stringify(answer.json) }
    }
  }
  const people = Array.from({ length: count }, (_, at): Writer => {
    const name = `writer ${at}`
    return { name, cookie: trial.cookie, dice: diceOf(at), titles: 0, tasks: [], doubts: [] }
  })
  const repeat = async (action: () => Promise<unknown>) => {
    while (!stopped) {
      await action()
      await sleep(pause)
    }
  }
  const write = (writer: Writer, address: string) =>
    repeat(() =>
      writeOne(writer, recordedTransportTo(address)).catch((error) => {
        if (!(error instanceof CallError)) throw error
        return sleep(50)
      }),
    )
  const pulse = (address: string) =>
    repeat(async () => {
      await checkPulse(trial, address, delivered)
      await sleep(50)
    })
  const allWork = [
    ...people.map((writer, at) => write(writer, addressOf(at))),
    ...Array.from({ length: readers }, (_, at) =>
      repeat(async () => {
        const path = READS[Math.floor(Math.random() * READS.length)] ?? ''
        record(`GET ${path}`, await trial.ask(addressOf(at), path))
      }),
    ),
    ...trial.addresses.map(pulse),
  ]

  return {
    delivered,
    written,
    transport: recordedTransportTo(addressOf(0)),
    /** Waits until this many more requests have succeeded. */
    async goesOn(more = 30) {
      const from = delivered.good
      while (delivered.good < from + more) await sleep(10)
    },
    async stop() {
      stopped = true
      await Promise.all(allWork)
    },
    /** Ends the work. Returns the measurements, or throws the fault that it finds. */
    async end() {
      await this.stop()
      const { good, refused, slowest, slowestPulse, faults } = delivered
      must(faults.length === 0, `${faults.length} wrong replies, as ${[...new Set(faults)].slice(0, 5).join('; ')}`)
      must(slowestPulse < PULSE_TIMEOUT_MS, `A reply that needs no database took ${seconds(slowestPulse)}`)
      const { created, moved } = await onDatabase(trial.database.ownUrl(), (client) =>
        checkWritten(client, this.transport, people),
      )
      const written = `all ${created + moved} acknowledged writes are stored`
      return `${good} replies succeeded, ${refused} 503 with Retry-After, slowest ${seconds(slowest)}; ${written}`
    },
  }
}

/** Opens a page on each server. A page connects again when it is closed, as the client does. */
export async function openPages(trial: Trial) {
  const pages = await Promise.all(trial.addresses.map((address) => watchedPage(trial, address)))
  return {
    /** Creates a task on the first server. Returns when the last page has received it. */
    async awaitTaskChange(load: Load) {
      const began = performance.now()
      await Promise.all([...pages.map((page) => page.receivesChange()), load.goesOn(1)])
      return performance.now() - began
    },
    close() {
      for (const page of pages) page.close()
    },
    notifications: () => pages.flatMap((page) => page.notifications()),
  }
}

async function watchedPage({ cookie, userId }: Trial, address: string) {
  let page: LivePage | undefined
  let isOver = false
  let changes = 0
  const received: number[] = []
  const open = async () => {
    const fresh = await openPage(address, { cookie })
    fresh.socket.on('message', (data) => {
      const message = JSON.parse(String(data))
      if (message.type === 'change') changes += 1
      if (message.type === 'notification') received.push(message.data.reminderId)
    })
    fresh.send({ type: 'auth', userId })
    page = fresh
    void fresh.closed.then(async () => {
      while (!isOver) {
        await sleep(200)
        const isBack = await open().then(
          () => true,
          () => false,
        )
        if (isBack) return
      }
    })
    await fresh.receives('auth_success', 20_000)
  }
  await open()
  return {
    async receivesChange() {
      const before = changes
      while (changes === before) await sleep(5)
    },
    notifications: () => received,
    close() {
      isOver = true
      page?.socket.terminate()
    },
  }
}
