import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { TAB_HEADER } from '../../src/shared/changes.ts'
import { IDEMPOTENCY_HEADER } from '../../src/shared/idempotency.ts'
import { sharedClock } from '../programs.ts'
import { type AllWaits, addError, addWait, type WaitKind } from './waits.ts'

/** Calls the API as people's browsers do, and notes how long they waited. */

/** After so many milliseconds a call counts as failed. */
const TIMEOUT = 30_000

interface Options {
  json?: object
  /** A form with files, in its bytes. */
  form?: { headers: Record<string, string>; payload: Buffer }
  /** False for a part of a longer wait, which its caller notes: then only errors are noted here. */
  isTimed?: boolean
  /** Whether the text of the reply is wanted. Otherwise it is thrown away as it comes, packed. */
  isRead?: boolean
}

/** Names somebody's page, so that the server does not send it its own changes. */
export const tabOf = ({ n }: { n: number }) => `people${n}`

export type Caller = ReturnType<typeof openCaller>

/**
 * Opens connections to servers. The returned function calls as somebody, and returns undefined for every bad reply; it
 * does not throw. After the shift is over nothing is an error.
 */
export function openCaller(portOf: (n: number) => number, waits: AllWaits, isOver: () => boolean) {
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 200 })
  const failed = (kind: WaitKind, error: string) => {
    if (!isOver()) addError(waits[kind], error.slice(0, 200))
  }
  const call = (
    seat: { n: number; cookie: string },
    kind: WaitKind,
    method: 'GET' | 'PUT' | 'POST',
    path: string,
    { json, form, isTimed = true, isRead = false }: Options = {},
  ) =>
    new Promise<{ text: string } | undefined>((resolve) => {
      const begin = sharedClock()
      const body = form?.payload ?? (json && Buffer.from(JSON.stringify(json)))
      const writes = { [TAB_HEADER]: tabOf(seat), [IDEMPOTENCY_HEADER]: randomUUID() }
      const headers = {
        cookie: seat.cookie,
        'accept-language': 'en',
        ...(!isRead && { 'accept-encoding': 'gzip' }),
        ...(method !== 'GET' && !form && writes),
        ...(json && { 'content-type': 'application/json' }),
        ...form?.headers,
        ...(method !== 'GET' && { 'content-length': body?.length ?? 0 }),
      }
      const fail = (error: string) => {
        failed(kind, `${method} ${path.replace(/\d+/g, 'n')}: ${error}`)
        resolve(undefined)
      }
      const options = { port: portOf(seat.n), host: '127.0.0.1', method, path: `/api/v1${path}`, headers, agent }
      const send = () => {
        const sent = request({ ...options, timeout: TIMEOUT }, (reply) => {
          const status = reply.statusCode ?? 0
          const isGood = status >= 200 && status < 300
          let text = ''
          if (isRead || !isGood) reply.setEncoding('utf8').on('data', (chunk) => (text += chunk))
          else reply.resume()
          reply.on('error', (error) => fail(error.message))
          reply.on('end', () => {
            if (!isGood) return fail(`${status} ${text}`)
            if (isTimed) addWait(waits[kind], sharedClock() - begin)
            resolve({ text })
          })
        })
        sent.on('timeout', () => sent.destroy(new Error(`No reply within ${TIMEOUT / 1000} s`)))
        // As browsers do when the server closes an idle connection in the very moment in which it is used again.
        sent.on('error', (error: NodeJS.ErrnoException) => {
          if (sent.reusedSocket && error.code === 'ECONNRESET') send()
          else fail(error.message)
        })
        sent.end(body)
      }
      send()
    })
  return Object.assign(call, { failed, close: () => agent.destroy() })
}
