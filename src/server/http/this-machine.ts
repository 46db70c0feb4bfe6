import type { FastifyRequest } from 'fastify'

const FORWARDED = /^(forwarded|x-forwarded-.*|x-real-ip|via)$/
const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|\[::1\])(:\d+)?$/i
const LOOPBACK_ADDRESS = /^(127\.|::1$|::ffff:127\.)/

/**
 * Whether a request was made on the machine that the server runs on, and names this machine as its host. The address alone is not
 * enough: a proxy here passes on the requests of others, and the name of another site may point here (DNS rebinding).
 */
export const isFromThisMachine = ({ headers, raw }: FastifyRequest) =>
  LOOPBACK_ADDRESS.test(raw.socket.remoteAddress ?? '') &&
  LOOPBACK_HOST.test(raw.headers.host ?? '') &&
  !Object.keys(headers).some((name) => FORWARDED.test(name))
