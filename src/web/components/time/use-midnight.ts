import { useEffect, useRef } from 'react'
import { dateOf } from '../../../shared/time/time.ts'
import { useViewer } from '../../api/viewer.ts'
import { serverNow } from '../../server-time.ts'
import { onTick } from '../../ui/now.ts'

/** Calls back when a new day has begun in the deployment's time zone, also while the device slept. */
export function useMidnight(onMidnight: () => void) {
  const { timeZone } = useViewer()
  const latest = useRef(onMidnight)
  latest.current = onMidnight
  useEffect(() => {
    let today = dateOf(serverNow(), timeZone)
    return onTick(() => {
      const date = dateOf(serverNow(), timeZone)
      if (date === today) return
      today = date
      latest.current()
    })
  }, [timeZone])
}
