import { prefersReducedMotion } from '../../ui/media.ts'

const DURATION_MS = 160
const EASING = 'cubic-bezier(0.2, 0.7, 0.3, 1)'
/** Frames to wait for the card to be drawn in its new column. */
const MAX_FRAMES = 10

/** Slides a dropped card to its new position. If that is out of view, the card fades. */
export function flyTo(dragged: HTMLElement, find: () => HTMLElement | null) {
  if (prefersReducedMotion() || !dragged.parentElement) return
  const { left, top, width, height } = dragged.parentElement.getBoundingClientRect()
  const ghost = dragged.cloneNode(true) as HTMLElement
  Object.assign(ghost.style, {
    position: 'fixed',
    left: `${left}px`,
    top: `${top}px`,
    width: `${width}px`,
    zIndex: '45',
  })
  ghost.style.pointerEvents = 'none'
  document.body.append(ghost)
  const arrive = (animation: Animation) => animation.finished.finally(() => ghost.remove())

  const look = (attempts: number) => {
    const card = find()
    if (card) {
      const end = card.getBoundingClientRect()
      card.animate([{ opacity: 0 }, { opacity: 0 }], DURATION_MS)
      const there = `translate(${end.left - left}px, ${end.top - top + (end.height - height) / 2}px)`
      return arrive(
        ghost.animate([{}, { transform: there, rotate: '0deg' }], { duration: DURATION_MS, easing: EASING }),
      )
    }
    if (attempts > 0) return requestAnimationFrame(() => look(attempts - 1))
    arrive(ghost.animate([{}, { opacity: 0 }], { duration: DURATION_MS, easing: EASING }))
  }
  requestAnimationFrame(() => look(MAX_FRAMES))
}
