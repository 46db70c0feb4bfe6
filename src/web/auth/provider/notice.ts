import { type ProviderNotice, providerNotices } from '../../../shared/provider.ts'
import { createStore } from '../../store.ts'

const NOTICE = /^#provider=([a-z-]{1,20})$/

/** What a return from the provider of single sign-on says on this page, if anything. */
export const providerNotice = createStore<ProviderNotice | undefined>(takeNotice())

/** Reads the notice and removes it from the address, so that a reload does not say it again. */
function takeNotice(): ProviderNotice | undefined {
  const [, said] = NOTICE.exec(location.hash) ?? []
  const notice = providerNotices.find((each) => each === said)
  if (notice) history.replaceState(history.state, '', location.pathname + location.search)
  return notice
}
