import { createStore } from './store.ts'

export type Direction = 'ltr' | 'rtl'

const direction = createStore<Direction>('ltr')

/** Sets the direction in which lines run, for the whole page. */
export function setDirection(next: Direction) {
  document.documentElement.dir = next
  direction.set(next)
}

/** Hook: the direction in which lines run. */
export const useDirection = () => direction.use()

export const isRightToLeft = () => direction.get() === 'rtl'
