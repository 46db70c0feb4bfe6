/** Everywhere Muster runs, browsers included; `shared` knows neither Node's types nor the browser's. */
declare const URL: new (address: string) => { hostname: string }

/** What a domain may be written with: letters of any language, and the full stops of Chinese and Japanese keyboards. */
const DOMAIN = /^[\p{L}\p{M}\p{N}.\u3002\uff0e\uff61-]+$/u
const ASCII = /^[\0-\x7f]*$/
/** The longest address. To turn what is much longer into ASCII takes time that grows with its square. */
export const LONGEST_EMAIL = 254

/**
 * An e-mail address with its domain in ASCII (`a@münchen.example` as `a@xn--mnchen-3ya.example`), as mail servers know it and
 * as it is stored. What has no such form, and every ASCII address, comes back as it is: whether it is an address is the
 * contract's question.
 */
export function asciiEmail(address: string): string {
  const at = address.lastIndexOf('@') + 1
  const domain = address.slice(at)
  if (at === 0 || address.length > LONGEST_EMAIL || ASCII.test(domain) || !DOMAIN.test(domain)) return address
  try {
    return address.slice(0, at) + new URL(`http://${domain}`).hostname
  } catch {
    return address
  }
}
