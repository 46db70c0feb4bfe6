import { afterFirstScreen } from '../../api/first-screen.ts'
import { storedText } from '../../store.ts'

/**
 * Notes where the first card stands on a phone. There `start.js` shows its title at the next visit, before the card itself can be drawn:
 * people with other rights have other buttons above it.
 */
export const noteFirstCard = () =>
  afterFirstScreen(() => {
    const cards = document.querySelector('[data-column="pending"] [data-scroll-restoration-id]')
    if (cards) storedText('muster.first-card').set(`${cards.getBoundingClientRect().top}px`)
  })
