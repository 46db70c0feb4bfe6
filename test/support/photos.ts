import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { photos } from '../../src/server/db/tables/photos.ts'
import { API_PREFIX } from '../../src/shared/api-prefix.ts'
import { putComment } from './comments.ts'
import { type FormFile, formOf } from './forms.ts'
import type { PersonName } from './people.ts'
import { jpegOf } from './pictures.ts'
import type { Browser, TestApp } from './test-app.ts'

export const newPhotoId = () => randomUUID()

/** Sends a picture, and the small one if there is one. */
export function sendPhoto(
  browser: Browser,
  content: Buffer | string,
  { id = newPhotoId(), thumbnail }: { id?: string; thumbnail?: Buffer } = {},
) {
  const files: FormFile[] = [{ content, fileName: 'IMG_0001.jpg', type: 'image/jpeg' }]
  if (thumbnail) files.push({ content: thumbnail, fileName: 'small.jpg', field: 'thumbnail' })
  return browser.raw({ method: 'PUT', url: `${API_PREFIX}/photos/${id}`, ...formOf({}, files) })
}

interface Fields {
  uploader?: PersonName
  taskId?: number
  commentId?: number
  createdAt?: string
  deletedAt?: string
}

/** Uploads a photo, and hangs it on a task. Returns its id. */
export async function putPhoto(muster: TestApp, { uploader = 'gita', ...fields }: Fields = {}) {
  const { json } = await sendPhoto(await muster.as(uploader), jpegOf(), { thumbnail: jpegOf({ width: 12, height: 8 }) })
  const { orm } = muster.services.database
  if (Object.keys(fields).length > 0) await orm.update(photos).set(fields).where(eq(photos.id, json.id))
  return json.id as string
}

/** A comment of nothing but a photo, on a task. Returns the ids of both. */
export async function putCommentWithPhoto(
  muster: TestApp,
  taskId: number,
  { author = 'gita' as PersonName, ...fields }: { author?: PersonName; deletedAt?: string } = {},
) {
  const { id: commentId } = await putComment(muster, taskId, { author, text: '' })
  return { commentId, id: await putPhoto(muster, { uploader: author, taskId, commentId, ...fields }) }
}
