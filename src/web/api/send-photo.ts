import { photosApi } from '../../shared/photos.ts'
import { removePhoto, storedPhoto } from './stored-photos.ts'
import { upload } from './upload.ts'

/**
 * Sends a photo that is stored in this browser, and removes it here. One that is not stored has been sent already. Throws as
 * `upload` does.
 */
export async function sendPhoto(id: string, onProgress?: (share: number) => void) {
  const stored = await storedPhoto(id)
  if (!stored) return
  const jpeg = (bytes: ArrayBuffer) => new File([bytes], 'photo.jpg', { type: 'image/jpeg' })
  const files = { file: jpeg(stored.file), thumbnail: jpeg(stored.thumbnail) }
  await upload(photosApi.upload, { params: { id }, form: {}, files }, onProgress ? { onProgress } : {})
  await removePhoto(id)
}
