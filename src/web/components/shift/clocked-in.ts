import { createStore, onPersonGone } from '../../store.ts'

/** The session just begun on this page; null once the shell has noticed it. It leads to the briefing. */
export const clockedIn = createStore<{ id: number } | null>(null)
onPersonGone(() => clockedIn.set(null))
