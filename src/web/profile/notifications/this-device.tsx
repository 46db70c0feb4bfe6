import { BellRing } from 'lucide-react'
import { useEffect, useState } from 'react'
import { ALERT_STORE, type AlertMode, alertModeOf, alertModes } from '../../../shared/push-device.ts'
import { type Message, msg } from '../../../shared/words/message.ts'
import { messageOf } from '../../api/call-endpoint.ts'
import { type DeviceState, isApple, keepDevice, tellDevice, useDeviceState } from '../../api/push-device.ts'
import { useViewer } from '../../api/viewer.ts'
import { useI18n } from '../../language.ts'
import { createStore } from '../../store.ts'
import { Button } from '../../ui/button.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toastError } from '../../ui/toast.tsx'
import { focusPart, Note, Part } from './part.tsx'

const PART = 'this-device'

/** Whether this device is told while Muster is closed: the button that begins it, or the obstacle. */
export function ThisDevice() {
  const i18n = useI18n()
  const state = useDeviceState()
  return (
    <Part id={PART} title={i18n.t('This device')}>
      <div aria-live="polite">
        <State state={state} />
      </div>
    </Part>
  )
}

function State({ state }: { state: DeviceState }) {
  const i18n = useI18n()
  if (state === 'unknown') {
    return (
      <div className="mt-2">
        <span className="sr-only">{i18n.t('Loading...')}</span>
        <Skeleton className="h-4 w-56" />
      </div>
    )
  }
  if (state === 'on') return <On />
  if (state === 'off') return <Off />
  return <Note>{i18n.t(state === 'denied' && isApple() ? DENIED_BY_APPLE : obstacles[state])}</Note>
}

const obstacles: Record<Exclude<DeviceState, 'unknown' | 'on' | 'off'>, Message> = {
  install: msg(
    'An iPhone or iPad shows notifications only if Muster is on its home screen. Tap Share, then "Add to Home Screen". Open Muster from there, sign in, and come back to this page.',
  ),
  denied: msg(
    'Notifications from Muster are blocked in this browser. Tap the sign beside the address, allow notifications, and come back to this page.',
  ),
  insecure: msg(
    'Browsers allow notifications only at addresses that begin with https. Ask the person who runs Muster for such an address.',
  ),
  unsupported: msg(
    'This browser cannot show notifications while Muster is closed. A newer one, such as Chrome, Edge, Firefox or Safari, can.',
  ),
}
const DENIED_BY_APPLE = msg(
  'Notifications from Muster are blocked on this device. Open Settings, then Notifications, then Muster, allow them, and come back to this page.',
)

function Off() {
  const { id } = useViewer()
  const i18n = useI18n()
  const [pending, setPending] = useState(false)
  const [wasClosed, setWasClosed] = useState(false)
  const tell = async () => {
    setPending(true)
    try {
      const state = await tellDevice(id)
      if (state === 'off') setWasClosed(true)
      else focusPart(PART)
    } catch (error) {
      console.info('This device could not be told', error)
      toastError(messageOf(error, i18n.t('It could not be set up on this device. Please try again.')))
    }
    setPending(false)
  }
  return (
    <>
      <Note>{i18n.t('Get tasks, messages and reminders on this device, also while Muster is closed.')}</Note>
      <Button variant="primary" onClick={tell} pending={pending} className="mt-3">
        {!pending && <BellRing aria-hidden="true" className="size-4" />}
        {i18n.t('Tell me on this device')}
      </Button>
      {wasClosed && (
        <Note>{i18n.t("You closed the browser's question without an answer. Tap again to see it once more.")}</Note>
      )}
    </>
  )
}

const modeLabels: Record<AlertMode, Message> = {
  all: msg('Sound and vibration'),
  sound: msg('Sound only'),
  silent: msg('Silent'),
}
/** Where nothing vibrates. */
const SOUND = msg('Sound')

function On() {
  const i18n = useI18n()
  const mode = useAlertMode()
  useEffect(() => void readAlertMode(), [])
  const vibrates = 'vibrate' in navigator && matchMedia('(pointer: coarse)').matches
  const modes = alertModes.filter((each) => vibrates || each !== 'sound')
  const choose = (next: AlertMode) =>
    chooseAlertMode(next).catch(() => toastError(i18n.t('This browser could not save the choice.')))
  return (
    <>
      <Note>{i18n.t('This device shows notifications, also while Muster is closed.')}</Note>
      <p aria-hidden="true" className="mt-3 text-sm font-medium">
        {i18n.t('How it notifies you')}
      </p>
      <Segmented
        label={i18n.t('How it notifies you')}
        value={!vibrates && mode === 'sound' ? 'all' : mode}
        onChange={(next) => void choose(next)}
        choices={modes.map((value) => ({
          value,
          label: i18n.t(value === 'all' && !vibrates ? SOUND : modeLabels[value]),
        }))}
        className="mt-1.5 max-sm:flex"
      />
    </>
  )
}

/** Follows the browser's permission, which people change in its settings. */
export function useFollowedPermission() {
  const { id } = useViewer()
  useEffect(() => {
    const keep = () => void keepDevice(id)
    const look = () => document.visibilityState === 'visible' && keep()
    keep()
    document.addEventListener('visibilitychange', look)
    let status: PermissionStatus | undefined
    let isOver = false
    void navigator.permissions
      ?.query({ name: 'notifications' })
      .then((answer) => {
        status = answer
        if (!isOver) answer.addEventListener('change', keep)
      })
      .catch(() => undefined)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', look)
      status?.removeEventListener('change', keep)
    }
  }, [id])
}

/** How this device rings. It belongs to the device like its volume, and not to the person who is signed in. */
const mode = createStore<AlertMode>('all')
/** Hook: how this device rings. */
const useAlertMode = mode.use

/** Reads the choice. Without one, or where the browser stores nothing, the device rings with all it has. */
async function readAlertMode() {
  const stored = await caches.match(ALERT_STORE.address, { cacheName: ALERT_STORE.cache }).catch(() => undefined)
  mode.set(alertModeOf(await stored?.text()))
}

/** Chooses how this device rings from the next notification on. Throws if the browser cannot store it. */
async function chooseAlertMode(next: AlertMode) {
  const before = mode.get()
  mode.set(next)
  try {
    const cache = await caches.open(ALERT_STORE.cache)
    await cache.put(ALERT_STORE.address, new Response(next))
  } catch (error) {
    mode.set(before)
    throw error
  }
}
