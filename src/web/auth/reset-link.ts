import { createStore } from '../store.ts'

const RESET = /^#reset=([\w-]{20,100})$/

/** The token of the password link that has opened this page, if any. */
export const resetToken = createStore<string | undefined>(takeToken())

/** Reads the token and removes it from the address, so that no history keeps it. */
function takeToken() {
  const token = RESET.exec(location.hash)?.[1]
  if (token) history.replaceState(history.state, '', location.pathname + location.search)
  return token
}
