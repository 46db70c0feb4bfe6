import { createHash } from 'node:crypto'
import { Transform } from 'node:stream'

/** A stream through which bytes pass, with their size and hash at its end. */
export function measure() {
  const hash = createHash('sha256')
  let size = 0
  const stream = new Transform({
    transform(chunk: Buffer, _, done) {
      hash.update(chunk)
      size += chunk.length
      done(null, chunk)
    },
  })
  return { stream, result: () => ({ size, sha256: hash.digest('hex') }) }
}
