import { randomUUID } from 'node:crypto'
import { API_PREFIX } from '../../src/shared/api-prefix.ts'
import type { Photo } from '../../src/shared/photos.ts'
import { formOf } from './forms.ts'
import type { Sample } from './picture-corpus.ts'
import { leaksOf } from './picture-leaks.ts'

/** The outcome of a picture. */
export interface Result {
  sample: Sample
  status: number
  message?: string
  /** Milliseconds until the reply. */
  ms: number
  photo?: Photo
  faults: string[]
}

interface Options {
  address: string
  /** The session of somebody who may upload photos without a limit. */
  cookie: string
  samples: Sample[]
  /** Uploads at the same time. */
  concurrency?: number
  /** Is called after each photo that was taken in. */
  onPhoto?(photo: Photo): Promise<unknown>
}

/** Uploads pictures to a server, reads them back, and looks for traces of metadata. */
export async function uploadPictures({
  address,
  cookie,
  samples,
  concurrency = 4,
  onPhoto,
}: Options): Promise<Result[]> {
  const results: Result[] = []
  const left = [...samples]
  const worker = async () => {
    for (let sample = left.shift(); sample; sample = left.shift()) {
      const { headers, payload } = formOf({}, { content: sample.bytes, fileName: 'photo.jpg', type: 'image/jpeg' })
      const startedAt = performance.now()
      const reply = await fetch(`${address}${API_PREFIX}/photos/${randomUUID()}`, {
        method: 'PUT',
        headers: { ...headers, cookie },
        body: payload,
      })
      const json = (await reply.json()) as Photo & { message: string }
      const result: Result = { sample, status: reply.status, ms: performance.now() - startedAt, faults: [] }
      results.push(result)
      const { expected } = sample
      if (reply.status >= 500) result.faults.push(`${reply.status} ${json.message}`)
      if (reply.status === 201) {
        if (expected === 'refused') result.faults.push('it was taken in')
        result.photo = json
        await onPhoto?.(result.photo)
        const served = await fetch(`${address}${result.photo.url}`, { headers: { cookie } })
        const bytes = Buffer.from(await served.arrayBuffer())
        if (bytes.length !== result.photo.size) result.faults.push(`${bytes.length} bytes are served`)
        result.faults.push(...leaksOf(bytes, sample.bytes).map((leak) => `it leaks ${leak}`))
      } else {
        result.message = json.message
        if (expected === 'taken') result.faults.push(`it was refused: ${json.message}`)
      }
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  return results
}
