import type { Page } from '@playwright/test'

/**
 * Looks over a page as it stands: what lies beyond the viewport or is cut off without a sign of it, and, where fingers are to
 * find them, targets of less than 44 px. Each fault is a line, with the element that has it.
 */
export const lookOver = (page: Page, forFingers: boolean): Promise<string[]> =>
  page.evaluate((forFingers) => {
    const faults: string[] = []
    const told = (element: Element) => {
      const words = (element.getAttribute('aria-label') ?? element.textContent ?? '').trim().replace(/\s+/g, ' ')
      const place = element.closest('[aria-label], section, dialog, [role]')
      const within =
        place && place !== element ? ` in ${place.getAttribute('aria-label') ?? place.tagName.toLowerCase()}` : ''
      return `<${element.tagName.toLowerCase()}> "${words.slice(0, 50)}"${within.slice(0, 40)}`
    }
    const isSeen = (element: Element) =>
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) && element.clientWidth !== 1
    const scrolls = (value: string) => value === 'auto' || value === 'scroll'

    for (const scroller of [document.documentElement, document.querySelector('#content')]) {
      const beyond = scroller ? scroller.scrollWidth - scroller.clientWidth : 0
      if (scroller && beyond > 0) faults.push(`scrolls sideways by ${beyond} px: ${told(scroller)}`)
    }

    const dialogs = [...document.querySelectorAll('[role="dialog"], [role="menu"]')].filter(isSeen)
    const front = dialogs.at(-1) ?? document.body
    const elements = [...front.querySelectorAll('*')].filter(
      (element) => element instanceof HTMLElement && isSeen(element) && !element.closest('.pdfViewer, .sr-only'),
    )
    for (const element of elements) {
      const texts = [...element.childNodes].filter((node) => node.nodeType === 3 && node.textContent?.trim())
      const [first, last] = [texts[0], texts.at(-1)]
      if (!first || !last) continue
      const range = document.createRange()
      range.setStartBefore(first)
      range.setEndAfter(last)
      const words = range.getBoundingClientRect()
      if (words.width < 2) continue
      for (let around: Element | null = element; around && around !== document.body; around = around.parentElement) {
        const style = getComputedStyle(around)
        if (scrolls(style.overflowX)) break
        if (style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none') break
        const box = around.getBoundingClientRect()
        if (style.overflowX !== 'visible' && box.width > 1 && words.right > box.right + 5) {
          faults.push(`cut off by ${Math.round(words.right - box.right)} px: ${told(element)}`)
          break
        }
        if (
          around === element &&
          style.position !== 'absolute' &&
          words.right > box.right + 5 &&
          style.display !== 'inline'
        ) {
          faults.push(`runs out of its box by ${Math.round(words.right - box.right)} px: ${told(element)}`)
          break
        }
        if (around.parentElement === document.body && words.right > innerWidth + 1)
          faults.push(`beyond the edge: ${told(element)}`)
      }
    }

    if (!forFingers) return faults
    const pressed =
      'button, a[href], input, select, textarea, summary, [role="option"], [role^="menuitem"], [role="tab"], [role="radio"], [role="switch"]'
    for (const target of elements.filter((element) => element.matches(pressed))) {
      const style = getComputedStyle(target)
      if (style.display === 'inline' || target.matches(':disabled, [type="hidden"], [type="file"]')) continue
      const { left, top, width, height } = target.getBoundingClientRect()
      const [x, y] = [left + width / 2, top + height / 2]
      // The whole of a task's card or row opens it, and the cell around a box ticks it.
      const row = target.closest('[data-task], [role="row"], tr')
      const whole = target.closest('[data-select]') ?? (row?.querySelector('button') === target ? row : target)
      const isOurs = (x: number, y: number) => {
        const hit = document.elementFromPoint(x, y)
        const label = hit?.closest('label')
        const other = hit?.closest(pressed)
        if (!hit || target.contains(hit)) return true
        if (label?.contains(target) || label?.control === target) return true
        return whole.contains(hit) && (!other || other === target)
      }
      if (x < 0 || y < 22 || x > innerWidth || y > innerHeight - 22 || !isOurs(x, y)) continue
      const reach = (dx: number, dy: number) => {
        let far = 0
        while (far < 44 && isOurs(x + dx * (far + 0.5), y + dy * (far + 0.5))) far += 1
        return far
      }
      const [wide, high] = [reach(-1, 0) + reach(1, 0), reach(0, -1) + reach(0, 1)]
      if (wide < 43 || high < 43) faults.push(`${Math.max(wide, 0)} × ${high} px for a finger: ${told(target)}`)
    }
    return faults
  }, forFingers)
