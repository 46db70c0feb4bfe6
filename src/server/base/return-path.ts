const MAX_LENGTH = 1000
/** No name of a host can be read from it. */
const BASE = 'http://muster.invalid'

/**
 * The path of a page of ours from the address that a browser asks to come back to; `/` for anything that leads
 * elsewhere or is no page. The part behind `#` is left out.
 */
export function returnPath(wanted: unknown): string {
  if (typeof wanted !== 'string' || wanted.length > MAX_LENGTH || !wanted.startsWith('/')) return '/'
  if (!URL.canParse(wanted, BASE)) return '/'
  const { origin, pathname, search } = new URL(wanted, BASE)
  // Dots are resolved only now: "/.//host" has become "//host", which browsers read as another site.
  if (origin !== BASE || pathname.startsWith('//')) return '/'
  if (/^\/(api|ws|login)(\/|$)/.test(pathname)) return '/'
  return pathname + search
}
