let isPressed = false
const waiting = new Set<() => void>()

/**
 * Runs `act` at once, or, while a button of the mouse or a finger presses something, after the click. A field that
 * loses its focus to a press must not move the page before the click, or the press ends beside its button and does
 * nothing.
 */
export function afterPress(act: () => void) {
  if (isPressed) waiting.add(act)
  else act()
}

function release() {
  isPressed = false
  const acts = [...waiting]
  waiting.clear()
  for (const act of acts) act()
}

// A browser also sends these for a finger, once the tap is over and before it moves the focus.
addEventListener(
  'mousedown',
  () => {
    isPressed = true
  },
  true,
)
// The click comes with the mouseup, in the same task. A drag ends without one.
for (const end of ['mouseup', 'dragend', 'contextmenu']) addEventListener(end, () => setTimeout(release), true)
