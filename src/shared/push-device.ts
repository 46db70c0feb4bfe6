/** The agreement between the service worker and the pages of a device. The worker reads it, so it has no schemas. */

/** How a device rings, as far as a page can choose it: with sound and vibration, with sound alone, or silently. */
export const alertModes = ['all', 'sound', 'silent'] as const
export type AlertMode = (typeof alertModes)[number]

/** Where the choice is stored on the device: in a cache, because the service worker reads no `localStorage`. */
export const ALERT_STORE = { cache: 'muster.device', address: '/ring-mode' }

/** The choice that a stored text stands for. */
export const alertModeOf = (text: string | undefined): AlertMode => alertModes.find((mode) => mode === text) ?? 'all'

/** The data of a notification that a device shows. `notificationId` is null for a test. */
export interface ShownData {
  notificationId: number | null
  navigate: string
}

/** The service worker's message to a page after a tap on a notification. The page answers on its port. */
export interface OpenMessage {
  type: 'open'
  /** A path with its query. */
  address: string
}
