import type { Bus } from '../../db/events/bus.ts'

/**
 * The JSON of tasks that a server holds in its memory, by version (`versionsOf`). Lists send the same tasks again and
 * again, and PostgreSQL takes longer to write their JSON than to find them. A changed task has another version, so the
 * memory never answers with the old one, whichever server has made the change.
 */
export interface RememberedTaskJson {
  get(version: string): Buffer | undefined
  /** Holds the JSON of a version. Returns it as UTF-8, as lists send it. */
  keep(version: string, text: string): Buffer
}

/** The size of a generation in bytes: some 8,000 tasks. */
const GENERATION = 8_000_000
/** The size of an entry without its JSON, in bytes. */
const OVERHEAD = 400

interface Entry {
  version: string
  json: Buffer
}

/**
 * Holds JSON in two generations. An entry that is used moves to the younger one. When that is full, the older one is
 * dropped, so the memory is bounded by twice the size of a generation.
 *
 * @param size bytes of a generation
 */
export function rememberTaskJson(bus: Pick<Bus, 'subscribe'>, size = GENERATION): RememberedTaskJson {
  let younger = new Map<string, Entry>()
  let older = younger
  let bytes = 0
  function add(entry: Entry) {
    younger.set(entry.version, entry)
    bytes += entry.json.length + OVERHEAD
    if (bytes < size) return
    older = younger
    younger = new Map()
    bytes = 0
  }
  // A new primary may give the numbers of lost transactions again. The bus has lost its connection then.
  bus.subscribe((messages) => {
    if (!messages.some(({ type }) => type === 'wake')) return
    younger = new Map()
    older = younger
    bytes = 0
  })
  return {
    get(version) {
      const entry = younger.get(version)
      if (entry) return entry.json
      const old = older.get(version)
      if (old) add(old)
      return old?.json
    },
    keep(version, text) {
      const known = younger.get(version)
      if (known) return known.json
      // No part of a larger buffer, which it would keep in memory.
      const json = Buffer.allocUnsafeSlow(Buffer.byteLength(text))
      json.write(text)
      add({ version, json })
      return json
    },
  }
}
