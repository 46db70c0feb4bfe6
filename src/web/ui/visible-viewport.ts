import { useEffect } from 'react'

/** In pixels. A smaller difference is a bar of the browser, not a keyboard. */
const MIN_KEYBOARD = 60

let users = 0

/**
 * While mounted, keeps `--viewport-top` and `--viewport-bottom` at what a keyboard covers of the page, for browsers that lay it
 * over the page and do not know `interactive-widget` (`index.html`), as Safari does.
 */
export function useVisibleViewport() {
  useEffect(() => {
    const { visualViewport: visible } = window
    if (!visible) return
    users += 1
    const { style } = document.documentElement
    const place = () => {
      const below = innerHeight - visible.height - visible.offsetTop
      const isCovered = visible.scale === 1 && innerHeight - visible.height > MIN_KEYBOARD
      style.setProperty('--viewport-top', isCovered ? `${visible.offsetTop}px` : '0px')
      style.setProperty('--viewport-bottom', isCovered ? `${Math.max(0, below)}px` : '0px')
    }
    place()
    visible.addEventListener('resize', place)
    visible.addEventListener('scroll', place)
    return () => {
      visible.removeEventListener('resize', place)
      visible.removeEventListener('scroll', place)
      users -= 1
      if (users > 0) return
      style.removeProperty('--viewport-top')
      style.removeProperty('--viewport-bottom')
    }
  }, [])
}
