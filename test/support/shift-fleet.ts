import { setTimeout as sleep } from 'node:timers/promises'
import type { Dice } from '../../sample/story.ts'
import { API_PREFIX } from '../../src/shared/api-prefix.ts'
import { IDEMPOTENCY_HEADER } from '../../src/shared/idempotency.ts'
import { type ServerProcess, startServer } from './server-process.ts'

export interface Reply {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: whatever the API answers
  json: any
  /** Whether it was sent more than once, because nobody answered. */
  wasRepeated: boolean
}

interface Call {
  cookie?: string
  body?: unknown
  headers?: Record<string, string>
  /** A write that must not be done twice, although it may be sent twice. */
  key?: string
}

const TRIES = 200
const WAIT = 50

/** Real servers on one database, killed with SIGKILL and started again. Calls go to any, again if one is gone. */
export class ShiftFleet {
  kills = 0
  /** Whether one is about to be killed. */
  isKilling = false
  private servers: { process: ServerProcess; address: string | null }[] = []
  private restarting: Promise<unknown> = Promise.resolve()
  private readonly open: () => ServerProcess
  private readonly dice: Dice

  private constructor(open: () => ServerProcess, dice: Dice) {
    this.open = open
    this.dice = dice
  }

  static async start(count: number, settings: Record<string, string>, program: string[], dice: Dice) {
    const fleet = new ShiftFleet(() => startServer(settings, program), dice)
    try {
      await Promise.all(Array.from({ length: count }, (_, at) => fleet.startOne(at)))
    } catch (error) {
      await fleet.stop()
      throw error
    }
    return fleet
  }

  private async startOne(at: number) {
    const server = { process: this.open(), address: null as string | null }
    this.servers[at] = server
    server.address = await server.process.ready
  }

  /** Kills a server after so many ms and starts it again, unless another one is starting. Does not wait. */
  killOne(after: number) {
    if (this.servers.some(({ address }) => address === null)) return
    const at = Math.floor(this.dice.roll() * this.servers.length)
    const server = this.servers[at]
    if (!server) return
    this.kills += 1
    this.isKilling = true
    this.restarting = sleep(after).then(async () => {
      server.address = null
      server.process.child.kill('SIGKILL')
      await server.process.ended
      this.isKilling = false
      await this.startOne(at)
    })
    // Its awaiting caller hears of a failure.
    this.restarting.catch(() => {})
  }

  /** Waits until all run. */
  settle = () => this.restarting

  /** The address of any server that runs. */
  address() {
    const running = this.servers.flatMap(({ address }) => address ?? [])
    return running[Math.floor(Math.random() * running.length)]
  }

  /** Calls the API on any server that runs. Throws at a reply of 500. */
  async call(method: string, path: string, { cookie, body, headers, key }: Call = {}): Promise<Reply> {
    const isForm = body instanceof Buffer
    const init = {
      method,
      headers: {
        ...(cookie && { cookie }),
        ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
        ...(key && { [IDEMPOTENCY_HEADER]: key }),
        ...headers,
      },
      ...(body !== undefined && { body: isForm ? new Uint8Array(body) : JSON.stringify(body) }),
    }
    let wasRepeated = false
    for (let tries = 0; tries < TRIES; tries += 1) {
      const running = this.servers.flatMap(({ address }) => address ?? [])
      const address = running.length > 0 ? this.dice.oneOf(running) : undefined
      const reply = address && (await send(`${address}${API_PREFIX}${path}`, init))
      if (reply && reply.status !== 503) {
        if (reply.status >= 500) throw new Error(`${method} ${path} was answered by ${reply.status}: ${reply.text}`)
        return { status: reply.status, json: reply.text ? JSON.parse(reply.text) : undefined, wasRepeated }
      }
      if (address) wasRepeated = true
      await sleep(WAIT)
    }
    throw new Error(`${method} ${path} was never answered`)
  }

  async stop() {
    await this.restarting.catch(() => {})
    for (const { process } of this.servers) process.child.kill('SIGTERM')
    await Promise.all(this.servers.map(({ process }) => process.ended))
  }

  /** The servers' output. */
  output = () => this.servers.map(({ process }) => process.output()).join('')
}

async function send(url: string, init: RequestInit) {
  try {
    const reply = await fetch(url, init)
    return { status: reply.status, text: await reply.text() }
  } catch {
    return undefined
  }
}
