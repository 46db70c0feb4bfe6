import type { Page } from '@playwright/test'
import { expect, inDatabase } from './muster.ts'

/** The photos in a page's browser, as `web/offline/stored-photos.ts` stores them. */

/** Puts a photo of a person there that was taken so many days ago. */
export const putPhoto = (page: Page, id: string, owner: string, days = 0) =>
  page.evaluate(
    ([id, owner, days]) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('muster-photos', 1)
        opening.onupgradeneeded = () => opening.result.createObjectStore('photos', { keyPath: 'id' })
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const database = opening.result
          const transaction = database.transaction('photos', 'readwrite')
          const bytes = { file: new ArrayBuffer(8), thumbnail: new ArrayBuffer(8) }
          transaction.objectStore('photos').put({ id, owner, at: Date.now() - days * 24 * 3600 * 1000, ...bytes })
          transaction.oncomplete = () => {
            database.close()
            resolve()
          }
        }
      }),
    [id, owner, days] as const,
  )

/** The ids of the photos there, in order. */
export const photosIn = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string[]>((resolve, reject) => {
        const opening = indexedDB.open('muster-photos', 1)
        opening.onupgradeneeded = () => opening.result.createObjectStore('photos', { keyPath: 'id' })
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const database = opening.result
          const keys = database.transaction('photos').objectStore('photos').getAllKeys()
          keys.onsuccess = () => {
            database.close()
            resolve(keys.result.map(String))
          }
        }
      }),
  )

/** Removes a photo there. */
export const dropStored = (page: Page, id: string) =>
  page.evaluate(
    (id) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('muster-photos', 1)
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const database = opening.result
          const transaction = database.transaction('photos', 'readwrite')
          transaction.objectStore('photos').delete(id)
          transaction.oncomplete = () => {
            database.close()
            resolve()
          }
        }
      }),
    id,
  )

/** Waits until the server has this many unattached photos, and removes them, as the clean-up does. */
export async function forgetLoosePhotos(count: number) {
  const loose = () => inDatabase('select id from photos where task_id is null')
  await expect.poll(async () => (await loose()).length).toBeGreaterThanOrEqual(count)
  await inDatabase('delete from photos where task_id is null')
}
