import { isIP } from 'node:net'
import { msg } from '../../shared/words/message.ts'
import { conflict } from '../base/errors.ts'
import type { OpenContext } from '../core/context.ts'

/** The address and name that passkeys are bound to. */
export interface RelyingParty {
  /** The name of the host. A passkey works under this name alone. */
  id: string
  /** The addresses of pages that may ask for it. */
  origins: string[]
}

const noName = () =>
  conflict(
    'no_passkeys_here',
    msg('Passkeys need an address with a name. Open Muster under its name instead of an IP address.'),
  )

/**
 * Passkeys are bound to PUBLIC_URL, else to the host that the request was sent to. Throws 409 for an IP address,
 * because no browser binds a passkey to one.
 */
export function relyingPartyOf({
  origin,
  services: { config },
}: Pick<OpenContext, 'origin' | 'services'>): RelyingParty {
  const address = config.publicUrl ?? `https://${origin.host}`
  if (!URL.canParse(address)) throw noName()
  const { hostname, host } = new URL(address)
  if (isIP(hostname.replace(/^\[|\]$/g, ''))) throw noName()
  if (config.publicUrl) return { id: hostname, origins: [config.publicUrl] }
  // Browsers know passkeys over https alone, except on the own machine.
  const isOwnMachine = hostname === 'localhost' || hostname.endsWith('.localhost')
  return {
    id: hostname,
    origins: [`https://${host}`, ...(isOwnMachine ? [new URL(`http://${origin.host}`).origin] : [])],
  }
}
