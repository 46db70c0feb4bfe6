import { createStore } from '../store.ts'

/** The task that its column is to bring into view, with the keyboard's focus if it had that before. */
export const revealed = createStore<{ id: number; focus: boolean } | null>(null)

export const reveal = (id: number, focus = false) => revealed.set({ id, focus })

export const cardOf = (id: number, root: ParentNode = document) =>
  root.querySelector<HTMLElement>(`[data-task="${id}"]`)

const FOUND_WITHIN = 30

/** Shows where a task has come to, and gives it the focus if asked; its card may take a moment to be drawn. */
export function show(root: ParentNode, { id, focus }: { id: number; focus: boolean }, attempts = FOUND_WITHIN) {
  const card = cardOf(id, root)
  if (!card) {
    if (attempts > 0) requestAnimationFrame(() => show(root, { id, focus }, attempts - 1))
    return
  }
  if (focus) card.querySelector('button')?.focus({ preventScroll: true })
  if (isStill()) return
  card.animate([{ outline: '2px solid var(--accent)' }, { outline: '2px solid transparent' }], {
    duration: 1200,
    easing: 'ease-in',
  })
}

/** Whether the person has asked for less motion. */
export const isStill = () => matchMedia('(prefers-reduced-motion: reduce)').matches
