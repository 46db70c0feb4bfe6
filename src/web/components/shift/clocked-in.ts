import { createPersonalStore } from '../../store.ts'

/** The session just begun on this page; null once the shell has noticed it. It leads to the briefing. */
export const clockedIn = createPersonalStore<{ id: number } | null>(null)
