import { useSyncExternalStore } from 'react'

/** A value outside the component tree: only those components render again for which their part of it has changed. */
export function createStore<T>(initial: T) {
  let value = initial
  const listeners = new Set<() => void>()
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }
  return {
    get: () => value,
    set(next: T) {
      value = next
      for (const listener of listeners) listener()
    },
    /** All of it. */
    use: () => useSyncExternalStore(subscribe, () => value),
    /** The part `select` picks; it must give the same object as long as nothing has changed. */
    usePart: <S>(select: (value: T) => S) => useSyncExternalStore(subscribe, () => select(value)),
  }
}
