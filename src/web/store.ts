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

/**
 * One that this browser remembers, as text (null where there is none), or this tab alone. Where nothing can be stored it lasts
 * as long as the page.
 */
export function createRememberedStore<T>(
  key: string,
  read: (text: string | null) => T,
  write: (value: T) => string | null,
  storage: 'localStorage' | 'sessionStorage' = 'localStorage',
) {
  const store = createStore(stored())
  function stored() {
    try {
      return read(globalThis[storage].getItem(key))
    } catch {
      return read(null)
    }
  }
  return {
    ...store,
    set(next: T) {
      store.set(next)
      const text = write(next)
      try {
        if (text === null) globalThis[storage].removeItem(key)
        else globalThis[storage].setItem(key, text)
      } catch {}
    },
    /** Another tab may have changed it. */
    readAgain: () => store.set(stored()),
  }
}
