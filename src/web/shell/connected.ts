import type { ServerMessage } from '../../shared/changes.ts'
import { keepDevice } from '../api/push-device.ts'
import { openLive } from '../live/live.ts'
import { followUse, isInUse } from '../notifications/in-use.ts'
import { followTaps, followUnread } from '../notifications/on-device.ts'
import { onSent } from '../offline/offline-queue.ts'
import { queuedWrites } from '../offline/queued-writes.ts'
import { dropWaiting } from '../ui/toast.tsx'

// The toast that something waits goes with the last change that has waited: it is in the queue until after this.
onSent(() => {
  if (queuedWrites().filter(({ refusal }) => refusal === null).length <= 1) dropWaiting()
})

type LiveNotification = Extract<ServerMessage, { type: 'notification' }>['data']

/**
 * Follows the server and the device once the first screen is there: the live connection, and the notifications of the
 * device. A toast on a page that somebody uses tells the server, which then rings no device. Returns how to stop.
 */
export function connectPage(
  viewer: Parameters<typeof openLive>[0],
  {
    show,
    open,
  }: {
    /** Shows a notification as a toast, and calls back when it is to be seen. */
    show: (notification: LiveNotification, onShown: () => void) => void
    open: (address: string) => void
  },
): () => void {
  const stops = [
    followUse(),
    openLive(viewer, (notification, noteShown) => show(notification, () => isInUse() && noteShown())),
    followUnread(),
    followTaps(open),
  ]
  void keepDevice(viewer.id)
  return () => {
    for (const stop of stops) stop()
  }
}
