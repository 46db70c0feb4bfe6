import { afterFirstScreen } from '../../api/first-screen.ts'
import { storedText } from '../../store.ts'

/**
 * Notes where the first card stands on a phone. There `start.js` shows its title at the next visit, before the card
 * itself can be drawn: people with other rights have other buttons above it.
 */
export const noteFirstCard = () =>
  afterFirstScreen(() => {
    const cards = document.querySelector('[data-column="pending"] [data-scroll-restoration-id]')
    if (!cards) return
    // It tells the place after the next layout. To ask for it would lay out the page now.
    const observer = new IntersectionObserver(([entry]) => {
      if (entry) storedText('muster.first-card').set(`${entry.boundingClientRect.top}px`)
      observer.disconnect()
    })
    observer.observe(cards)
  })
