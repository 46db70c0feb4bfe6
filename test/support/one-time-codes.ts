import { createHmac } from 'node:crypto'

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The code that an app shows for a secret so many half minutes from now, worked out with nothing of the product. */
export function codeOf(secret: string, later = 0): string {
  const bits = [...secret].map((letter) => LETTERS.indexOf(letter).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeUIntBE(Math.floor(Date.now() / 30_000) + later, 2, 6)
  const mac = createHmac('sha1', key).update(counter).digest()
  return String((mac.readUInt32BE((mac[19] ?? 0) % 16) % 2 ** 31) % 1_000_000).padStart(6, '0')
}
