import type { FastifyRequest } from 'fastify'
import type { Config } from '../../base/config.ts'

/**
 * Whether a page of another site has sent a request, by its headers Origin and Sec-Fetch-Site. The own origin is
 * PUBLIC_URL, else the address that the request was sent to (with TRUST_PROXY the forwarded one). Browsers always send
 * these headers. Programs send none of them, and pass.
 */
export function isFromAnotherSite(request: FastifyRequest, config: Config) {
  const { origin } = request.headers
  const site = request.headers['sec-fetch-site']
  if (site === 'cross-site' || site === 'same-site') return true
  if (origin === undefined) return false
  if (config.publicUrl) return origin !== config.publicUrl
  if (!URL.canParse(origin)) return true
  const { protocol, host } = new URL(origin)
  // Some proxies name the port of a host even if it is the usual one.
  return request.host !== host && request.host !== `${host}:${protocol === 'https:' ? 443 : 80}`
}
