import { isIPv6 } from 'node:net'

/** The beginnings of IPv6 addresses that stand for IPv4 ones, of which each is somebody else's: `::ffff:` and `64:ff9b::`. */
const STANDS_FOR_IPV4 = new Set(['0:0:0:0', '64:ff9b:0:0'])

/**
 * What counts as one address when tries are counted and turns taken: of IPv6 the network (/64) that a provider gives to one
 * customer, who has more addresses in it than could ever be counted one by one.
 */
export function networkOf(address: string) {
  if (!isIPv6(address)) return address
  const [before = '', after] = address.split('::')
  const groupsOf = (part: string | undefined) => (part ? part.split(':') : [])
  const [first, last] = [groupsOf(before), groupsOf(after)]
  const zeros =
    after === undefined ? [] : Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0')
  const network = [...first, ...zeros, ...last].slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
  return STANDS_FOR_IPV4.has(network.join(':')) ? address : `${network.join(':')}::/64`
}
