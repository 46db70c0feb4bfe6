import type { Bus } from '../../db/events/bus.ts'

/**
 * The JSON of tasks that a server holds in its memory, by version (`versionsOf`). Lists send the same tasks again and again, and
 * PostgreSQL takes longer to write their JSON than to find them.
 */
export interface TaskTexts {
  get(version: string): string | undefined
  keep(version: string, text: string): void
  forget(): void
}

/** The size of a generation in characters: some 9,000 tasks. */
const GENERATION = 8_000_000

interface Entry {
  version: string
  text: string
}

/**
 * Holds texts in two generations. A text that is used moves to the younger one. When that is full, the older one is dropped.
 *
 * @param size characters of a generation
 */
export function rememberTaskTexts(bus: Pick<Bus, 'subscribe'>, size = GENERATION): TaskTexts {
  let younger = new Map<string, Entry>()
  let older = younger
  let characters = 0
  function add(entry: Entry) {
    younger.set(entry.version, entry)
    characters += entry.version.length + entry.text.length
    if (characters < size) return
    older = younger
    younger = new Map()
    characters = 0
  }
  function forget() {
    younger = new Map()
    older = younger
    characters = 0
  }
  // A new primary may give the numbers of lost transactions again. The bus has lost its connection then.
  bus.subscribe((messages) => {
    if (messages.some(({ type }) => type === 'wake')) forget()
  })
  return {
    get(version) {
      const entry = younger.get(version)
      if (entry) return entry.text
      const old = older.get(version)
      if (old) add(old)
      return old?.text
    },
    keep: (version, text) => add({ version, text }),
    forget,
  }
}
