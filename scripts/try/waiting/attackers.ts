// People and strangers who would make everybody wait (`scripts/try/waiting.ts`), in a process of their own. A message
// tells them the work and its length. They answer with the replies that they got.
import { randomBytes, randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { formOf } from '../../../test/support/forms.ts'
import { jpegOf } from '../../../test/support/pictures.ts'
import { counted, headOf, rawClient } from '../../../test/support/raw-client.ts'

export interface Attack {
  address: string
  seconds: number
  /**
   * `searches`: each person has some under way. `strangers`: nobody is signed in. `uploads`: photos that arrive slowly.
   * `calls`: each person repeats one call. `ahead`: the same, each connection with fifteen on their way.
   */
  kind: 'searches' | 'strangers' | 'uploads' | 'calls' | 'ahead'
  /** The session of each attacker. */
  cookies?: string[]
  /** The number of calls that each of them has under way at once; for strangers, their connections. */
  each: number
  /** The call of strangers, or of people. In the bodies of people `TURN` is another word each time. */
  call?: { method: 'GET' | 'POST' | 'PUT'; path: string; body: object | undefined; cookie?: string | undefined }
  /** Whether each call of a stranger comes from another network. */
  isFromAnywhere?: boolean
  /** The size of a slow photo, in bytes. */
  size?: number
}

/** Milliseconds between two parts of a slow photo, and their bytes: 12 kB/s are more than the least allowed. */
const PART_EVERY = 500
const PART = 6_000
/** Requests that a connection sends ahead. */
const AHEAD = 15
const turned = ['low', 'high', 'medium']
const hex = () => randomBytes(2).toString('hex')
const anyNetwork = () => `2001:db8:${hex()}:${hex()}::1`
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })
const searched = ['room', 'done', 'check and', 'shower 11', 'desk', 'linen minibar', 'qqqq', 'towels', '1', 'e a o']

process.on('message', async (attack: Attack) => process.send?.(await attacks[attack.kind](attack)))

/** Calls again and again, on so many connections, until the time is over. Returns the statuses. */
async function callOn(
  connections: number,
  { seconds }: Attack,
  callOf: (at: number, turn: number) => Parameters<typeof send>,
) {
  const statuses: string[] = []
  const end = performance.now() + seconds * 1000
  const one = async (_: unknown, at: number) => {
    for (let turn = 0; performance.now() < end; turn += 1) statuses.push(await send(...callOf(at, turn)))
  }
  await Promise.all(Array.from({ length: connections }, one))
  return `${statuses.length} calls: ${counted(statuses)}`
}

const attacks: Record<Attack['kind'], (attack: Attack) => Promise<string>> = {
  searches: (attack) =>
    callOn((attack.cookies?.length ?? 0) * attack.each, attack, (at, turn) => {
      const q = encodeURIComponent(searched[(at + turn) % searched.length] ?? '')
      const cookie = attack.cookies?.[Math.floor(at / attack.each)] ?? ''
      return [`${attack.address}/api/v1/search?q=${q}`, 'GET', { cookie }]
    }),

  strangers: (attack) =>
    callOn(attack.each, attack, () => {
      const { method = 'POST', path = '', body, cookie } = attack.call ?? {}
      const text = body && JSON.stringify(body).replaceAll('RANDOM', randomBytes(32).toString('base64url'))
      const headers = {
        ...(text && { 'content-type': 'application/json' }),
        ...(cookie && { cookie: cookie + randomUUID() }),
        ...(attack.isFromAnywhere && { 'x-forwarded-for': anyNetwork() }),
      }
      return [attack.address + path.replaceAll('RANDOM', randomUUID()), method, headers, text]
    }),

  calls: (attack) =>
    callOn((attack.cookies?.length ?? 0) * attack.each, attack, (at, turn) => {
      const { method = 'GET', path = '', body } = attack.call ?? {}
      const text = body && JSON.stringify(body).replace('TURN', turned[(at + turn) % turned.length] ?? '')
      const cookie = attack.cookies?.[Math.floor(at / attack.each)] ?? ''
      return [attack.address + path, method, { cookie, ...(text && { 'content-type': 'application/json' }) }, text]
    }),

  async ahead({ address, cookies = [], each, call, seconds }) {
    let replies = 0
    const clients = cookies.flatMap((Cookie) =>
      Array.from({ length: each }, async () => {
        const { socket } = await rawClient(address, { reads: false })
        const head = headOf(call?.method ?? 'GET', call?.path ?? '', { Cookie })
        socket.on('data', (bytes) => {
          const count = bytes.toString('latin1').split('HTTP/1.1').length - 1
          replies += count
          if (socket.writable) socket.write(head.repeat(count))
        })
        socket.write(head.repeat(AHEAD))
        return socket
      }),
    )
    await sleep(seconds * 1000)
    for (const socket of await Promise.all(clients)) socket.destroy()
    return `${replies} replies`
  },

  async uploads({ address, cookies = [], each, size = 0, seconds }) {
    const picture = jpegOf({ after: Buffer.alloc(size) })
    const { headers, payload } = formOf({}, [{ content: picture, fileName: 'photo.jpg', type: 'image/jpeg' }])
    const clients = await Promise.all(
      cookies.flatMap((cookie) =>
        Array.from({ length: each }, async () => {
          const client = await rawClient(address)
          const head = { ...headers, Cookie: cookie, 'Content-Length': payload.length }
          client.socket.write(headOf('PUT', `/api/v1/photos/${randomUUID()}`, head))
          return client
        }),
      ),
    )
    const end = performance.now() + seconds * 1000
    for (let sent = 0; performance.now() < end; sent += PART) {
      for (const { socket } of clients) if (socket.writable) socket.write(payload.subarray(sent, sent + PART))
      await sleep(PART_EVERY)
    }
    const statuses = clients.map(({ received }) => received().slice(9, 12) || 'on its way')
    for (const { socket } of clients) socket.destroy()
    return `${clients.length} photos: ${counted(statuses)}`
  },
}

/** Sends a call. Returns the status of its reply, or the error that ended it. */
const send = (url: string, method: string, headers: Record<string, string>, body?: string) =>
  new Promise<string>((resolve) => {
    const sending = request(url, { method, headers, agent }, (reply) => {
      reply.resume().on('end', () => resolve(String(reply.statusCode)))
    })
    sending.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message)).end(body)
  })
