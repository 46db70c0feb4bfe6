import { createDecipheriv, createECDH, hkdfSync, randomBytes, randomUUID } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { expect } from './muster.ts'

/** A push service of our own, in place of those of Google, Mozilla and Apple, which tests do not reach. */

export interface Subscription {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

export async function openPushService() {
  const received: { headers: IncomingHttpHeaders; body: Buffer; path: string }[] = []
  const server = createServer(async (request, response) => {
    received.push({ headers: request.headers, path: request.url ?? '', body: Buffer.concat(await request.toArray()) })
    response.writeHead(201).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    /** The host and the port, as PUSH_HOSTS takes them. */
    host,
    /** A browser of this service: its subscription, and how it reads what it gets. */
    browser() {
      const own = createECDH('prime256v1')
      const auth = randomBytes(16)
      const p256dh = own.generateKeys()
      const path = `/${randomUUID()}`
      const subscription: Subscription = {
        endpoint: `http://${host}${path}`,
        keys: { p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') },
      }
      const read = (body: Buffer) => {
        const [salt, sender, text] = [body.subarray(0, 16), body.subarray(21, 86), body.subarray(86)]
        const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, sender])
        const key = Buffer.from(hkdfSync('sha256', own.computeSecret(sender), auth, info, 32))
        const derive = (name: string, bytes: number) =>
          Buffer.from(hkdfSync('sha256', key, salt, `Content-Encoding: ${name}\0`, bytes))
        const cipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12))
        cipher.setAuthTag(text.subarray(-16))
        const padded = Buffer.concat([cipher.update(text.subarray(0, -16)), cipher.final()])
        return padded.subarray(0, padded.lastIndexOf(2)).toString()
      }
      /** The bodies of the pushes that it got, decrypted. */
      const pushes = () => received.filter((push) => push.path === path).map(({ body }) => read(body))
      return { subscription, pushes }
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
export type PushService = Awaited<ReturnType<typeof openPushService>>

/**
 * Lets the page's browser subscribe at our service: Chromium without Google has none. What the worker shows is Chromium's own. Call it
 * before the page is opened.
 */
export const subscribeAt = (page: Page, subscription: Subscription) =>
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
