import { useEffect, useRef } from 'react'
import { startOfDay } from '../../shared/time.ts'
import { useViewer } from '../api/viewer.ts'

/** Calls back when a new day begins in the deployment's time zone. */
export function useMidnight(onMidnight: () => void) {
  const { timeZone } = useViewer()
  const latest = useRef(onMidnight)
  latest.current = onMidnight
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const schedule = () => {
      const now = Date.now()
      timer = setTimeout(
        () => {
          latest.current()
          schedule()
        },
        startOfDay(now, timeZone, 1) - now,
      )
    }
    schedule()
    return () => clearTimeout(timer)
  }, [timeZone])
}
