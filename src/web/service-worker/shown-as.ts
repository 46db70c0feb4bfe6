import { idOfTag, type PushMessage, type RingMode } from '../../shared/push-message.ts'

/** A notification as `showNotification` takes it. */
export interface Shown {
  title: string
  options: {
    body?: string | undefined
    lang?: string | undefined
    dir?: 'ltr' | 'rtl' | 'auto' | undefined
    tag: string
    icon: string
    badge: string
    /** Browsers that know Declarative Web Push want it here, too. */
    navigate: string
    data: { navigate: string; id: number | null }
    silent?: true
    vibrate?: number[]
  }
  /** The number for the app's icon; null when the push says none. */
  count: number | null
}

/**
 * What a push looks like on this device. Whatever was sent, there is something to show: a browser would otherwise show its own text, and
 * end the subscription after some.
 */
export function shownAs(pushed: unknown, mode: RingMode): Shown {
  const { notification, app_badge } = (isObject(pushed) ? pushed : {}) as Partial<PushMessage>
  const sent: Partial<Record<string, unknown>> = isObject(notification) ? notification : {}
  const tag = text(sent.tag) ?? 'muster'
  const navigate = text(sent.navigate) ?? '/'
  return {
    // untranslated: the product's name
    title: text(sent.title) ?? 'Muster',
    options: {
      body: text(sent.body),
      lang: text(sent.lang),
      dir: sent.dir === 'rtl' || sent.dir === 'ltr' ? sent.dir : undefined,
      // One that is shown under its tag already is replaced, and does not ring again.
      tag,
      icon: '/icons/any-192.png',
      badge: '/icons/badge-96.png',
      navigate,
      data: { navigate, id: idOfTag(tag) },
      ...(mode === 'silent' && { silent: true as const }),
      ...(mode === 'sound' && { vibrate: [] }),
    },
    count: typeof app_badge === 'number' && app_badge >= 0 ? Math.floor(app_badge) : null,
  }
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
const text = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
