import { photosApi } from '../../shared/photos.ts'
import { hasStatus, isRefused } from '../api/call-endpoint.ts'
import { upload } from '../api/upload.ts'
import { noteSent, removeStoredPhoto, storedPhoto } from './stored-photos.ts'

const refusedListeners = new Set<(error: unknown) => void>()
/**
 * Calls the listener when a photo of a change cannot be sent. The change is sent without it. The error is undefined if
 * neither the server nor this browser has the photo any more.
 */
export const onRefusedPhoto = (listener: (error: unknown) => void) => void refusedListeners.add(listener)

/** Sends a stored photo, once. It stays here until the server has its comment or step. Throws as `upload`. */
export async function sendPhoto(id: string, onProgress?: (share: number) => void) {
  const stored = await storedPhoto(id)
  if (!stored || stored.isSent) return
  const jpeg = (bytes: ArrayBuffer) => new File([bytes], 'photo.jpg', { type: 'image/jpeg' })
  const files = { file: jpeg(stored.file), thumbnail: jpeg(stored.thumbnail) }
  await upload(photosApi.upload, { params: { id }, form: {}, files }, onProgress ? { onProgress } : {})
  await noteSent(id, true)
}

/**
 * Sends a change after its photos, which then go from this browser. A photo that the server has forgotten, because it
 * belonged to nothing for a day, is sent again. A photo that cannot be sent is left out, so that it holds up neither
 * the others nor the text. Throws when the change must be tried again, or is refused.
 */
export async function sendWithPhotos<T>(
  body: unknown,
  photos: readonly string[],
  send: (body: unknown) => Promise<T>,
): Promise<T> {
  const sentAgain = new Set<string>()
  const leftOut = new Set<string>()
  const leaveOut = (id: string, error?: unknown) => {
    leftOut.add(id)
    for (const listener of refusedListeners) listener(error)
  }
  const sendOrLeaveOut = async (id: string) => {
    try {
      await sendPhoto(id)
    } catch (error) {
      if (!isRefused(error)) throw error
      leaveOut(id, error)
    }
  }
  for (const id of photos) await sendOrLeaveOut(id)
  for (;;) {
    const sent = withoutPhotos(body, leftOut)
    try {
      const reply = await send(sent)
      for (const id of photos) void removeStoredPhoto(id).catch(() => undefined)
      return reply
    } catch (error) {
      const missing = missingPhotos(error, sent, photos).filter((id) => !leftOut.has(id))
      if (missing.length === 0) throw error
      for (const id of missing) {
        if (sentAgain.has(id) || !(await noteSent(id, false))) leaveOut(id)
        else await sendOrLeaveOut(id)
        sentAgain.add(id)
      }
    }
  }
}

function withoutPhotos(body: unknown, leftOut: ReadonlySet<string>): unknown {
  const { photoIds, photoId } = body as { photoIds?: string[]; photoId?: string }
  if (photoId !== undefined && leftOut.has(photoId)) return { ...(body as object), photoId: undefined }
  return photoIds ? { ...(body as object), photoIds: photoIds.filter((id) => !leftOut.has(id)) } : body
}

/** The photos that the server says it does not have. None if something else is wrong too. */
function missingPhotos(error: unknown, body: unknown, photos: readonly string[]): string[] {
  const issues = (hasStatus(error, 400) && error.reply?.issues) || []
  const values = issues.map(({ path }) => valueAt(body, path))
  const missing = photos.filter((id) => values.includes(id))
  return missing.length === values.length ? missing : []
}

/** The value in a body at a path of the server's, such as `photoIds.0`. */
const valueAt = (body: unknown, path: string) =>
  path.split('.').reduce((value, name) => (value as Record<string, unknown> | undefined)?.[name], body)
