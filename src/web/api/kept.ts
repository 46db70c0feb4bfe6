import { API_PREFIX } from '../../shared/api-prefix.ts'
import { authApi, type Viewer } from '../../shared/auth.ts'
import { storedText } from '../store.ts'

/**
 * The last known replies, kept on this device for when the network is away: of the endpoints that are marked so, and for the one
 * person who is signed in. Browsers have this only where they trust the connection (https, localhost).
 */
const isPossible = 'caches' in globalThis

/** Names, for all tabs, who is signed in and so whose replies may be kept: where it is not, nothing is. */
export const SIGNED_IN = 'muster.person'
const pointer = storedText(SIGNED_IN)
const CACHE = 'muster.kept.'
const AT = 'x-muster-kept-at'
/** Of all filters and pages that somebody has looked at, those looked at last. */
const MOST = 80

let person = isPossible ? pointer.get() : null

/** From now on replies are kept for this person, and nobody else's are there any more. */
export async function keepFor(viewer: Viewer) {
  pointer.set(viewer.id)
  if (!isPossible) return
  person = viewer.id
  if (pointer.get() !== viewer.id) return
  await forget((name) => name !== CACHE + viewer.id)
  await keep(API_PREFIX + authApi.session.path, JSON.stringify(viewer))
}

/** Keeps the reply of an address. */
export async function keep(url: string, text: string) {
  const owner = person
  if (owner === null || pointer.get() !== owner) return
  try {
    const cache = await caches.open(CACHE + owner)
    await cache.put(url, new Response(text, { headers: { [AT]: String(Date.now()) } }))
    const all = await cache.keys()
    await Promise.all(all.slice(0, Math.max(0, all.length - MOST)).map((request) => cache.delete(request)))
  } catch {
    // The device is full: what is not kept cannot be shown.
  }
  // Somebody may have signed out meanwhile, in another tab too.
  if (pointer.get() !== owner) await caches.delete(CACHE + owner)
}

/** Whether this person is the one who is signed in here, as far as any tab knows. */
export const isSignedIn = (id: string) => pointer.get() === id

/** The last known reply of an address, and when that was. */
export async function keptReply(url: string) {
  if (person === null || pointer.get() !== person) return null
  try {
    const kept = await (await caches.open(CACHE + person)).match(url)
    return kept ? { text: await kept.text(), at: Number(kept.headers.get(AT)) } : null
  } catch {
    return null
  }
}

/** Erases all of it. */
export async function forgetKept() {
  pointer.set(null)
  if (!isPossible) return
  person = null
  await forget(() => true)
}

async function forget(which: (cache: string) => boolean) {
  const names = (await caches.keys()).filter((name) => name.startsWith(CACHE) && which(name))
  await Promise.all(names.map((name) => caches.delete(name)))
}
