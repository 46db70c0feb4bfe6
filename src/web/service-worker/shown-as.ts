import type { PushMessage } from '../../shared/push.ts'
import type { AlertMode, ShownData } from '../../shared/push-device.ts'

/** A notification as `showNotification` takes it. */
export interface Shown {
  title: string
  options: {
    body?: string | undefined
    lang?: string | undefined
    dir?: 'ltr' | 'rtl' | undefined
    tag: string
    icon: string
    badge: string
    /** Browsers that know Declarative Web Push want it here, too. */
    navigate: string
    data: ShownData
    silent?: true
    vibrate?: number[]
  }
  /** The number for the app's icon; null when the push says none. */
  count: number | null
}

/**
 * The look of a push on this device. Every push gives something to show: a browser would otherwise show its own text,
 * and end the subscription after some.
 */
export function notificationShownAs(pushed: unknown, mode: AlertMode): Shown {
  const { notification, app_badge } = fieldsOf<PushMessage>(pushed)
  const sent = fieldsOf<PushMessage['notification']>(notification)
  const { notificationId } = fieldsOf<PushMessage['notification']['data']>(sent.data)
  const navigate = text(sent.navigate) ?? '/'
  return {
    // untranslated: the product's name
    title: text(sent.title) ?? 'Muster',
    options: {
      body: text(sent.body),
      lang: text(sent.lang),
      dir: sent.dir === 'rtl' || sent.dir === 'ltr' ? sent.dir : undefined,
      // One that is shown under its tag already is replaced, and does not ring again.
      tag: text(sent.tag) ?? 'muster',
      icon: '/icons/any-192.png',
      badge: '/icons/badge-96.png',
      navigate,
      data: { navigate, notificationId: typeof notificationId === 'number' ? notificationId : null },
      ...(mode === 'silent' && { silent: true as const }),
      ...(mode === 'sound' && { vibrate: [] }),
    },
    count: typeof app_badge === 'number' && app_badge >= 0 ? Math.floor(app_badge) : null,
  }
}

/** The fields of something that was sent, if it has any. */
const fieldsOf = <T>(value: unknown): { [K in keyof T]?: unknown } =>
  typeof value === 'object' && value !== null ? value : {}
const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
