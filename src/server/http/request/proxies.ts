import { BlockList, isIP, isIPv6 } from 'node:net'
import type { TrustedProxies } from '../../base/setting-checks.ts'

/** Networks by the names that TRUST_PROXY accepts (RFC 1122, 1918, 3927, 4193, 4291). */
const namedNetworks: Record<string, string[]> = {
  loopback: ['127.0.0.0/8', '::1'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}
const privateNetworks = Object.values(namedNetworks).flat()

/**
 * Makes the function that decides whether the forwarding headers of an address are trusted. `hop` counts from 0, the
 * address that is connected to the server. With `private` only hop 0 is trusted: people's own devices have such
 * addresses too, and may claim anything.
 */
export function trustOf(trusted: TrustedProxies): (address: string | undefined, hop: number) => boolean {
  if (!trusted) return () => false
  const networks = new BlockList()
  const all = trusted === 'private' ? privateNetworks : trusted.flatMap((name) => namedNetworks[name] ?? [name])
  for (const network of all) {
    const [address = '', prefix] = network.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    networks.addSubnet(address, Number(prefix ?? (family === 'ipv6' ? 128 : 32)), family)
  }
  const maxHop = trusted === 'private' ? 0 : Number.POSITIVE_INFINITY
  return (address = '', hop) => {
    const bare = address.replace(/%.*$/, '')
    return hop <= maxHop && isIP(bare) !== 0 && networks.check(bare, isIPv6(bare) ? 'ipv6' : 'ipv4')
  }
}
