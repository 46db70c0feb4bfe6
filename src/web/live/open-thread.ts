import { createStore } from '../store.ts'

/** The thread that somebody has before their eyes; null for none. New messages in it need no toast. */
export const openThread = createStore<number | null>(null)

/** Whether this thread is open on a page that is being looked at. */
export const isBeforeEyes = (threadId: number | undefined) =>
  threadId !== undefined && openThread.get() === threadId && !document.hidden
