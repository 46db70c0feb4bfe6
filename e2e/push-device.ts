import type { Page } from '@playwright/test'
import type { NewSubscription } from '../src/shared/push.ts'
import { expect } from './muster.ts'

/**
 * A device that can be told. Chromium without windows refuses notifications, and without Google it has no push service.
 * So these stand in: the person's answer, the subscription (`test/support/push-service.ts`), and shown notifications,
 * which are kept in a cache. The worker, and the pushes that it gets, are real.
 */

/** Lets the page's browser be told. Call it before opening. `answer` is the person's to the browser's question. */
export async function canBeTold(page: Page, subscription: NewSubscription, answer: 'granted' | 'denied' = 'granted') {
  await page.addInitScript(standInForShown)
  await page.addInitScript(
    ([subscription, answer]) => {
      const NAME = 'test.subscription'
      const PERMISSION = 'test.permission'
      Object.defineProperty(Notification, 'permission', { get: () => localStorage.getItem(PERMISSION) ?? 'default' })
      Notification.requestPermission = async () => {
        localStorage.setItem(PERMISSION, answer)
        return answer
      }
      const bytes = (key: string) =>
        Uint8Array.from(atob(key.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0)).buffer
      const current = () => {
        const key = localStorage.getItem(NAME)
        if (key === null) return null
        return {
          options: { userVisibleOnly: true, applicationServerKey: bytes(key) },
          toJSON: () => subscription,
          async unsubscribe() {
            localStorage.removeItem(NAME)
            return true
          },
        }
      }
      Object.assign(PushManager.prototype, {
        getSubscription: async () => current(),
        async subscribe({ applicationServerKey }: { applicationServerKey: string }) {
          localStorage.setItem(NAME, applicationServerKey)
          return current()
        },
      })
    },
    [subscription, answer] as const,
  )
}

/** Runs in pages and in the worker, which Chromium without windows would end for setting a badge. */
function standInForShown() {
  const opened = () => caches.open('test.shown')
  Object.defineProperty(navigator, 'setAppBadge', {
    value: async (count: number) => (await caches.open('test.badge')).put('/', new Response(String(count))),
  })
  Object.assign(ServiceWorkerRegistration.prototype, {
    async showNotification(title: string, options: { tag: string }) {
      const cache = await opened()
      await cache.put(`/${options.tag}`, new Response(JSON.stringify({ ...options, title })))
    },
    async getNotifications() {
      const cache = await opened()
      const all = await Promise.all((await cache.keys()).map((key) => cache.match(key)))
      const shown = await Promise.all(all.map((each) => each?.json()))
      return shown.map((each) => ({ ...each, close: () => void cache.delete(`/${each.tag}`) }))
    },
  })
}

/** Whether the page's browser is subscribed. */
export const isSubscribed = (page: Page) => page.evaluate(() => localStorage.getItem('test.subscription') !== null)

/** The notifications that the device shows. */
export const shownOn = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    const shown = (await registration?.getNotifications()) ?? []
    return shown.map(({ title, body, tag, silent = null }) => ({ title, body, tag, silent }))
  })

/** The number on the app's icon. */
export const badgeOf = (page: Page) =>
  page.evaluate(async () => Number(await (await caches.match('/', { cacheName: 'test.badge' }))?.text()))

function workerOf(page: Page) {
  const address = new URL('/service-worker.js', page.url()).href
  const worker = page
    .context()
    .serviceWorkers()
    .find((each) => each.url() === address)
  if (!worker) throw new Error('There is no service worker yet')
  return worker
}

/** Returns a function that gives a push to the page's service worker, as the browser does. */
export async function deliverTo(page: Page) {
  await workerOf(page).evaluate(standInForShown)
  const browser = await page.context().newCDPSession(page)
  const registration = new Promise<string>((resolve) =>
    browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId)
    }),
  )
  await browser.send('ServiceWorker.enable')
  const registrationId = await registration
  const { origin } = new URL(page.url())
  return async (data: string) => {
    await browser.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data })
  }
}

/** Taps a notification that the device shows. */
export async function tap(page: Page, tag: string) {
  const found = await workerOf(page).evaluate(async (tag) => {
    const { registration } = self as unknown as {
      registration: { getNotifications(): Promise<{ tag: string }[]> }
    }
    const notification = (await registration.getNotifications()).find((each) => each.tag === tag)
    // An event of our own may not prolong the worker's life; the page keeps it alive.
    self.dispatchEvent(Object.assign(new Event('notificationclick'), { notification, waitUntil: () => undefined }))
    return notification !== undefined
  }, tag)
  expect(found, `${tag} is shown`).toBe(true)
}

/** Lets the browser end the subscription and give another one. */
export const changeSubscription = (page: Page, next: NewSubscription) =>
  workerOf(page).evaluate((next) => {
    Object.assign(PushManager.prototype, { subscribe: async () => ({ toJSON: () => next }) })
    const change = { newSubscription: null, waitUntil: () => undefined }
    self.dispatchEvent(Object.assign(new Event('pushsubscriptionchange'), change))
  }, next)
