import { useSyncExternalStore } from 'react'
import { formatAgo, formatDate, formatTime } from '../../shared/time.ts'
import { useViewer } from '../api/viewer.ts'

const TICK = 20_000

/** The time by which all of them count; it moves only while there is one to read. */
let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

function tick() {
  now = Date.now()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  if (listeners.size === 0) {
    now = Date.now()
    timer = setInterval(tick, TICK)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) clearInterval(timer)
  }
}

/** How long ago something was, as time goes by; the exact moment on hovering. */
export function Ago({ iso, className }: { iso: string; className?: string }) {
  const { timeZone } = useViewer()
  const words = useSyncExternalStore(subscribe, () => formatAgo(iso, now, timeZone))
  return (
    <time dateTime={iso} title={`${formatDate(iso, timeZone)}, ${formatTime(iso, timeZone)}`} className={className}>
      {words}
    </time>
  )
}
