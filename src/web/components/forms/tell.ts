import type { Message } from '../../../shared/words/message.ts'
import { messageOf } from '../../api/call-endpoint.ts'
import { i18nNow } from '../../language.ts'
import { toast, toastError } from '../../ui/toast.tsx'

/** For `onSuccess` of a call: says in a toast what was done. */
export const tell = (done: Message) => () => toast({ title: i18nNow().t(done) })

/** For `onError` of a call: says in a toast what the server answered, or `failure` without an answer. */
export const tellFailure = (failure: Message) => (error: unknown) => toastError(messageOf(error, i18nNow().t(failure)))
