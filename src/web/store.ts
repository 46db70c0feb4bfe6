import { useSyncExternalStore } from 'react'

/** A value outside the component tree. A component renders again only when the part that it selects has changed. */
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
    /** Calls the listener after each change. Returns the function that unsubscribes it. */
    subscribe,
    /** Hook: the whole value. */
    use: () => useSyncExternalStore(subscribe, () => value),
    /** Hook: the value that `select` returns. It must be the same object as long as nothing has changed. */
    useSelected: <S>(select: (value: T) => S) => useSyncExternalStore(subscribe, () => select(value)),
  }
}

/** The screens' data about one person, besides replies of the server. */
const personal = new Set<() => void>()
/** Names of one person's stored texts in the browser, even if the code that stores them is not loaded now. */
const PERSONAL_TEXTS = [
  ...['muster.procedure-places', 'muster.quick-add', 'muster.import-columns', 'muster.mine'],
  ...['muster.comments', 'muster.comments-unsent', 'muster.messages-unsent'],
  ...['muster.report', 'muster.report-places', 'muster.reports-unsent'],
  ...['muster.handover', 'muster.handover-questions', 'muster.clock-out', 'muster.end-put-aside'],
  ...['muster.typed', 'muster.told', 'muster.today-department'],
]

/** Calls the function when the person has signed out, or another one has signed in on this page. */
export const onPersonGone = (forget: () => void) => void personal.add(forget)

/** Forgets the screens' data about one person: the next one does not get it. */
export function forgetPerson() {
  for (const name of PERSONAL_TEXTS)
    for (const storage of ['localStorage', 'sessionStorage'] as const) storedText(name, storage).set(null)
  for (const forget of personal) forget()
}

type Storage = 'localStorage' | 'sessionStorage'

/**
 * A text in the browser's storage, or in this tab's. It is null when nothing is stored, and when the browser allows no
 * storage. Each `get` reads the storage, because another tab may have changed it.
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

/**
 * A store whose value is also a text in the browser's storage. `read` gets null when nothing is stored; a text that it
 * cannot read counts as nothing. When the browser allows no storage, the value lasts as long as the page.
 */
export function createRememberedStore<T>(
  name: string,
  read: (text: string | null) => T,
  write: (value: T) => string | null,
  storage?: Storage,
) {
  const stored = storedText(name, storage)
  const store = createStore(load())
  function load() {
    try {
      return read(stored.get())
    } catch {
      return read(null)
    }
  }
  return {
    ...store,
    set(next: T) {
      store.set(next)
      stored.set(write(next))
    },
    /** Reads the storage again, because another tab may have changed it. */
    reload: () => store.set(load()),
  }
}
