import { isStill } from '../reveal.ts'

const DURATION = 160
const EASING = 'cubic-bezier(0.2, 0.7, 0.3, 1)'
/** Frames within which the card's new place is drawn. */
const FOUND_WITHIN = 10

/** Lets a card that has just been let go slide to where it belongs; where that is out of sight, it fades. */
export function flyTo(lifted: HTMLElement, find: () => HTMLElement | null) {
  if (isStill() || !lifted.parentElement) return
  const { left, top, width, height } = lifted.parentElement.getBoundingClientRect()
  const ghost = lifted.cloneNode(true) as HTMLElement
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
      card.animate([{ opacity: 0 }, { opacity: 0 }], DURATION)
      const there = `translate(${end.left - left}px, ${end.top - top + (end.height - height) / 2}px)`
      return arrive(ghost.animate([{}, { transform: there, rotate: '0deg' }], { duration: DURATION, easing: EASING }))
    }
    if (attempts > 0) return requestAnimationFrame(() => look(attempts - 1))
    arrive(ghost.animate([{}, { opacity: 0 }], { duration: DURATION, easing: EASING }))
  }
  requestAnimationFrame(() => look(FOUND_WITHIN))
}
