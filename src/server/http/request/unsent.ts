import type { FastifyReply } from 'fastify'

/** Long replies stay in memory until the client reads them or its connection ends. Here their bytes are counted. */

/** The limit for one person, in bytes. A client that reads its replies stays far below. */
const MOST_UNSENT = 4_000_000

/** Opens the count of one server. `hasRoom` says whether a person may get another reply, `note` counts one. */
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
