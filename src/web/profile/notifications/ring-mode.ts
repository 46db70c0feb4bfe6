import { RING_STORE, type RingMode, ringModeOf } from '../../../shared/told-device.ts'
import { createStore } from '../../store.ts'

/** How this device rings. It belongs to the device like its volume, and not to the person who is signed in. */
const mode = createStore<RingMode>('all')
/** Hook: how this device rings. */
export const useRingMode = mode.use

/** Reads the choice. Without one, or where the browser stores nothing, the device rings with all it has. */
export async function readRingMode() {
  const stored = await caches.match(RING_STORE.address, { cacheName: RING_STORE.cache }).catch(() => undefined)
  mode.set(ringModeOf(await stored?.text()))
}

/** Chooses how this device rings from the next notification on. Throws if the browser cannot store it. */
export async function chooseRingMode(next: RingMode) {
  const before = mode.get()
  mode.set(next)
  try {
    const cache = await caches.open(RING_STORE.cache)
    await cache.put(RING_STORE.address, new Response(next))
  } catch (error) {
    mode.set(before)
    throw error
  }
}
