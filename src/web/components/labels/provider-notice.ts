import { type ProviderNotice, providerNotices } from '../../../shared/provider.ts'
import { type Message, msg } from '../../../shared/words/message.ts'
import { createStore } from '../../store.ts'

const NOTICE = /^#provider=([a-z-]{1,20})$/

/** The notice after a return from the provider of single sign-on to this page, if any. */
export const providerNotice = createStore<ProviderNotice | undefined>(takeNotice())

/** Reads the notice and removes it from the address, so that a reload does not say it again. */
function takeNotice(): ProviderNotice | undefined {
  const [, said] = NOTICE.exec(location.hash) ?? []
  const notice = providerNotices.find((each) => each === said)
  if (notice) history.replaceState(history.state, '', location.pathname + location.search)
  return notice
}

/** Sentences for people, with the `name` of the provider; a notice without words leads to another step. */
export const providerSentences: Partial<Record<ProviderNotice, Message>> = {
  away: msg('{name} does not answer. Try again in a moment.'),
  failed: msg('The sign-in with {name} did not work. Try again.'),
  cancelled: msg('The sign-in with {name} was cancelled.'),
  over: msg('This took too long, or the link was used already. Try again.'),
  busy: msg('Very many people are signing in. Try again in a few minutes.'),
  'no-email': msg('{name} does not give your e-mail address. Ask an administrator for help.'),
  closed: msg('Your account in Muster is closed. Ask an administrator for help.'),
  taken: msg('This account at {name} is linked to somebody else in Muster.'),
}
