/** Node and every browser have it. `shared` is compiled without the types of either. */
declare const URL: new (address: string) => { hostname: string }

/** The characters of a domain: letters of any language, and the full stops of Chinese and Japanese keyboards. */
const DOMAIN = /^[\p{L}\p{M}\p{N}.\u3002\uff0e\uff61-]+$/u
const ASCII = /^[\0-\x7f]*$/
/** Characters of an address (RFC 5321). The time to convert a domain to ASCII grows with the square of its length. */
export const MAX_EMAIL_LENGTH = 254

/**
 * Converts the domain of an e-mail address to ASCII (`a@münchen.example` to `a@xn--mnchen-3ya.example`). Mail servers
 * use this form, and the database stores it. An ASCII address, or text that has no such form, is returned unchanged.
 * The contract checks whether it is an address.
 */
export function asciiEmail(address: string): string {
  const at = address.lastIndexOf('@') + 1
  const domain = address.slice(at)
  if (at === 0 || address.length > MAX_EMAIL_LENGTH || ASCII.test(domain) || !DOMAIN.test(domain)) return address
  try {
    return address.slice(0, at) + new URL(`http://${domain}`).hostname
  } catch {
    return address
  }
}
