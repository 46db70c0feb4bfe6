import { CallError, messageOf } from '../../api/call-endpoint.ts'
import { i18nNow } from '../../language.ts'
import { onRefusedPhoto, sendPhoto } from '../../offline/send-photo.ts'
import { removeStoredPhoto, storePhoto } from '../../offline/stored-photos.ts'
import { createStore, onPersonGone } from '../../store.ts'
import { toastError } from '../../ui/toast.tsx'
import { shrink, UnreadablePicture } from './shrink.ts'

/**
 * A photo that somebody has chosen on this page. Each is shown at once, made small, stored in this browser and sent,
 * one after another. A failure of one concerns no other. Without a network they wait, and are sent with their comment.
 */
export interface PhotoWork {
  /** `waiting`: it is stored in this browser, and goes with its comment. */
  state: 'preparing' | 'sending' | 'sent' | 'waiting' | 'failed'
  /** How much of it is sent, from 0 to 1. */
  share: number
  /** Why it has failed. */
  fault?: string
  /** The address of the picture in this browser. */
  preview: string
}

/** By the ids of the photos, until the server has their comment. */
const works = createStore<ReadonlyMap<string, PhotoWork>>(new Map())
const files = new Map<string, File>()
let queue = Promise.resolve()

onPersonGone(() => {
  for (const id of works.get().keys()) dropPhoto(id)
})

onRefusedPhoto((error) => toastError(messageOf(error, i18nNow().t('The photo could not be sent'))))

/** Hook: this page's facts about each chosen photo. */
export const usePhotoWorks = works.use
/** Whether a photo cannot be sent. */
export const hasFailed = (id: string) => works.get().get(id)?.state === 'failed'
/** Resolves when everything chosen so far is stored in this browser, or has failed. */
export const photosSettled = () => queue

/** Begins with chosen photos of a person. Returns their ids, in order. */
export function addPhotos(chosen: File[], owner: string): string[] {
  return chosen.map((file) => {
    const id = crypto.randomUUID()
    files.set(id, file)
    put(id, { state: 'preparing', share: 0, preview: URL.createObjectURL(file) })
    start(id, owner)
    return id
  })
}

/** Tries one again that has failed. */
export const retryPhoto = start

/** Forgets a photo that is not wanted any more, or that the server has with its comment. */
export function dropPhoto(id: string) {
  files.delete(id)
  const work = works.get().get(id)
  if (work) URL.revokeObjectURL(work.preview)
  works.set(new Map([...works.get()].filter(([other]) => other !== id)))
  void removeStoredPhoto(id).catch(() => undefined)
}

const put = (id: string, work: PhotoWork) => works.set(new Map(works.get()).set(id, work))

/** Notes how far a photo is, unless it was dropped meanwhile. */
function change(id: string, changes: Partial<PhotoWork>) {
  const before = works.get().get(id)
  if (before) put(id, { ...before, ...changes })
}

function start(id: string, owner: string) {
  queue = queue.then(() => work(id, owner))
}

async function work(id: string, owner: string) {
  const file = files.get(id)
  if (!file) return
  const i18n = i18nNow()
  try {
    change(id, { state: 'preparing', share: 0 })
    await storePhoto(id, owner, await shrink(file))
    if (!files.has(id)) return void removeStoredPhoto(id)
    change(id, { state: 'sending' })
    await sendPhoto(id, (share) => change(id, { share }))
    change(id, { state: 'sent', share: 1 })
    files.delete(id)
  } catch (error) {
    if (error instanceof UnreadablePicture) change(id, { state: 'failed', fault: i18n.t(error.words) })
    else if (error instanceof CallError)
      change(id, { state: 'failed', fault: messageOf(error, i18n.t('The photo could not be sent')) })
    // No network: it goes with its comment.
    else if (error instanceof TypeError) change(id, { state: 'waiting' })
    else change(id, { state: 'failed', fault: i18n.t('The photo could not be kept on this device') })
  }
}
