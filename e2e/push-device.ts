import type { Page } from '@playwright/test'
import type { NewSubscription } from '../src/shared/push.ts'
import { expect } from './muster.ts'

/**
 * Lets the page's browser subscribe at `test/support/push-service.ts`: Chromium without Google has none of its own. What the worker shows is Chromium's own. Call it
 * before the page is opened.
 */
export const subscribeAt = (page: Page, subscription: NewSubscription) =>
  page.addInitScript((subscription) => {
    const NAME = 'test.subscription'
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
  }, subscription)

/** Whether the page's browser is subscribed. */
export const isSubscribed = (page: Page) => page.evaluate(() => localStorage.getItem('test.subscription') !== null)

/** The notifications that the device shows. */
export const shownOn = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration()
    const shown = (await registration?.getNotifications()) ?? []
    return shown.map(({ title, body, tag, silent }) => ({ title, body, tag, silent }))
  })

/** Gives pushes to the page's service worker, as the browser does. */
export async function deliverTo(page: Page) {
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

/** Taps a notification that the device shows. Chromium without windows draws none, so the worker gets the event from here. */
export async function tap(page: Page, tag: string) {
  const { origin } = new URL(page.url())
  const worker = page
    .context()
    .serviceWorkers()
    .find((each) => each.url() === `${origin}/service-worker.js`)
  expect(worker, 'the service worker').toBeDefined()
  await worker?.evaluate(async (tag) => {
    const scope = self as unknown as {
      registration: { getNotifications(filter: { tag: string }): Promise<unknown[]> }
      NotificationEvent: new (type: string, init: { notification: unknown }) => Event
    }
    const [notification] = await scope.registration.getNotifications({ tag })
    self.dispatchEvent(new scope.NotificationEvent('notificationclick', { notification }))
  }, tag)
}
