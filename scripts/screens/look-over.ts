import type { Page } from '@playwright/test'

interface Helpers {
  /** An element as text: its tag, its words, and the part of the screen that it is in. */
  describe: (element: Element) => string
  /** The visible elements of the dialog or menu in front, or of the whole page. */
  visibleElements: () => Element[]
}
declare global {
  interface Window {
    lookOver: Helpers
  }
}

/**
 * Looks for layout faults on an open page: content beyond the viewport, text that is cut off without a sign of it, and,
 * with `forFingers`, targets of less than 44 px. Returns a line for each fault that names the element.
 */
export async function lookOver(page: Page, forFingers: boolean): Promise<string[]> {
  await page.evaluate(installHelpers)
  const faults = [...(await page.evaluate(sidewaysScrolls)), ...(await page.evaluate(cutOffTexts))]
  return forFingers ? [...faults, ...(await page.evaluate(smallTargets))] : faults
}

// The functions below run in the page. Each sees only its own code and `window.lookOver`.

function installHelpers() {
  const isVisible = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && element.clientWidth !== 1
  window.lookOver = {
    describe(element) {
      const words = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().replace(/\s+/g, ' ')
      const part = element.closest('[aria-label], section, dialog, [role]')
      const place =
        part && part !== element ? ` in ${part.getAttribute('aria-label') ?? part.tagName.toLowerCase()}` : ''
      return `<${element.tagName.toLowerCase()}> "${words.slice(0, 50)}"${place.slice(0, 40)}`
    },
    visibleElements() {
      const front = [...document.querySelectorAll('[role="dialog"], [role="menu"]')].filter(isVisible).at(-1)
      return [...(front ?? document.body).querySelectorAll('*')].filter(
        (element) => element instanceof HTMLElement && isVisible(element) && !element.closest('.pdfViewer, .sr-only'),
      )
    },
  }
}

function sidewaysScrolls() {
  const faults: string[] = []
  for (const scroller of [document.documentElement, document.querySelector('#content')]) {
    const beyond = scroller ? scroller.scrollWidth - scroller.clientWidth : 0
    if (scroller && beyond > 0) faults.push(`scrolls sideways by ${beyond} px: ${window.lookOver.describe(scroller)}`)
  }
  return faults
}

function cutOffTexts() {
  const { describe, visibleElements } = window.lookOver
  const scrolls = (value: string) => value === 'auto' || value === 'scroll'

  /** The box of an element's own text, without its children's; undefined if it has none. */
  function textBoxOf(element: Element) {
    const texts = [...element.childNodes].filter((node) => node.nodeType === 3 && node.textContent?.trim())
    const [first, last] = [texts[0], texts.at(-1)]
    if (!first || !last) return
    const range = document.createRange()
    range.setStartBefore(first)
    range.setEndAfter(last)
    return range.getBoundingClientRect()
  }

  /** Checks the text against the elements around it, up to one that scrolls or shows an ellipsis. */
  function faultsOf(element: Element, text: DOMRect) {
    const faults: string[] = []
    for (let around: Element | null = element; around && around !== document.body; around = around.parentElement) {
      const style = getComputedStyle(around)
      if (scrolls(style.overflowX)) break
      if (style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none') break
      const box = around.getBoundingClientRect()
      const beyond = Math.max(text.right - box.right, box.left - text.left)
      if (style.overflowX !== 'visible' && box.width > 1 && beyond > 5) {
        faults.push(`cut off by ${Math.round(beyond)} px: ${describe(element)}`)
        break
      }
      const isBox = around === element && style.position !== 'absolute' && style.display !== 'inline'
      if (isBox && beyond > 5) {
        faults.push(`runs out of its box by ${Math.round(beyond)} px: ${describe(element)}`)
        break
      }
      if (around.parentElement === document.body && (text.right > innerWidth + 1 || text.left < -1))
        faults.push(`beyond the edge: ${describe(element)}`)
    }
    return faults
  }

  return visibleElements().flatMap((element) => {
    const text = textBoxOf(element)
    return text && text.width >= 2 ? faultsOf(element, text) : []
  })
}

function smallTargets() {
  const { describe, visibleElements } = window.lookOver
  const TARGETS =
    'button, a[href], input, select, textarea, summary, [role="option"], [role^="menuitem"], [role="tab"], [role="radio"], [role="switch"]'
  const REQUIRED = 44

  /** Whether pressing this point of the page presses the target. */
  function hits(target: Element, x: number, y: number) {
    // The whole of a task's card or row opens it, and the cell around a box ticks it.
    const row = target.closest('[data-task], [role="row"], tr')
    const whole = target.closest('[data-select]') ?? (row?.querySelector('a, button') === target ? row : target)
    const hit = document.elementFromPoint(x, y)
    const label = hit?.closest('label')
    const other = hit?.closest(TARGETS)
    if (!hit || target.contains(hit)) return true
    if (label?.contains(target) || label?.control === target) return true
    return whole.contains(hit) && (!other || other === target)
  }

  return visibleElements().flatMap((target) => {
    if (!target.matches(TARGETS)) return []
    if (getComputedStyle(target).display === 'inline') return []
    if (target.matches(':disabled, [type="hidden"], [type="file"]')) return []
    const { left, top, width, height } = target.getBoundingClientRect()
    const [x, y] = [left + width / 2, top + height / 2]
    if (x < 0 || y < 22 || x > innerWidth || y > innerHeight - 22 || !hits(target, x, y)) return []
    const reach = (dx: number, dy: number) => {
      let far = 0
      while (far < REQUIRED && hits(target, x + dx * (far + 0.5), y + dy * (far + 0.5))) far += 1
      return far
    }
    const [wide, high] = [reach(-1, 0) + reach(1, 0), reach(0, -1) + reach(0, 1)]
    const isLarge = wide >= REQUIRED - 1 && high >= REQUIRED - 1
    return isLarge ? [] : [`${Math.max(wide, 0)} × ${high} px for a finger: ${describe(target)}`]
  })
}
