import { afterPress } from './after-press.ts'

/** The fields of the variant `typing` in `app.css`. */
const FIELD = '#content :is(textarea, input:is([type="search"], [type="text"], :not([type])))'

/**
 * Keeps what makes room while somebody types away until the press is over that takes the focus from the field: parts
 * that come back earlier would move the button from under the finger.
 */
export function keepRoomUntilPressed() {
  const root = document.documentElement
  addEventListener('focusout', ({ target }) => {
    if (!(target instanceof Element && target.matches(FIELD))) return
    root.toggleAttribute('data-typing', true)
    afterPress(() => root.removeAttribute('data-typing'))
  })
}
