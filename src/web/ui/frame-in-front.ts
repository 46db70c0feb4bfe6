/**
 * Keeps the frame that was there before the script (`frame.html`) in front of the page while there is nothing better to
 * show. Returns the function that ends it; undefined once the first screen is there, because the frame has gone.
 */
export function keepFrameInFront() {
  const frame = document.getElementById('frame')
  if (!frame) return
  frame.toggleAttribute('data-waiting', true)
  return () => void frame.toggleAttribute('data-waiting', false)
}
