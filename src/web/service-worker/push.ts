import { API_PREFIX } from '../../shared/api-prefix.ts'
import { ALERT_STORE, alertModeOf, type OpenMessage, type ShownData } from '../../shared/push-device.ts'
import { notificationShownAs } from './shown-as.ts'

/** Pushes on the device, and taps on them (docs/live.md). */

declare const self: ServiceWorkerGlobalScope

/** Of a browser that knows Declarative Web Push and asks the worker how to show it. */
interface DeclarativePush {
  notification?: (Notification & { navigate?: string }) | null
  appBadge?: number | null
}

/** A page that has not answered by then, in milliseconds, is asleep, or shows the sign-in screen. */
const PAGE_ANSWERS_MS = 2000
const SUBSCRIPTIONS = `${API_PREFIX}/push-subscriptions`

self.addEventListener('push', (event) => event.waitUntil(showPush(event)))
self.addEventListener('notificationclick', (event) => event.waitUntil(openTapped(event)))
self.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(subscribeAnew(event)))

async function showPush(event: PushEvent & DeclarativePush) {
  const { title, options, count } = notificationShownAs(pushedIn(event), await alertMode())
  // First the most important parts.
  await self.registration.showNotification(title, options)
  await setBadge(count)
}

function pushedIn({ data, notification, appBadge }: PushEvent & DeclarativePush): unknown {
  if (notification) {
    const { title, body, navigate, lang, dir, tag, data } = notification
    return { notification: { title, body, navigate, lang, dir, tag, data }, app_badge: appBadge }
  }
  try {
    return data?.json()
  } catch {
    return null
  }
}

async function alertMode() {
  const stored = await caches.match(ALERT_STORE.address, { cacheName: ALERT_STORE.cache })
  return alertModeOf(await stored?.text())
}

/** The number on the app's icon. Where the app is not installed there is none. */
async function setBadge(count: number | null) {
  if (count !== null && 'setAppBadge' in navigator) await navigator.setAppBadge(count).catch(() => undefined)
}

/** Leads the page that was used last to the notification's subject; opens a page if there is none. */
async function openTapped({ notification }: NotificationEvent) {
  notification.close()
  const { navigate, notificationId } = (notification.data ?? {}) as Partial<ShownData>
  // The server may call itself by another name than the one by which this device reaches it.
  const { pathname, search } = new URL(navigate ?? '/', location.origin)
  await Promise.all([lead(pathname + search), notificationId != null && markRead(notificationId)])
}

async function lead(address: string) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  // The API's document is no screen.
  const page = windows.find(({ url }) => !new URL(url).pathname.startsWith('/api/'))
  if (page && (await isLed(page, address))) return
  await self.clients.openWindow(address)
}

/** Shows the page in front and lets it go there by itself, so that nothing is lost that somebody has typed. */
async function isLed(page: WindowClient, address: string) {
  // The browser may refuse to show it in front. It goes there all the same.
  await page.focus().catch(() => undefined)
  const { port1, port2 } = new MessageChannel()
  const answered = new Promise<boolean>((resolve) => {
    port1.onmessage = () => resolve(true)
    setTimeout(resolve, PAGE_ANSWERS_MS, false)
  })
  page.postMessage({ type: 'open', address } satisfies OpenMessage, [port2])
  return answered
}

/** Without a network it stays unread. */
const markRead = (id: number) =>
  fetch(`${API_PREFIX}/notifications/${id}/read`, { method: 'PUT' }).catch(() => undefined)

/** The browser has ended the subscription, or given another one. It is not renewed for somebody who has signed out. */
async function subscribeAnew({ newSubscription }: PushSubscriptionChangeEvent) {
  const reply = await fetch(SUBSCRIPTIONS)
  if (!reply.ok) return
  const { publicKey } = (await reply.json()) as { publicKey: string }
  const subscription =
    newSubscription ??
    (await self.registration.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey }))
  const { endpoint, keys } = subscription.toJSON()
  await fetch(SUBSCRIPTIONS, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ endpoint, keys }),
  })
}
