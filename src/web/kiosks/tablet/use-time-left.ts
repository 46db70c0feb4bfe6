import { useCallback, useEffect, useRef, useState } from 'react'
import { kioskApi } from '../../../shared/kiosks.ts'
import { callKiosk } from './call.ts'

/** The server is told at most this often that the person is still there, in milliseconds. */
const TELLS_EVERY_MS = 5_000

/**
 * The seconds until the page of a person closes. Each touch and each key begins them again, as far as the server
 * agrees: it ends every pass after five minutes. `onOver` is called when they are over, `onRefused` with the error of a
 * refusal.
 */
export function useTimeLeft({
  pass,
  secondsLeft,
  onOver,
  onRefused,
}: {
  pass: string
  secondsLeft: number
  onOver: () => void
  onRefused: (error: unknown) => unknown
}): number {
  const endsAt = useRef(performance.now() + secondsLeft * 1000)
  const [left, setLeft] = useState(secondsLeft)
  const tick = useCallback(() => {
    const seconds = Math.ceil((endsAt.current - performance.now()) / 1000)
    setLeft(Math.max(0, seconds))
    if (seconds <= 0) onOver()
  }, [onOver])
  useEffect(() => {
    const timer = setInterval(tick, 1000)
    return () => clearInterval(timer)
  }, [tick])

  useEffect(() => {
    let noticedAt = performance.now()
    let isGone = false
    const onTouch = async () => {
      const at = performance.now()
      if (at - noticedAt < TELLS_EVERY_MS || at >= endsAt.current) return
      noticedAt = at
      try {
        const { secondsLeft: more } = await callKiosk(kioskApi.stay, {}, pass)
        if (isGone) return
        // The call took a moment, in which the pass grew older.
        endsAt.current = at + more * 1000
        tick()
      } catch (error) {
        if (!isGone) onRefused(error)
      }
    }
    addEventListener('pointerdown', onTouch)
    addEventListener('keydown', onTouch)
    addEventListener('scroll', onTouch, { capture: true, passive: true })
    return () => {
      isGone = true
      removeEventListener('pointerdown', onTouch)
      removeEventListener('keydown', onTouch)
      removeEventListener('scroll', onTouch, { capture: true })
    }
  }, [pass, tick, onRefused])
  return left
}
