import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { Finding } from '../../shared/operations.ts'
import type { Config } from '../base/config.ts'
import { reasonOf } from '../base/errors.ts'
import { isLoopbackName } from '../base/loopback.ts'
import { describeClock } from './clock.ts'
import { fault, ok, warning } from './finding.ts'
import { DOCTOR_HEADER, type Seen } from './header.ts'

/** The way of a request from the address that people open, through the proxies, to Muster. */

const ADDRESS = 'Address'
const PROXY = 'Proxy'
const LIVE = 'Live changes'
const WITHIN_MS = 4_000
/** An address for documents (RFC 5737), which is nobody's. */
const CLAIM = '203.0.113.7'
/** A Date header has no parts of a second. */
const DATE_UNCERTAIN_MS = 1_000

type Settings = Pick<Config, 'publicUrl' | 'trustProxy' | 'host' | 'port'>

/**
 * Asks PUBLIC_URL, and describes how the request arrives at Muster. If nothing answers, it says whether Muster runs
 * here.
 */
export async function checkPublicUrl(config: Settings): Promise<Finding[]> {
  const { publicUrl } = config
  const isRunning = await runsHere(config)
  const here = isRunning ? 'Muster runs here' : 'Muster does not run on this machine now'
  if (!publicUrl) {
    if (isLoopbackName(config.host)) return [ok(ADDRESS, `${here}. Only people at this machine can open it`)]
    return [warning(ADDRESS, `${here}. Set PUBLIC_URL to the address that people open: links and passkeys need it.`)]
  }
  const plain = await askPublicUrl(publicUrl, '/healthz').catch((error: NodeJS.ErrnoException) => error)
  if (plain instanceof Error) return [describeFailure(publicUrl, plain, here)]
  const { status, seen, date, received } = plain
  if (status >= 502 && status <= 504) {
    const says = `${publicUrl} answers ${status}: the proxy does not reach Muster. ${here}.`
    return [isRunning ? fault(ADDRESS, `${says} Correct where it sends requests to.`) : warning(ADDRESS, says)]
  }
  if (!seen) {
    const says = `${publicUrl} answers ${status}, but not as this Muster does. Another program, or an older Muster, is there. ${here}.`
    return [fault(ADDRESS, says)]
  }
  const [claiming, live] = await Promise.all([
    // Without a proxy this would only fill the log with a warning.
    seen.isForwarded ? askPublicUrl(publicUrl, '/healthz', { 'x-forwarded-for': CLAIM }) : undefined,
    askPublicUrl(publicUrl, '/ws', {
      ...{ connection: 'Upgrade', upgrade: 'websocket', 'sec-websocket-version': '13' },
      'sec-websocket-key': randomBytes(16).toString('base64'),
    }),
  ])
  return [
    describeAddress(publicUrl),
    ...(date ? [describeClock(new URL(publicUrl).host, date.getTime() + 500 - received, DATE_UNCERTAIN_MS)] : []),
    ...describeProxy(publicUrl, config, seen, claiming?.seen?.isBelieved ?? false),
    live.seen?.isUpgrade
      ? ok(LIVE, '/ws can be upgraded')
      : fault(
          LIVE,
          'The proxy does not let /ws be upgraded, so pages do not follow changes. Let it pass on Upgrade and Connection.',
        ),
  ]
}

function describeAddress(publicUrl: string) {
  const { protocol, hostname } = new URL(publicUrl)
  if (protocol === 'https:' || isLoopbackName(hostname)) return ok(ADDRESS, `${publicUrl} answers`)
  return warning(
    ADDRESS,
    `${publicUrl} answers, without https. Phones need it to install Muster, to work without a network and to ring.`,
  )
}

