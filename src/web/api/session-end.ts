import { createStore } from '../store.ts'

/** Whether the server has refused this page as not signed in. */
export const sessionEnded = createStore(false)
