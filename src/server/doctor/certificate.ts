import { once } from 'node:events'
import { connect } from 'node:tls'
import type { Finding } from '../../shared/operations.ts'
import type { Config } from '../base/config.ts'
import { fault, ok, warning } from './finding.ts'

const ABOUT = 'Certificate'
const WITHIN_MS = 4_000
const DAY_MS = 24 * 3_600_000
/** Programs that renew certificates do so a month before. When so few days are left, they have failed. */
const SOON_DAYS = 14

/** Until when the certificate of PUBLIC_URL is valid. Another check says whether browsers take it. */
export async function checkCertificate({ publicUrl }: Pick<Config, 'publicUrl'>): Promise<Finding[]> {
  if (!publicUrl?.startsWith('https:')) return []
  const { hostname, port } = new URL(publicUrl)
  const host = hostname.replace(/^\[|\]$/g, '')
  // The date of a certificate that browsers refuse is told as well.
  const socket = connect({ host, port: Number(port) || 443, servername: hostname, rejectUnauthorized: false })
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(WITHIN_MS) })
    return [describeCertificate(hostname, new Date(socket.getPeerCertificate().valid_to), new Date())]
  } catch {
    // The check of the address says what does not answer.
    return []
  } finally {
    socket.destroy()
  }
}

export function describeCertificate(host: string, validTo: Date, now: Date): Finding {
  const days = Math.floor((validTo.getTime() - now.getTime()) / DAY_MS)
  const until = validTo.toISOString().slice(0, 10)
  if (days < 0) return fault(ABOUT, `That of ${host} ended on ${until}. Browsers refuse it. Renew it.`)
  if (days < SOON_DAYS)
    return warning(ABOUT, `That of ${host} ends on ${until}, in ${days} days. Renew it, and look why nothing did.`)
  return ok(ABOUT, `That of ${host} is valid until ${until}`)
}
