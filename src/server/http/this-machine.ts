import type { FastifyRequest } from 'fastify'

const FORWARDED = /^(forwarded|x-forwarded-.*|x-real-ip|via)$/
const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i
const LOOPBACK_ADDRESS = /^(127\.|::1$|::ffff:127\.)/

/**
 * Whether a request was made on the machine that this runs on, by somebody who meant this machine: a proxy here passes on
 * requests of others, and another site's name may be made to point here.
 */
export const isFromThisMachine = ({ headers, raw }: FastifyRequest) =>
  LOOPBACK_ADDRESS.test(raw.socket.remoteAddress ?? '') &&
  LOOPBACK_HOST.test(raw.headers.host ?? '') &&
  !Object.keys(headers).some((name) => FORWARDED.test(name))
