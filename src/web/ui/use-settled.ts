import { useEffect, useState } from 'react'

/** A value that has not changed for so many milliseconds, so that not each letter that somebody types asks the server. */
export function useSettled<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
