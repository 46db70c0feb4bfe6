import type { SyntheticEvent } from 'react'

const stay = (event: SyntheticEvent) => event.preventDefault()

/**
 * For a button beside a field: a press leaves the focus in the field, and a phone its keyboard. Without it the field
 * would give up its room before the click, and the button would move away from under the finger. Spread it on the
 * button.
 */
export const keepsFocus = { onPointerDown: stay, onMouseDown: stay }
