import { storedText } from '../store.ts'

/**
 * The id of the person who is told on this device. It is forgotten with everything else of a person (`store.ts`). After
 * a new sign-in of the same person the server has to learn of the device again, because a subscription ends with its
 * session.
 */
const stored = storedText('muster.told')
const ANEW = ' anew'

export const pushPerson = {
  get() {
    const text = stored.get()
    return text === null ? null : { id: text.replace(ANEW, ''), isSessionNew: text.endsWith(ANEW) }
  },
  set: (id: string | null) => stored.set(id),
  /** Notes that somebody has signed in on this device. */
  noteSignIn() {
    const person = pushPerson.get()
    if (person) stored.set(person.id + ANEW)
  },
}
