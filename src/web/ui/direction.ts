import { createStore } from '../store.ts'

export type Direction = 'ltr' | 'rtl'

const page = document.documentElement
const direction = createStore<Direction>(page.dir === 'rtl' ? 'rtl' : 'ltr')

/** Sets the direction in which lines run, for the whole page. */
export function setDirection(next: Direction) {
  page.dir = next
  direction.set(next)
}

/** Hook: the direction in which lines run. */
export const useDirection = () => direction.use()

export const isRightToLeft = () => direction.get() === 'rtl'
