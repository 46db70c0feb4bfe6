import { API_PREFIX } from '../../shared/api-prefix.ts'
import { authApi, type Viewer } from '../../shared/auth.ts'
import { storedText } from '../store.ts'

/**
 * The last known replies, stored on this device for when the network is away. It stores endpoints that have `cached`,
 * and only for the person who is signed in. Browsers offer it only on connections that they trust (https, localhost).
 * Only notifications hold words of the server. They stay in the language in which they were read until the bell reads
 * them again.
 */
const isPossible = 'caches' in globalThis

/**
 * Names the person who is signed in, for all tabs. Replies are cached only for them. Role and department are part of
 * the name, because with others the same person may see other data.
 */
export const SIGNED_IN = 'muster.person'
const pointer = storedText(SIGNED_IN)
const CACHE = 'muster.kept.'
const AT = 'x-muster-kept-at'
/** Replies, one for each filter and page. The newest stay. */
const MAX_CACHED = 80

const ownerOf = ({ id, role, departmentId }: Viewer) => `${id}.${role}.${departmentId}`

let person = isPossible ? pointer.get() : null

/** From now on caches replies for this person in this role and department. Erases all others. */
export async function cacheFor(viewer: Viewer) {
  const owner = ownerOf(viewer)
  pointer.set(owner)
  if (!isPossible) return
  person = owner
  if (pointer.get() !== owner) return
  await dropCaches((name) => name !== CACHE + owner)
  await cacheReply(API_PREFIX + authApi.session.path, JSON.stringify(viewer), owner)
}

/** The person whose replies are cached now. Take it before a call: the reply is for nobody else. */
export const cacheOwner = () => person

/** Caches the reply of a URL for its owner, if they are still signed in. */
export async function cacheReply(url: string, text: string, owner: string | null) {
  if (owner === null || person !== owner || pointer.get() !== owner) return
  try {
    const cache = await caches.open(CACHE + owner)
    await cache.put(url, new Response(text, { headers: { [AT]: String(Date.now()) } }))
    const all = await cache.keys()
    await Promise.all(all.slice(0, Math.max(0, all.length - MAX_CACHED)).map((request) => cache.delete(request)))
  } catch {
    // The device is full. This reply cannot be shown without a network.
  }
  // The person may have signed out meanwhile, also in another tab.
  if (pointer.get() !== owner) await caches.delete(CACHE + owner)
}

/** Whether this person, in this role and department, is the one who is signed in, in any tab. */
export const isSignedIn = (viewer: Viewer) => pointer.get() === ownerOf(viewer)

/** The last known reply of a URL and its time in milliseconds; null when there is none. */
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
