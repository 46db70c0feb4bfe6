import { API_PREFIX } from '../../shared/api-prefix.ts'
import { authApi, type Viewer } from '../../shared/auth.ts'
import { storedText } from '../store.ts'

/**
 * The last known replies, kept on this device for when the network is away: of the endpoints that are marked so, and for the one
 * person who is signed in. Browsers have this only where they trust the connection (https, localhost).
 */
const isPossible = 'caches' in globalThis

/**
 * Names, for all tabs, who is signed in and so whose replies may be kept: where it is not, nothing is. With another role or
 * department the same person may see other things, so these are part of the name.
 */
export const SIGNED_IN = 'muster.person'
const pointer = storedText(SIGNED_IN)
const CACHE = 'muster.kept.'
const AT = 'x-muster-kept-at'
/** Of all filters and pages that somebody has looked at, those looked at last. */
const MAX_CACHED = 80

const ownerOf = ({ id, role, departmentId }: Viewer) => `${id}.${role}.${departmentId}`

let person = isPossible ? pointer.get() : null

/** From now on replies are kept for this person in this role and department, and no others are there any more. */
export async function cacheFor(viewer: Viewer) {
  const owner = ownerOf(viewer)
  pointer.set(owner)
  if (!isPossible) return
  person = owner
  if (pointer.get() !== owner) return
  await dropCaches((name) => name !== CACHE + owner)
  await cacheReply(API_PREFIX + authApi.session.path, JSON.stringify(viewer), owner)
}

/** For whom replies are kept now; to be taken before a call, as its reply is for nobody else. */
export const cachedFor = () => person

/** Keeps the reply of an address for whom it was asked, if they are still the one who is signed in. */
export async function cacheReply(url: string, text: string, owner: string | null) {
  if (owner === null || person !== owner || pointer.get() !== owner) return
  try {
    const cache = await caches.open(CACHE + owner)
    await cache.put(url, new Response(text, { headers: { [AT]: String(Date.now()) } }))
    const all = await cache.keys()
    await Promise.all(all.slice(0, Math.max(0, all.length - MAX_CACHED)).map((request) => cache.delete(request)))
  } catch {
    // The device is full: what is not kept cannot be shown.
  }
  // Somebody may have signed out meanwhile, in another tab too.
  if (pointer.get() !== owner) await caches.delete(CACHE + owner)
}

/** Whether this person, as they are, is the one who is signed in here, as far as any tab knows. */
export const isSignedIn = (viewer: Viewer) => pointer.get() === ownerOf(viewer)

/** The last known reply of an address, and when that was. */
export async function cachedReply(url: string) {
  if (person === null || pointer.get() !== person) return null
  try {
    const cached = await (await caches.open(CACHE + person)).match(url)
    return cached ? { text: await cached.text(), at: Number(cached.headers.get(AT)) } : null
  } catch {
    return null
  }
}

/** Erases all of it. */
export async function clearResponseCache() {
  pointer.set(null)
  if (!isPossible) return
  person = null
  await dropCaches(() => true)
}

async function dropCaches(which: (cache: string) => boolean) {
  const names = (await caches.keys()).filter((name) => name.startsWith(CACHE) && which(name))
  await Promise.all(names.map((name) => caches.delete(name)))
}
