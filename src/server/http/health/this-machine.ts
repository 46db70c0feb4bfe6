import type { FastifyRequest } from 'fastify'
import { isLoopbackUrl } from '../../base/loopback.ts'

const FORWARDED = /^(forwarded|x-forwarded-.*|x-real-ip|via)$/
const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i
const LOOPBACK_ADDRESS = /^(127\.|::1$|::ffff:127\.)/

/**
 * Whether a request was made on the machine that the server runs on, as far as can be seen. The address alone proves
 * nothing: a proxy here passes on the requests of others, and the name of another site may point here (DNS rebinding).
 * So it must name this machine as its host, and nothing in it may be of a proxy. One that sets no header at all may
 * speak HTTP/1.0, as nginx long did by default, or pass on the name that a browser has opened.
 */
export const isFromThisMachine = ({ headers, raw }: FastifyRequest) =>
  LOOPBACK_ADDRESS.test(raw.socket.remoteAddress ?? '') &&
  LOOPBACK_HOST.test(raw.headers.host ?? '') &&
  raw.httpVersion !== '1.0' &&
  !Object.keys(headers).some((name) => FORWARDED.test(name)) &&
  [headers.origin, headers.referer].every((page) => page === undefined || isLoopbackUrl(page))
