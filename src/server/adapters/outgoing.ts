import http from 'node:http'
import https from 'node:https'
import { lookupPublic, type OutgoingAddress, openResolver, type Resolve } from './push-address.ts'

/**
 * Requests to addresses that somebody has entered: of push services, and of webhooks. They have a time limit, follow no
 * redirects, and connect to public addresses alone, unless a setting names the host.
 */

/** The answer: the status, and the beginning of the body in one line. */
export interface Answer {
  status: number
  text: string
  /** For how many milliseconds a header Retry-After asks to wait, an hour at most; 0 without. */
  after: number
}

/** There was no answer within the time. */
export const SILENT = Symbol('silent')

export interface Limits {
  /** Milliseconds until the other side must have answered. */
  within: number
  /** Bytes of the reply's body that are read at most. */
  maxBytes: number
  /** Characters of it that are kept. */
  maxCharacters: number
  signal: AbortSignal
}

export interface Outgoing {
  /** Posts once. Throws the connection's errors, and `PrivateAddress` for a name that leads into a private network. */
  post(
    address: OutgoingAddress,
    request: { headers: http.OutgoingHttpHeaders; body: Buffer | string | null },
    limits: Limits,
  ): Promise<Answer | typeof SILENT>
  close(): void
}

/** Connections to one host at a time. */
const MAX_CONNECTIONS = 32
/** Longer waits that a host asks for are cut to so many milliseconds. */
const LONGEST_WAIT = 3600_000

/** Opens a way out. `resolve` finds the addresses of names; absent for the network's name servers. */
export function openOutgoing(resolve: Resolve = openResolver()): Outgoing {
  const pool = { keepAlive: true, maxSockets: MAX_CONNECTIONS, maxFreeSockets: 4 }
  const agents = {
    public: new https.Agent({ ...pool, lookup: lookupPublic(resolve) }),
    listed: { 'https:': new https.Agent(pool), 'http:': new http.Agent(pool) },
  }
  return {
    post({ url, isListed }, request, limits) {
      return post(url, isListed ? agents.listed[url.protocol as 'https:'] : agents.public, request, limits)
    },
    close() {
      agents.public.destroy()
      for (const agent of Object.values(agents.listed)) agent.destroy()
    },
  }
}

/** Posts, and reads no more of the reply than its status and the beginning of its body. */
function post(
  url: URL,
  agent: http.Agent,
  message: Parameters<Outgoing['post']>[1],
  limits: Limits,
): Promise<Answer | typeof SILENT> {
  return new Promise((resolve, reject) => {
    const { headers, body } = message
    const { signal } = limits
    const request = (url.protocol === 'https:' ? https : http).request(url, { method: 'POST', headers, agent, signal })
    let isSilent = false
    const timer = setTimeout(() => {
      isSilent = true
      resolve(SILENT)
      request.destroy()
    }, limits.within)
    request.on('close', () => clearTimeout(timer))
    request.on('error', (error: NodeJS.ErrnoException) => {
      // It was given up, and is not sent once more.
      if (isSilent) return
      // The other side has closed the connection that was kept open.
      if (request.reusedSocket && error.code === 'ECONNRESET') resolve(post(url, agent, message, limits))
      else reject(error)
    })
    request.on('response', (response) => {
      let text = ''
      let bytes = 0
      response.on('data', (chunk: Buffer) => {
        text = (text + chunk.toString()).slice(0, limits.maxCharacters)
        bytes += chunk.length
        if (bytes > limits.maxBytes) response.destroy()
      })
      response.on('error', () => {})
      const answer = (): Answer => ({
        status: response.statusCode ?? 0,
        text: text.replaceAll('\0', '').replace(/\s+/g, ' ').trim(),
        after: waitOf(response.headers['retry-after']),
      })
      response.on('close', () => resolve(answer()))
      if (isSuccess(response.statusCode)) resolve(answer())
    })
    request.end(body)
  })
}

export const isSuccess = (status = 0) => status >= 200 && status < 300

/** The milliseconds that a header Retry-After asks for, which is in seconds or a date. */
function waitOf(header: string | undefined) {
  const asked = /^\d+$/.test(header ?? '') ? Number(header) * 1000 : Date.parse(header ?? '') - Date.now()
  return Math.min(Math.max(asked || 0, 0), LONGEST_WAIT)
}