function describeFailure(publicUrl: string, error: NodeJS.ErrnoException, here: string): Finding {
  const why = error.code ?? error.message
  if (/^(CERT_|SELF_SIGNED|DEPTH_ZERO|UNABLE_TO|ERR_TLS_CERT)/.test(why))
    return fault(ADDRESS, `The certificate of ${publicUrl} is not valid (${why}). Browsers refuse it. Renew it.`)
  return warning(
    ADDRESS,
    `${publicUrl} cannot be reached from here (${why}). ${here}. If other machines cannot either, look at the proxy, its name and its firewall.`,
  )
}

/** Describes what the proxies tell Muster of a request, and whether Muster believes them. */
export function describeProxy(
  publicUrl: string,
  { trustProxy }: Pick<Config, 'trustProxy'>,
  { proto, isForwarded, isTrusted }: Seen,
  isClaimBelieved: boolean,
): Finding[] {
  const isHttps = publicUrl.startsWith('https:')
  if (!isForwarded) {
    // Muster itself speaks no https, so somebody stands before it.
    if (isHttps) {
      const says = `The proxy sets no X-Forwarded-For, so everybody seems to come from one address. Let it set that header${trustProxy ? '' : ', and set TRUST_PROXY to its address'}.`
      return [fault(PROXY, says)]
    }
    if (!trustProxy) return [ok(PROXY, 'None: requests arrive directly')]
    return [
      warning(
        PROXY,
        'TRUST_PROXY is set, but no X-Forwarded-For arrives. Let the proxy set it, or leave TRUST_PROXY out.',
      ),
    ]
  }
  if (!isTrusted) {
    const says = `The proxy sets X-Forwarded-For, but TRUST_PROXY ${trustProxy ? 'names another address' : 'is not set'}, so everybody seems to come from one address. Set it to the address of the proxy: the log names it in "Requests contain forwarding headers".`
    return [fault(PROXY, says)]
  }
  const trusting = isClaimBelieved
    ? fault(
        PROXY,
        'Whoever sends an X-Forwarded-For is believed, so anybody can claim any address. Let the proxy replace the header or add to it, and name only the proxy in TRUST_PROXY.',
      )
    : ok(PROXY, 'X-Forwarded-For arrives, and TRUST_PROXY fits')
  const isWrong = isHttps && proto !== 'https'
  return isWrong
    ? [trusting, warning(PROXY, 'X-Forwarded-Proto does not say https. Let the proxy set it.')]
    : [trusting]
}

interface Reply {
  status: number
  seen: Seen | undefined
  /** From its Date header. */
  date: Date | undefined
  /** When it came, in milliseconds since 1970. */
  received: number
}

/** Sends a request, and describes how it arrived. Throws the error of the network. */
export async function askPublicUrl(origin: string, path: string, headers: Record<string, string> = {}): Promise<Reply> {
  const send = origin.startsWith('https:') ? httpsRequest : httpRequest
  const sent = send(`${origin}${path}`, {
    ...{ agent: false, signal: AbortSignal.timeout(WITHIN_MS) },
    headers: { [DOCTOR_HEADER]: CLAIM, ...headers },
  })
  sent.on('error', () => {})
  sent.end()
  try {
    const [reply] = (await once(sent, 'response')) as [IncomingMessage]
    const { [DOCTOR_HEADER]: seen, date } = reply.headers
    return {
      status: reply.statusCode ?? 0,
      seen: typeof seen === 'string' ? JSON.parse(seen) : undefined,
      date: date ? new Date(date) : undefined,
      received: Date.now(),
    }
  } catch (error) {
    throw (error as Error).name === 'AbortError' ? new Error(`no answer for ${WITHIN_MS / 1000} s`) : error
  } finally {
    sent.destroy()
  }
}

/** Whether a Muster answers where this one would listen. */
async function runsHere({ host, port }: Settings) {
  const name = { '0.0.0.0': '127.0.0.1', '::': '[::1]' }[host] ?? (host.includes(':') ? `[${host}]` : host)
  const reply = await askPublicUrl(`http://${name}:${port}`, '/healthz').catch((error) => reasonOf(error))
  return typeof reply !== 'string' && reply.seen !== undefined
}
