import type { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'

/**
 * How long a client may take for a request's body. An ordinary one must be there within a minute. An upload over a weak
 * network may take long, but must go on: so much within each stretch, and not for ever. Node itself knows only one time
 * for all requests, which would be too short for the one and too long for the other.
 */

const BODY_TIMEOUT = 60_000

/** How long a connection may be without a byte either way, in milliseconds: who reads nothing of a reply is given up. */
export const IDLE_TIMEOUT = 120_000
export interface MinimumRate {
  stretch: number
  /** The least that must arrive in a stretch. */
  bytes: number
  /** The longest for all of it. */
  longest: number
}
const UPLOADS: MinimumRate = { stretch: 20_000, bytes: 32_768, longest: 30 * 60_000 }

const LATE = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\nContent-Length: 0\r\n\r\n'

const hasBody = ({ headers }: IncomingMessage) =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0

/** Ends the connection of a request whose body is not there in time. */
export function boundOrdinary(request: IncomingMessage) {
  if (!hasBody(request)) return
  const timer = setTimeout(() => closeConnection(request), BODY_TIMEOUT).unref()
  request.once('close', () => clearTimeout(timer)).once('end', () => clearTimeout(timer))
}

/** Ends the connection of an upload that stalls, trickles or takes for ever. */
export function boundUpload(request: IncomingMessage, { stretch, bytes, longest }: MinimumRate = UPLOADS) {
  const { socket } = request
  // Here it is this that gives up: a form that waits for its turn stands still through no fault of the client.
  if (socket instanceof Socket) socket.setTimeout(0)
  let before = socket.bytesRead
  let left = longest
  const timer = setInterval(() => {
    left -= stretch
    // While we ourselves hold it up, the client cannot go on.
    const isSlow = socket.bytesRead - before < bytes && !request.isPaused()
    before = socket.bytesRead
    if (isSlow || left <= 0) closeConnection(request)
  }, stretch).unref()
  request.once('close', () => clearInterval(timer)).once('end', () => clearInterval(timer))
}

function closeConnection(request: IncomingMessage) {
  const { socket } = request
  // An injected request comes over no socket.
  if (request.complete || request.readableEnded || !(socket instanceof Socket) || socket.destroyed) return
  if (socket.writable) socket.write(LATE)
  socket.destroySoon()
}

/** Browsers send the next request on a connection once the one before is answered; some proxies a few ahead. */
const MOST_UNANSWERED = 20
const unanswered = new WeakMap<Socket, number>()

/** Counts a connection's requests while they are answered: who sends hundreds ahead is cut off. False: it is over. */
export function boundUnanswered({ socket }: IncomingMessage, reply: ServerResponse): boolean {
  if (!(socket instanceof Socket)) return true
  const count = unanswered.get(socket) ?? 0
  if (count >= MOST_UNANSWERED) {
    socket.destroy()
    return false
  }
  unanswered.set(socket, count + 1)
  reply.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1))
  return true
}

const CHECK_EVERY = 200

/**
 * After a refusal Node reads on what the client still sends, so that it comes to read why. This bounds it: no more than so
 * many bytes, and not for long.
 */
export function boundRest(request: IncomingMessage, most: number, within = 20_000) {
  const { socket } = request
  const isOver = () => request.complete || request.destroyed || request.readableEnded
  if (isOver()) return
  const end = socket.bytesRead + most
  let left = within
  const timer = setInterval(() => {
    left -= CHECK_EVERY
    if (!isOver() && left > 0 && socket.bytesRead <= end) return
    clearInterval(timer)
    if (!isOver()) request.destroy()
  }, CHECK_EVERY)
  timer.unref()
}
