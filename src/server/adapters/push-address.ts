import type { LookupAddress } from 'node:dns'
import { Resolver } from 'node:dns/promises'
import { isIP, type LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * The addresses to which pushes and webhooks may go. A browser names the address of its push service, and any signed-in
 * person could name a false one; an administrator names a webhook's address. So an address must be of an allowed host,
 * reached by https at the usual port, and its name must resolve to public addresses: nobody makes the server call
 * something within the hotel's network.
 */

export interface OutgoingAddress {
  url: URL
  /** The administrator has named this very host and port: it may be within a private network, and without https. */
  isListed: boolean
}

/** The address if one of these hosts allows it, else null. `*` allows every public host. */
export function outgoingAddressOf(endpoint: string, hosts: readonly string[]): OutgoingAddress | null {
  if (!URL.canParse(endpoint)) return null
  const url = new URL(endpoint)
  if (url.username || url.password || !['https:', 'http:'].includes(url.protocol)) return null
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  if (hosts.includes(`${url.hostname}:${port}`)) return { url, isListed: true }
  if (url.protocol !== 'https:' || port !== '443' || !isName(url.hostname)) return null
  return hosts.some((host) => isWithin(url.hostname, host)) ? { url, isListed: false } : null
}

/**
 * Names that never belong to a public host: those that are reserved (RFC 6761, 6762, 7686, 8375, 9476), and those that
 * networks use although nobody may have them.
 */
const PRIVATE_NAME =
  /(^|\.)(localhost|local|localdomain6?|internal|intranet|private|corp|home|lan|home\.arpa|test|invalid|onion|alt)$/

/** A name with a dot at its end is the same host spelled otherwise: no rule about names would know it. */
const isName = (hostname: string) =>
  hostname.includes('.') &&
  !hostname.endsWith('.') &&
  !hostname.startsWith('[') &&
  isIP(hostname) === 0 &&
  !PRIVATE_NAME.test(hostname)

function isWithin(hostname: string, host: string) {
  if (host === '*') return true
  return host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host
}

const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')

/** Whether an IP address belongs to a public host. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  if (parsed.range() === 'unicast') return parsed.kind() === 'ipv4' || (parsed as ipaddr.IPv6).match(GLOBAL_IPV6)
  // NAT64: an IPv6 address that stands for an IPv4 address.
  return parsed.range() === 'rfc6052' && isPublicAddress(ipv4Within(parsed as ipaddr.IPv6))
}

const ipv4Within = (address: ipaddr.IPv6) => new ipaddr.IPv4(address.toByteArray().slice(-4)).toString()

/** The error of a name that resolves to an address that is not public. */
export class PrivateAddress extends Error {}

/** Finds the addresses of a name; throws when it has none. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>

/** How long a name server may take, in milliseconds, and how often it is asked. */
const RESOLVER = { timeout: 1_000, tries: 2 }

/**
 * Asks name servers over the network. `dns.lookup` would do that in the few threads that read files and hash passwords,
 * and keep them waiting when no name server answers.
 */
export function openResolver(): Resolve {
  const resolver = new Resolver(RESOLVER)
  return async (hostname) => {
    const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
    const addresses = [
      ...(ipv4.status === 'fulfilled' ? ipv4.value.map((address) => ({ address, family: 4 })) : []),
      ...(ipv6.status === 'fulfilled' ? ipv6.value.map((address) => ({ address, family: 6 })) : []),
    ]
    if (addresses.length === 0 && ipv4.status === 'rejected') throw ipv4.reason
    return addresses
  }
}

/**
 * Looks names up for a connection, and fails if any address of a name is not public. The connection goes to the very
 * addresses that were checked, so a name that resolves to another address a moment later gains nothing.
 */
export const lookupPublic =
  (resolve: Resolve): LookupFunction =>
  (hostname, options, callback) => {
    const found = resolve(hostname).then((addresses) => {
      const [first] = addresses
      if (!first || !addresses.every(({ address }) => isPublicAddress(address)))
        throw new PrivateAddress(`${hostname} does not resolve to a public address`)
      return { addresses, first }
    })
    found.then(
      ({ addresses, first }) => (options.all ? callback(null, addresses) : callback(null, first.address, first.family)),
      (error) => callback(error, ''),
    )
  }
