import { Agent, type IncomingMessage, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { cookiesOf } from './cookies.ts'

interface AttackOptions {
  /** The address of a server that trusts forwarding headers from this machine. */
  address: string
  owner: { email: string; password: string }
  /** The number of attacking addresses. Each sends one request after another. */
  addresses: number
  seconds: number
  /** The pause of an address between two attempts, in milliseconds. */
  pause?: number
}

interface AttackReport {
  /** The number of replies to the attackers, by status. */
  statuses: Record<number, number>
  /** The durations of the owner's sign-ins in milliseconds, shortest first. */
  waits: number[]
  /** The refusals of the owner's sign-ins. */
  refused: number[]
}

/** The pause of the owner between two sign-ins, in milliseconds. */
const REST = 250
/** One in so many attempts is for the owner's account. The others, for unknown accounts, cost as much. */
const OTHERS = 3

/** Sends wrong passwords from many addresses, one the owner's, who keeps signing in with a known browser. */
export async function attackSignIns({
  address,
  owner,
  addresses,
  seconds,
  pause = 0,
}: AttackOptions): Promise<AttackReport> {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
  const signIn = (from: string, body: object, cookie = '') =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': from, cookie }
      const sending = request(`${address}/api/v1/auth/login`, { method: 'POST', headers, agent }, (reply) => {
        reply.resume().on('end', () => resolve(reply))
      })
      sending.on('error', reject).end(JSON.stringify(body))
    })
  const first = await signIn('203.0.113.1', owner)
  if (first.statusCode !== 200) throw new Error(`The owner could not sign in before the attack: ${first.statusCode}`)
  let cookies = cookiesOf(first.headers['set-cookie'])
  const report: AttackReport = { statuses: {}, waits: [], refused: [] }
  const end = performance.now() + seconds * 1000
  const addressOf = (at: number) => `198.18.${at >> 8}.${at & 255}`

  async function attacker(at: number) {
    for (let attempts = 0; performance.now() < end; attempts += 1) {
      const email = attempts % OTHERS === 0 ? owner.email : `nobody${at}.${attempts}@hotel.example`
      const { statusCode = 0 } = await signIn(addressOf(at), { email, password: `wrong ${attempts}` })
      report.statuses[statusCode] = (report.statuses[statusCode] ?? 0) + 1
      if (pause > 0) await sleep(pause)
    }
  }
  async function ownerAtWork() {
    for (let times = 0; performance.now() < end; times += 1) {
      await sleep(REST)
      const began = performance.now()
      const reply = await signIn(addressOf(times % addresses), owner, cookies)
      report.waits.push(performance.now() - began)
      if (reply.statusCode === 200) cookies = cookiesOf(reply.headers['set-cookie'])
      else report.refused.push(reply.statusCode ?? 0)
    }
  }
  await Promise.all([ownerAtWork(), ...Array.from({ length: addresses }, (_, at) => attacker(at))])
  agent.destroy()
  report.waits.sort((a, b) => a - b)
  return report
}
