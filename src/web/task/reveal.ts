import { createStore } from '../store.ts'
import { prefersReducedMotion } from '../ui/media.ts'

/** The task that its column or the table brings into view. `focus`: its card also receives the keyboard focus. */
export const revealed = createStore<{ id: number; focus: boolean } | null>(null)

/** Asks for a task to be brought into view. */
export const reveal = (id: number, focus = false) => revealed.set({ id, focus })

/** The element of a task's card or row within `root`. */
export const cardOf = (id: number, root: ParentNode = document) =>
  root.querySelector<HTMLElement>(`[data-task="${id}"]`)

const MAX_FRAMES = 30

/** Flashes a task's card, and focuses it if asked. Waits up to 30 frames for the card to be drawn. */
export function highlightCard(root: ParentNode, { id, focus }: { id: number; focus: boolean }, attempts = MAX_FRAMES) {
  const card = cardOf(id, root)
  if (!card) {
    if (attempts > 0) requestAnimationFrame(() => highlightCard(root, { id, focus }, attempts - 1))
    return
  }
  if (focus) card.querySelector<HTMLElement>('a, button')?.focus({ preventScroll: true })
  if (prefersReducedMotion()) return
  card.animate([{ outline: '2px solid var(--accent)' }, { outline: '2px solid transparent' }], {
    duration: 1200,
    easing: 'ease-in',
  })
}
