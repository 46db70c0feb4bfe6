/** JSON in pieces: text, bytes, or other pieces in their order. Long replies are put together from ready pieces. */
export type Json = string | Buffer | readonly Json[]

const COMMA = ','

/** The items of a list, with commas between them. */
export const listOf = (items: readonly Json[]): Json => items.flatMap((item, at) => (at === 0 ? [item] : [COMMA, item]))

/** The JSON as UTF-8. Node takes eight times as long to join long strings and encode them. */
export function bytesOf(json: Json): Buffer {
  const bytes = Buffer.allocUnsafe(lengthOf(json))
  write(json, bytes, 0)
  return bytes
}

function lengthOf(json: Json): number {
  if (json === COMMA) return 1
  if (typeof json === 'string') return Buffer.byteLength(json)
  if (Buffer.isBuffer(json)) return json.length
  let length = 0
  for (const piece of json) length += lengthOf(piece)
  return length
}

/** Writes the JSON from an index on. Returns the index behind it. */
function write(json: Json, bytes: Buffer, from: number): number {
  if (json === COMMA) {
    bytes[from] = 0x2c
    return from + 1
  }
  if (typeof json === 'string') return from + bytes.write(json, from)
  if (Buffer.isBuffer(json)) {
    bytes.set(json, from)
    return from + json.length
  }
  let at = from
  for (const piece of json) at = write(piece, bytes, at)
  return at
}
