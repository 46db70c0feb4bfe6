import type { FastifyReply } from 'fastify'

/** Long replies that clients have not taken yet. They are in memory until a client reads them, or its connection ends. */

/** Bytes of one person's. A client that reads what it asks for has far fewer. */
const MOST_UNSENT = 4_000_000

/** Opens the account of one server: whether somebody has room for another reply, and what notes one. */
export function openUnsent() {
  const unsent = new Map<string, number>()
  const add = (key: string, bytes: number) => {
    const sum = (unsent.get(key) ?? 0) + bytes
    if (sum > 0) unsent.set(key, sum)
    else unsent.delete(key)
  }
  return {
    hasRoom: (key: string) => (unsent.get(key) ?? 0) < MOST_UNSENT,
    note(key: string, { raw }: FastifyReply, bytes: number) {
      if (raw.destroyed) return
      add(key, bytes)
      let isOver = false
      const end = () => {
        if (!isOver) add(key, -bytes)
        isOver = true
      }
      raw.once('finish', end).once('close', end)
    },
  }
}
