import { createStore } from '../store.ts'

/** A link by which somebody sets a password: one that they asked for, or an invitation. */
export interface PasswordLink {
  kind: 'reset' | 'invite'
  token: string
}

const LINK = /^#(reset|invite)=([\w-]{20,100})$/

/** The password link that has opened this page, if any. */
export const passwordLink = createStore<PasswordLink | undefined>(takeLink())

/** Reads the token and removes it from the address, so that no history keeps it. */
function takeLink(): PasswordLink | undefined {
  const [, kind, token] = LINK.exec(location.hash) ?? []
  if (!kind || !token) return undefined
  history.replaceState(history.state, '', location.pathname + location.search)
  return { kind: kind as PasswordLink['kind'], token }
}
