import { pushApi } from '../../shared/push.ts'
import type { ShownData } from '../../shared/push-device.ts'
import { createStore, onPersonGone } from '../store.ts'
import { call } from './call.ts'
import { pushPerson } from './push-person.ts'
import { hasKey, isAppleTouch, type PushSupport, supportOf } from './push-support.ts'
import { markStale } from './queries.ts'

/** This device and web push: whether it is told while Muster is closed, and how that begins and ends. */

/** `denied`: the browser has been told to refuse. `unknown`: not read yet. */
export type DeviceState = Exclude<PushSupport, 'possible'> | 'unknown' | 'denied' | 'off' | 'on'

const state = createStore<DeviceState>('unknown')
/** Hook: whether this device is told. */
export const useDeviceState = state.use

/** Whether this is an iPhone or iPad, whose settings are elsewhere. */
export const isApple = () => isAppleTouch(navigator)

const support = () =>
  supportOf({
    isSecure: isSecureContext,
    hasPush: 'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis,
    isAppleTouch: isApple(),
    isInstalled:
      matchMedia('(display-mode: standalone)').matches || ('standalone' in navigator && navigator.standalone === true),
  })

/** Beginning and ending come one after the other. */
let last: Promise<unknown> = Promise.resolve()
function inOrder<T>(work: () => Promise<T>): Promise<T> {
  const result = last.then(work)
  last = result.catch(() => undefined)
  return result
}

const registrationNow = () => navigator.serviceWorker?.getRegistration().catch(() => undefined)

async function subscriptionNow() {
  const registration = await registrationNow()
  return (await registration?.pushManager?.getSubscription()) ?? null
}

/**
 * Sees to it that this device is told exactly if its person wants it: ends another person's subscription, and renews
 * one that a new session or a new key has ended. Call it when the page has opened, or when the permission may have
 * changed.
 */
export const keepDevice = (viewerId: string) =>
  inOrder(async () => {
    const possible = support()
    if (possible !== 'possible') return state.set(possible)
    const person = pushPerson.get()
    const subscription = await subscriptionNow()
    if (person?.id !== viewerId) {
      if (person || subscription) await endDevice()
      return state.set(refused())
    }
    try {
      const { publicKey, devices } = await call(pushApi.list, {})
      const known = devices.find(({ isCurrent }) => isCurrent)
      if (Notification.permission !== 'granted') {
        if (known) await call(pushApi.remove, { params: { id: known.id } })
        await endDevice()
        return state.set(refused())
      }
      const isKnown = known !== undefined
      // The person has removed it, on another device.
      if (!isKnown && subscription && !person.isSessionNew) {
        await endDevice()
        return state.set('off')
      }
      if (!isKnown || !subscription || !hasKey(subscription.options, publicKey)) await subscribe(publicKey)
      pushPerson.set(viewerId)
      state.set('on')
    } catch (error) {
      // Without a network it stays as it is; the next visit tries again.
      console.info('It could not be checked whether this device is told', error)
      state.set(subscription && Notification.permission === 'granted' ? 'on' : refused())
    }
  })

const refused = () => (Notification.permission === 'denied' ? 'denied' : 'off')

/**
 * Begins to tell this device, and asks the browser's permission first: call it in the press itself. Returns `denied` or
 * `off` if the person has refused, or has closed the question. Throws if the browser or the server cannot do it.
 */
export async function tellDevice(viewerId: string): Promise<'on' | 'denied' | 'off'> {
  const permission = await Notification.requestPermission()
  if (permission !== 'granted') {
    state.set(refused())
    return refused()
  }
  return inOrder(async () => {
    const { publicKey } = await call(pushApi.list, {})
    await subscribe(publicKey, pushPerson.get()?.id !== viewerId)
    pushPerson.set(viewerId)
    state.set('on')
    return 'on' as const
  })
}

/** Subscribes and tells the server. An old subscription for another person or key gives way to a new one. */
async function subscribe(publicKey: string, isForeign = false) {
  await navigator.serviceWorker.register('/service-worker.js')
  const { pushManager } = await navigator.serviceWorker.ready
  const before = await pushManager.getSubscription()
  if (before && (isForeign || !hasKey(before.options, publicKey))) await before.unsubscribe()
  const subscription = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
  const { endpoint = '', keys = {} } = subscription.toJSON()
  const { p256dh = '', auth = '' } = keys
  try {
    await call(pushApi.subscribe, { body: { endpoint, keys: { p256dh, auth } } })
  } catch (error) {
    await subscription.unsubscribe()
    throw error
  }
  void markStale(pushApi.subscribe.changes ?? [])
}

/** Ends it on this device. Its row on the server has gone or is going. */
export const silenceDevice = () =>
  inOrder(async () => {
    if (support() !== 'possible') return
    await endDevice()
    state.set(refused())
  })

async function endDevice() {
  pushPerson.set(null)
  await clearDevice()
  const subscription = await subscriptionNow()
  await subscription?.unsubscribe().catch(() => false)
}

/** Removes a person's notifications from this device, and the number on the app's icon. */
export async function clearDevice() {
  showCount(0)
  await closeShown(() => true)
}

/** Closes the notifications that this device shows, of those that `which` chooses by their ids; a test has none. */
export async function closeShown(which: (id: number | null) => boolean) {
  const shown = await shownNow()
  for (const notification of shown) {
    const { notificationId = null } = (notification.data ?? {}) as Partial<ShownData>
    if (which(notificationId)) notification.close()
  }
}

/** The notifications that this device shows. */
export async function shownNow(): Promise<Notification[]> {
  const registration = await registrationNow()
  return (await registration?.getNotifications?.()) ?? []
}

/** Shows the number of unread notifications on the app's icon, where the app is installed. */
export function showCount(count: number) {
  if ('setAppBadge' in navigator) void navigator.setAppBadge(count).catch(() => undefined)
}

onPersonGone(() => void silenceDevice().catch(() => undefined))
