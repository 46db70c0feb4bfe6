import ipaddr from 'ipaddr.js'

/** IPv6 networks (`::ffff:` and `64:ff9b::`) whose addresses stand for IPv4 addresses, each of another customer. */
const IPV4_IN_IPV6 = ['::/64', '64:ff9b::/64'].map((network) => ipaddr.IPv6.parseCIDR(network))

/**
 * The address under which attempts are counted and queued. For IPv6 it is the /64 network that a provider gives to one
 * customer: it holds too many addresses to count each one. Text that is no IPv6 address is returned as it is.
 */
export function networkOf(address: string) {
  if (!ipaddr.IPv6.isValid(address)) return address
  const parsed = ipaddr.IPv6.parse(address)
  if (IPV4_IN_IPV6.some((network) => parsed.match(network))) return address
  const groups = parsed.parts.slice(0, 4).map((part) => part.toString(16))
  return `${groups.join(':')}::/64`
}
