import { createRememberedStore, createStore, onPersonGone } from '../../store.ts'

/** The dialog that asks when a forgotten shift has ended was opened on purpose. The shell draws it. */
export const askingEnd = createStore(false)
onPersonGone(() => askingEnd.set(false))

export const askEnd = () => askingEnd.set(true)

/** The id of the session whose question was put aside in this tab: it is asked again only on purpose. */
export const endPutAside = createRememberedStore<number | null>(
  'muster.end-put-aside',
  (text) => (text === null ? null : Number(text)),
  (id) => (id === null ? null : String(id)),
  'sessionStorage',
)
onPersonGone(() => endPutAside.set(null))
