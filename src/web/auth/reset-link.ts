import { createStore } from '../store.ts'

const RESET = /^#reset=([\w-]{20,100})$/

/** The token of the link to a new password that has opened this page, if one has. */
export const resetToken = createStore<string | undefined>(take())

/** It leaves the address at once, so that it stays in no history. */
function take() {
  const token = RESET.exec(location.hash)?.[1]
  if (token) history.replaceState(history.state, '', location.pathname + location.search)
  return token
}
