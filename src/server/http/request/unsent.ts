import type { ServerResponse } from 'node:http'

/** Long replies stay in memory until the client reads them or its connection ends. Here they are counted. */

/** The limit for one person, in bytes. A client that reads its replies stays far below. */
const MAX_UNSENT = 4_000_000

/** Opens the count of one server. `note` counts a long reply, `hasRoom` says whether the person may get another. */
export function openUnsent() {
  const open = new Map<string, Set<ServerResponse>>()
  return {
    hasRoom(key: string) {
      let bytes = 0
      for (const { writableLength } of open.get(key) ?? []) bytes += writableLength
      return bytes < MAX_UNSENT
    },
    note(key: string, reply: ServerResponse) {
      if (reply.destroyed) return
      const replies = open.get(key) ?? new Set()
      open.set(key, replies.add(reply))
      reply.once('close', () => {
        replies.delete(reply)
        if (replies.size === 0) open.delete(key)
      })
    },
  }
}
