import type { FastifyRequest } from 'fastify'
import type { Config } from '../base/config.ts'

/**
 * Whether a request says that a page of another site has sent it. The own origin is PUBLIC_URL, else the address the
 * request was sent to (the forwarded one with TRUST_PROXY). Browsers always say; programs, which say nothing, pass.
 */
export function isFromAnotherSite(request: FastifyRequest, config: Config) {
  const { origin } = request.headers
  const site = request.headers['sec-fetch-site']
  if (site === 'cross-site' || site === 'same-site') return true
  if (origin === undefined) return false
  if (config.publicUrl) return origin !== config.publicUrl
  if (!URL.canParse(origin)) return true
  const { protocol, host } = new URL(origin)
  // Some proxies name the port of a host even where it goes without saying.
  return request.host !== host && request.host !== `${host}:${protocol === 'https:' ? 443 : 80}`
}
