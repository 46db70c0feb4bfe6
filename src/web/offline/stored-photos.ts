/**
 * Photos in the browser's database, by their ids, until the server has their comment or step. They wait there with
 * their comment while there is no network, survive a reload, and are sent again if the server has forgotten them.
 */

/** A photo as it is sent. Buffers, because Safari loses blobs that are stored in its database. */
export interface SmallPhoto {
  file: ArrayBuffer
  thumbnail: ArrayBuffer
}

interface StoredPhoto extends SmallPhoto {
  id: string
  /** The person who has taken it. */
  owner: string
  /** In milliseconds since 1970. */
  at: number
  /** Whether the server has got it. */
  isSent?: boolean
}

const NAME = 'muster-photos'
const STORE = 'photos'
/** Photos of unsent writes go after so many milliseconds. */
const TTL = 30 * 24 * 3600 * 1000

let opening: Promise<IDBDatabase> | undefined

function open() {
  opening ??= new Promise<IDBDatabase>((resolve, reject) => {
    const request = indexedDB.open(NAME, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: 'id' })
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  opening.catch(() => {
    opening = undefined
  })
  return opening
}

async function run<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open()
  return new Promise((resolve, reject) => {
    const transaction = database.transaction(STORE, mode)
    const request = work(transaction.objectStore(STORE))
    transaction.oncomplete = () => resolve(request.result)
    transaction.onabort = () => reject(transaction.error)
  })
}

/** Once on a page is enough, before its first photo. */
let areOthersRemoved = false

/** Stores a photo. A page's first one removes unsent old ones. Rejects without a database or space. */
export async function storePhoto(id: string, owner: string, photo: SmallPhoto) {
  if (!areOthersRemoved) await removeOthers(owner).catch(() => undefined)
  areOthersRemoved = true
  await run('readwrite', (store) => store.put({ id, owner, at: Date.now(), ...photo } satisfies StoredPhoto))
}

/** A stored photo; undefined if there is none. */
export const storedPhoto = (id: string) =>
  run<StoredPhoto | undefined>('readonly', (store) => store.get(id) as IDBRequest<StoredPhoto | undefined>)

/** Notes whether the server has a photo. Returns whether it is still stored here. */
export async function noteSent(id: string, isSent: boolean): Promise<boolean> {
  const stored = await run('readwrite', (store) => {
    const reading = store.get(id) as IDBRequest<StoredPhoto | undefined>
    reading.onsuccess = () => reading.result && store.put({ ...reading.result, isSent })
    return reading
  })
  return stored !== undefined
}

export const removeStoredPhoto = (id: string) => run('readwrite', (store) => store.delete(id))

/** Removes photos of other people, and old ones; without an owner all of them, as at sign-out. */
export async function removeOthers(owner: string | null) {
  const all = await run<StoredPhoto[]>('readonly', (store) => store.getAll() as IDBRequest<StoredPhoto[]>)
  const oldest = Date.now() - TTL
  const gone = all.filter((photo) => photo.owner !== owner || photo.at < oldest)
  for (const { id } of gone) await removeStoredPhoto(id)
}
