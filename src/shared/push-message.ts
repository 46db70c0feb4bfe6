/** What is sent to a device, and what the service worker and the pages of a device agree on. No schemas: the service worker reads it. */

/**
 * The body of a push: Declarative Web Push (w3c.github.io/push-api). A browser that knows it shows it by itself. The others give it to
 * the service worker, which shows the same.
 */
export interface PushMessage {
  web_push: 8030
  notification: {
    title: string
    /** The absolute address that a tap opens. */
    navigate: string
    body?: string
    lang?: string
    dir?: 'ltr' | 'rtl' | 'auto'
    /** A notification takes the place of the one with the same tag, without ringing again. */
    tag?: string
  }
  /** How many notifications are unread: the number on the app's icon. */
  app_badge?: number
  /** The service worker may change how it rings. */
  mutable?: boolean
}

const TAG = /^notification-(\d+)$/

/** The tag under which a device shows a notification. */
export const tagOf = (id: number) => `notification-${id}`

/** The id of the notification that is shown under a tag; null for a test, or anything else. */
export const idOfTag = (tag: string | undefined) => {
  const id = TAG.exec(tag ?? '')?.[1]
  return id === undefined ? null : Number(id)
}

/** How a device rings, as far as a page can choose it: with sound and vibration, with sound alone, or silently. */
export const ringModes = ['all', 'sound', 'silent'] as const
export type RingMode = (typeof ringModes)[number]

/** Where the choice is stored on the device: in a cache, because the service worker reads no `localStorage`. */
export const RING_STORE = { cache: 'muster.device', address: '/ring-mode' }

/** The choice that a stored text stands for. */
export const ringModeOf = (text: string | undefined): RingMode => ringModes.find((mode) => mode === text) ?? 'all'

/** What the service worker says to a page when somebody has tapped a notification. The page answers on the port that comes with it. */
export interface OpenMessage {
  type: 'open'
  /** A path with its query. */
  address: string
}
