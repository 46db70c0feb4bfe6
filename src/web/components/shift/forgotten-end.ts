import { createPersonalStore } from '../../store.ts'

/** The dialog that asks when a forgotten shift has ended was opened on purpose. The shell draws it. */
export const askingEnd = createPersonalStore(false)

export const askEnd = () => askingEnd.set(true)

/** The id of the session whose question was put aside in this tab: it is asked again only on purpose. */
export const endPutAside = createPersonalStore<number | null>(null, {
  name: 'muster.end-put-aside',
  storage: 'sessionStorage',
})
