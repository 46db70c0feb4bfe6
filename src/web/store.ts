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
    /** Tells of each change; gives the way to stop that. */
    subscribe,
    /** All of it. */
    use: () => useSyncExternalStore(subscribe, () => value),
    /** The part `select` picks; it must give the same object as long as nothing has changed. */
    useSelected: <S>(select: (value: T) => S) => useSyncExternalStore(subscribe, () => select(value)),
  }
}

type Storage = 'localStorage' | 'sessionStorage'

/**
 * A text that this browser keeps under a name, or this tab alone; null where there is none, as wherever nothing can be kept.
 * It is read anew each time: another tab may have changed it.
 */
export function storedText(name: string, storage: Storage = 'localStorage') {
  return {
    get() {
      try {
        return globalThis[storage].getItem(name)
      } catch {
        return null
      }
    },
    set(text: string | null) {
      try {
        if (text === null) globalThis[storage].removeItem(name)
        else globalThis[storage].setItem(name, text)
      } catch {}
    },
  }
}

/** A store that is remembered as text (null where there is none). Where nothing can be kept it lasts as long as the page. */
export function createRememberedStore<T>(
  name: string,
  read: (text: string | null) => T,
  write: (value: T) => string | null,
  storage?: Storage,
) {
  const text = storedText(name, storage)
  const store = createStore(stored())
  function stored() {
    try {
      return read(text.get())
    } catch {
      return read(null)
    }
  }
  return {
    ...store,
    set(next: T) {
      store.set(next)
      text.set(write(next))
    },
    /** Another tab may have changed it. */
    readAgain: () => store.set(stored()),
  }
}
