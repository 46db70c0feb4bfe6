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

/**
 * Names of texts in the browser's storage that belong to the device. Every other text of Muster belongs to a person and
 * goes with them, also if the code that stores it is not loaded now.
 */
const DEVICE_TEXTS = [
  'muster.board-sort',
  'muster.clock',
  'muster.due',
  'muster.file-format',
  'muster.first-card',
  'muster.language',
  'muster.procedure-view',
  'muster.shortcuts',
  'muster.shown-language',
  'muster.tell-offer',
  'muster.text-size',
  'muster.theme',
  'muster.view',
  'muster.welcomed',
  // These name the signed-in person, and a sign-out that is under way.
  'muster.person',
  'muster.leaving',
] as const
type DeviceText = (typeof DEVICE_TEXTS)[number]

/** The offline queues, one for each person. A person who comes back finds their own; only signing out clears it. */
export const QUEUES = 'muster.waiting.'

const isPersonal = (name: string) =>
  name.startsWith('muster.') && !name.startsWith(QUEUES) && !DEVICE_TEXTS.some((text) => text === name)

/** The screens' data about one person, besides replies of the server. */
const personal = new Set<() => void>()

/** Calls the function when the person has signed out, or another one has signed in on this page. */
export const onPersonGone = (forget: () => void) => void personal.add(forget)

/** Forgets the screens' data about one person: the next one does not get it. */
export function forgetPerson() {
  for (const storage of ['localStorage', 'sessionStorage'] as const)
    for (const name of namesIn(storage).filter(isPersonal)) storedText(name, storage).set(null)
  for (const forget of personal) forget()
}

function namesIn(storage: Storage) {
  try {
    return Object.keys(globalThis[storage])
  } catch {
    return []
  }
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
 * A store of one person's data: it has its first value again when they have gone. With a `name` its value is also a
 * text in the browser's storage, or in this tab's, as JSON. `read` makes the value of that text.
 */
export function createPersonalStore<T>(
  initial: T,
  { name, storage, read = JSON.parse }: { name?: string; storage?: Storage; read?: (text: string) => T } = {},
) {
  const empty = JSON.stringify(initial)
  const store =
    name === undefined
      ? createStore(initial)
      : remembered<T>(
          storedText(name, storage),
          (text) => (text === null ? initial : read(text)),
          (value) => (JSON.stringify(value) === empty ? null : JSON.stringify(value)),
        )
  onPersonGone(() => store.set(initial))
  return store
}

/**
 * A choice that belongs to the browser, for all people who use it. `read` gets null when nothing is stored; a text that
 * it cannot read counts as nothing.
 */
export const createRememberedStore = <T>(
  name: DeviceText,
  read: (text: string | null) => T,
  write: (value: T) => string | null,
) => remembered(storedText(name), read, write)

/** A store whose value is also a stored text. If the browser allows no storage, the value lasts as long as the page. */
function remembered<T>(
  stored: ReturnType<typeof storedText>,
  read: (text: string | null) => T,
  write: (value: T) => string | null,
) {
  const load = () => {
    try {
      return read(stored.get())
    } catch {
      return read(null)
    }
  }
  const store = createStore(load())
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
