import { createHmac } from 'node:crypto'

/** One-time codes by the clock (RFC 6238, with RFC 4226 and SHA-1, which every app on phones supports). */

export const STEP_SECONDS = 30
const DIGITS = 6

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Bytes in base32 without padding (RFC 4648). */
export function base32Of(bytes: Uint8Array): string {
  let text = ''
  let bits = 0
  let value = 0
  for (const byte of bytes) {
    value = (value << 8) | byte
    bits += 8
    for (; bits >= 5; bits -= 5) text += ALPHABET[(value >>> (bits - 5)) & 31]
    value &= (1 << bits) - 1
  }
  return bits > 0 ? text + ALPHABET[(value << (5 - bits)) & 31] : text
}

/** The bytes of a text in base32. Throws for another letter. */
export function bytesOfBase32(text: string): Buffer {
  const bytes: number[] = []
  let bits = 0
  let value = 0
  for (const letter of text) {
    const digit = ALPHABET.indexOf(letter)
    if (digit === -1) throw new Error('This is not base32')
    value = (value << 5) | digit
    bits += 5
    if (bits < 8) continue
    bits -= 8
    bytes.push((value >>> bits) & 255)
    value &= (1 << bits) - 1
  }
  return Buffer.from(bytes)
}

/** The number of the half minute of a time in milliseconds. */
export const stepAt = (milliseconds: number) => Math.floor(milliseconds / 1000 / STEP_SECONDS)

/** The code of a half minute, six digits unless other. */
export function codeOf(secret: Uint8Array, step: number, digits = DIGITS): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const mac = createHmac('sha1', secret).update(counter).digest()
  const offset = (mac.at(-1) ?? 0) & 15
  const number = mac.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** The half minute that a code belongs to: the present one, the one before or the one after; null if none of them. */
export function stepOfCode(secret: Uint8Array, code: string, milliseconds: number): number | null {
  const now = stepAt(milliseconds)
  return [now, now - 1, now + 1].find((step) => codeOf(secret, step) === code) ?? null
}
