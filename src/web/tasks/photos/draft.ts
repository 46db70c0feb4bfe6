import { useEffect, useRef, useState } from 'react'
import { CallError, messageOf } from '../../../shared/call.ts'
import { MAX_COMMENT_PHOTOS } from '../../../shared/photos.ts'
import { onRefusedPhoto } from '../../api/offline-queue.ts'
import { sendPhoto } from '../../api/send-photo.ts'
import { removePhoto, storePhoto } from '../../api/stored-photos.ts'
import { useViewer } from '../../api/viewer.ts'
import { i18nNow } from '../../language.ts'
import { toastError } from '../../ui/toast.tsx'
import { shrink, UnreadablePicture } from './shrink.ts'

onRefusedPhoto((error) => toastError(messageOf(error, i18nNow().t('The photo could not be sent'))))

/** A photo that somebody has chosen and not sent with a comment yet. */
export interface DraftPhoto {
  id: string
  /** The address of a picture in this browser. */
  preview: string
  /** From 0 to 1. */
  share: number
  state: 'preparing' | 'sending' | 'sent' | 'waiting' | 'failed'
  /** Why it failed. */
  fault?: string
}

/**
 * Photos that are being chosen for a comment. Each is shown at once, made small, stored in this browser and sent, one after another. A
 * failure of one concerns no other. Without a network they wait, and are sent with their comment.
 */
export function usePhotoDraft() {
  const { id: owner } = useViewer()
  const [photos, setPhotos] = useState<readonly DraftPhoto[]>([])
  const queue = useRef(Promise.resolve())
  const files = useRef(new Map<string, File>())
  const previews = useRef(new Set<string>())
  useEffect(
    () => () => {
      for (const url of previews.current) URL.revokeObjectURL(url)
    },
    [],
  )
  const change = (id: string, changes: Partial<DraftPhoto>) =>
    setPhotos((all) => all.map((photo) => (photo.id === id ? { ...photo, ...changes } : photo)))

  const work = async (id: string) => {
    const file = files.current.get(id)
    if (!file) return
    try {
      change(id, { state: 'preparing', share: 0 })
      await storePhoto(id, owner, await shrink(file))
      if (!files.current.has(id)) return void removePhoto(id)
      change(id, { state: 'sending' })
      await sendPhoto(id, (share) => change(id, { share }))
      change(id, { state: 'sent', share: 1 })
    } catch (error) {
      const i18n = i18nNow()
      if (error instanceof UnreadablePicture) change(id, { state: 'failed', fault: i18n.t(error.words) })
      else if (error instanceof CallError)
        change(id, { state: 'failed', fault: messageOf(error, i18n.t('The photo could not be sent')) })
      // No network: it goes with its comment.
      else if (error instanceof TypeError) change(id, { state: 'waiting' })
      else change(id, { state: 'failed', fault: i18n.t('The photo could not be kept on this device') })
    }
  }
  const start = (id: string) => {
    queue.current = queue.current.then(() => work(id))
  }

  return {
    photos,
    add(chosen: File[]) {
      const room = MAX_COMMENT_PHOTOS - photos.length
      if (chosen.length > room) toastError(i18nNow().t('At most {max} photos', { max: MAX_COMMENT_PHOTOS }))
      const added = chosen.slice(0, room).map((file): DraftPhoto => {
        const [id, preview] = [crypto.randomUUID(), URL.createObjectURL(file)]
        files.current.set(id, file)
        previews.current.add(preview)
        return { id, preview, share: 0, state: 'preparing' }
      })
      setPhotos((all) => [...all, ...added])
      for (const { id } of added) start(id)
    },
    remove(id: string) {
      files.current.delete(id)
      setPhotos((all) => all.filter((photo) => photo.id !== id))
      void removePhoto(id).catch(() => undefined)
    },
    retry: start,
    /** The photos that can go with a comment; they leave the draft. Failed ones stay in it. Waits until they are stored here. */
    async take(): Promise<DraftPhoto[]> {
      const taken = photos.filter(({ state }) => state !== 'failed')
      setPhotos((all) => all.filter(({ state }) => state === 'failed'))
      return taken
    },
    /** Resolves when everything chosen so far is stored in this browser, or has failed. */
    settled: () => queue.current,
  }
}
