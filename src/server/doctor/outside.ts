import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTransport } from 'nodemailer'
import type { Finding } from '../../shared/operations.ts'
import { openProvider, ProviderError } from '../adapters/provider.ts'
import type { Config } from '../base/config.ts'
import { reasonOf } from '../base/errors.ts'
import { isLoopbackName } from '../base/loopback.ts'
import { fault, ok, warning } from './finding.ts'

/** Checks outside services: mail, push, the object store, single sign-on, a receiver of traces. */

const MAIL = 'E-mail'
const MAIL_WITHIN_MS = 4_000

/** Connects to the mail server and signs in, over TLS if it can. */
export async function checkMail({ smtpUrl }: Config): Promise<Finding> {
  if (!smtpUrl) return ok(MAIL, 'Off, because SMTP_URL is not set: nobody gets a link to a new password by themselves')
  const { hostname, port, protocol } = new URL(smtpUrl)
  const place = `${hostname}:${port || (protocol === 'smtps:' ? 465 : 587)}`
  const verify = async (requireTLS: boolean) => {
    const transport = createTransport(smtpUrl)
    const limits = { connectionTimeout: MAIL_WITHIN_MS, greetingTimeout: MAIL_WITHIN_MS, socketTimeout: MAIL_WITHIN_MS }
    Object.assign(transport.options, { ...limits, ...(requireTLS && { requireTLS }) })
    await transport.verify().finally(() => transport.close())
  }
  const [safe, any] = await Promise.allSettled([verify(true), verify(false)])
  if (any.status === 'rejected' && safe.status === 'rejected')
    return fault(MAIL, `${place} fails: ${reasonOf(any.reason)}. Correct SMTP_URL, or look at that server.`)
  return describeMail(place, safe.status === 'fulfilled', isLoopbackName(hostname))
}

export function describeMail(place: string, isSafe: boolean, isHere: boolean): Finding {
  if (isSafe) return ok(MAIL, `${place} answers over TLS, and takes the sign-in`)
  if (isHere) return ok(MAIL, `${place} answers, and takes the sign-in`)
  return warning(
    MAIL,
    `${place} answers, but offers no TLS: names, links and the password travel readable. Name another port, such as smtps://…:465.`,
  )
}

/** One of the many hosts that a name with a * stands for. */
const ONE_OF: Record<string, string> = {
  '*.push.apple.com': 'web.push.apple.com',
  '*.push.services.mozilla.com': 'updates.push.services.mozilla.com',
}

/** Whether the push services of browsers can be reached. Of other names with a * nobody knows a host. */
export async function checkPush({ pushHosts }: Pick<Config, 'pushHosts'>): Promise<Finding[]> {
  const hosts = pushHosts.map((host) => ONE_OF[host] ?? host).filter((host) => !host.includes('*'))
  return Promise.all(
    hosts.map(async (host) => {
      const { hostname, port } = new URL(`https://${host}`)
      const failure = await dial(hostname, Number(port) || 443)
      if (failure === undefined) return ok('Push', `${host} can be reached`)
      return warning(
        'Push',
        `${host} cannot be reached (${failure}): devices with its browsers do not ring. Let it through the firewall.`,
      )
    }),
  )
}

/** Whether the bucket can be listed, written, read in parts, and emptied. */
export async function checkFiles({ bucket, dataDir }: Config): Promise<Finding> {
  if (!bucket) return ok('Files', `In ${join(dataDir, 'files')}`)
  const { mustBeUsable } = await import('../adapters/object-store.ts')
  const folder = await mkdtemp(join(tmpdir(), 'muster-doctor-'))
  const clear = () => rmSync(folder, { recursive: true, force: true })
  // A check that takes too long is not waited for.
  process.once('exit', clear)
  try {
    await mustBeUsable(bucket, folder, { idleMs: 1_000, pauseMs: 50 })
    return ok('Files', `${bucket.endpoint}/${bucket.name} can be listed, written, read and deleted from`)
  } finally {
    clear()
  }
}

/** Reads the provider's document of its addresses, as a sign-in does. */
export async function checkProvider(config: Config): Promise<Finding> {
  const provider = openProvider(config)
  if (!provider) return ok('Single sign-on', 'Off, because OIDC_ISSUER is not set')
  try {
    await provider.begin('https://muster.example/', { isProof: false })
    return ok('Single sign-on', `${config.provider?.issuer} answers with its document`)
  } catch (error) {
    const why = reasonOf(error instanceof ProviderError ? (error.cause ?? error) : error)
    return fault(
      'Single sign-on',
      `${config.provider?.issuer} does not answer with its document: ${why}. Correct OIDC_ISSUER, or look at the provider.`,
    )
  }
}

/** Whether the receiver of traces and metrics can be reached. */
export async function checkReceiver({ telemetry }: Config): Promise<Finding[]> {
  if (!telemetry) return []
  const { hostname, port, protocol, host } = new URL(telemetry.endpoint)
  const failure = await dial(hostname, Number(port) || (protocol === 'https:' ? 443 : 80))
  if (failure === undefined) return [ok('Traces', `${host} can be reached`)]
  return [warning('Traces', `${host} cannot be reached (${failure}). Correct OTEL_EXPORTER_OTLP_ENDPOINT.`)]
}

const DIAL_WITHIN_MS = 4_000

/** Connects to a host. Returns why that failed; undefined if it did not. */
async function dial(hostname: string, port: number): Promise<string | undefined> {
  const socket = connect({ host: hostname.replace(/^\[|\]$/g, ''), port })
  try {
    await once(socket, 'connect', { signal: AbortSignal.timeout(DIAL_WITHIN_MS) })
    return undefined
  } catch (error) {
    const { name, code } = error as NodeJS.ErrnoException
    return name === 'AbortError' ? `no answer for ${DIAL_WITHIN_MS / 1000} s` : (code ?? reasonOf(error))
  } finally {
    socket.destroy()
  }
}
