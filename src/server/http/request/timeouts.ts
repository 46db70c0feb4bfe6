import type { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'

/**
 * How long a client may take for a request. An ordinary body must have arrived within a minute. An upload over a weak
 * network may take long, but must keep a minimum rate and end at some time. Node has only one timeout for all requests,
 * which would be too short for uploads and too long for the others.
 */

const BODY_TIMEOUT_MS = 60_000

/** How long a connection may be without a byte either way. It ends connections whose client does not read its reply. */
export const IDLE_TIMEOUT_MS = 120_000

/** How fast an upload must arrive. Times are in milliseconds. */
export interface MinimumRate {
  interval: number
  /** The fewest bytes that must arrive in each interval. */
  bytesPerInterval: number
  /** For the whole upload. */
  timeout: number
}
const UPLOAD_RATE: MinimumRate = { interval: 20_000, bytesPerInterval: 32_768, timeout: 30 * 60_000 }

const REQUEST_TIMEOUT_REPLY = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0

/** Ends the connection of a request whose body has not arrived within a minute. */
export function limitBodyTime(request: IncomingMessage) {
  if (!hasBody(request)) return
  const timer = setTimeout(() => closeConnection(request), BODY_TIMEOUT_MS).unref()
  request.once('close', () => clearTimeout(timer)).once('end', () => clearTimeout(timer))
}

/** Ends the connection of an upload that is slower than the minimum rate, or takes longer than its timeout. */
export function limitUploadTime(
  request: IncomingMessage,
  { interval, bytesPerInterval, timeout }: MinimumRate = UPLOAD_RATE,
) {
  const { socket } = request
  // The idle timeout would also end a form that waits for its turn, through no fault of the client.
  if (socket instanceof Socket) socket.setTimeout(0)
  let bytesBefore = socket.bytesRead
  let remaining = timeout
  const timer = setInterval(() => {
    remaining -= interval
    // While the server itself has paused the request, the client cannot send.
    const isSlow = socket.bytesRead - bytesBefore < bytesPerInterval && !request.isPaused()
    bytesBefore = socket.bytesRead
    if (isSlow || remaining <= 0) closeConnection(request)
  }, interval).unref()
  request.once('close', () => clearInterval(timer)).once('end', () => clearInterval(timer))
}

function closeConnection(request: IncomingMessage) {
  const { socket } = request
  // A request that a test injects has no socket.
  if (request.complete || request.readableEnded || !(socket instanceof Socket) || socket.destroyed) return
  if (socket.writable) socket.write(REQUEST_TIMEOUT_REPLY)
  socket.destroySoon()
}

/** Requests of one connection that have no reply yet. Browsers send one at a time, some proxies a few. */
const MAX_PIPELINED = 20
/** The functions that begin the requests of a connection without a reply yet, in order. */
const pipelined = new WeakMap<Socket, (() => void)[]>()

/**
 * Begins the requests of a connection one after the other, each when the reply before it has been sent. So a client
 * that sends many ahead, or reads no reply, keeps the server busy with one request. Ends the connection of a client
 * that sends too many ahead.
 *
 * @returns false if it has ended the connection
 */
export function limitPipelining({ socket }: IncomingMessage, reply: ServerResponse, begin: () => void): boolean {
  if (!(socket instanceof Socket)) {
    begin()
    return true
  }
  const waiting = pipelined.get(socket) ?? []
  pipelined.set(socket, waiting)
  if (waiting.length >= MAX_PIPELINED) {
    socket.destroy()
    return false
  }
  waiting.push(begin)
  reply.once('close', () => {
    waiting.shift()
    if (!socket.destroyed) waiting[0]?.()
  })
  if (waiting.length === 1) begin()
  return true
}

const CHECK_INTERVAL_MS = 200
const DISCARDING_MS = 20_000

/**
 * Bounds the rest of a request that the server reads after its error reply. Node reads on, so that the client comes to
 * read the reply. Here that ends after `maxBytes`, or after twenty seconds.
 */
export function limitDiscardedBody(request: IncomingMessage, maxBytes: number) {
  const { socket } = request
  const isOver = () => request.complete || request.destroyed || request.readableEnded
  if (isOver()) return
  const lastByte = socket.bytesRead + maxBytes
  let remaining = DISCARDING_MS
  const timer = setInterval(() => {
    remaining -= CHECK_INTERVAL_MS
    if (!isOver() && remaining > 0 && socket.bytesRead <= lastByte) return
    clearInterval(timer)
    if (!isOver()) request.destroy()
  }, CHECK_INTERVAL_MS)
  timer.unref()
}
