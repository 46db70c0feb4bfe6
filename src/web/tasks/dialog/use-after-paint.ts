import { startTransition, useEffect, useState } from 'react'

/** Whether what was drawn first is on the screen. What may come later waits for it, and holds up no tap. */
export function useAfterPaint() {
  const [painted, setPainted] = useState(false)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => startTransition(() => setPainted(true)))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [])
  return painted
}
