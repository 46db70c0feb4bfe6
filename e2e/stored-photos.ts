import type { Page } from '@playwright/test'

/** The photos that wait in a page's browser, as `web/api/stored-photos.ts` stores them. */

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
