import { afterPaint } from './after-paint.ts'

const ITEMS = 'li, tr, article, [data-index]'
const LAYERS = '[role=dialog], [role=alertdialog]'
/** Tools that stand over a list, or beside it, and work on its items. */
const TOOLS = '[role=menu], [role=listbox], [data-list-tools]'
const FOCUSABLE = ':is(a[href], button, input, select, textarea, [tabindex="0"]):not(:disabled, [type=hidden])'

/** The item of a list that had the focus last, in the page or in a dialog over it. */
interface Kept {
  layer: Element
  item: Element
  path: string
  /** Where the item stood, once it has gone. */
  gap?: { parent: Element; next: Node | null; previous: Node | null }
}

let kept: Kept[] = []

/**
 * Keeps the focus in its list when the item that had it goes, as somebody deletes it by keyboard: the next item gets
 * it, else the one before, else the element in the list's place. An action that has moved the focus elsewhere is not
 * disturbed.
 */
export function keepFocusInLists() {
  document.addEventListener('focusin', ({ target }) => target instanceof Element && note(target))
  // A pointer may leave the focus nowhere on purpose.
  document.addEventListener('pointerdown', ({ target }) => {
    if (target instanceof Element && !target.closest(TOOLS)) set([])
  })
  // This code may arrive after the first key. The focus can be in the menu of an item by then.
  const { activeElement } = document
  const current = activeElement?.closest(TOOLS) ? document.querySelector('[aria-expanded="true"]') : activeElement
  if (current) note(current)
}

function note(target: Element) {
  if (target.closest(TOOLS)) return
  const layer = target.closest(LAYERS) ?? document.body
  const item = target.closest(ITEMS)
  const below = kept.filter((entry) => entry.layer !== layer && entry.layer.isConnected && layer !== document.body)
  set(item && layer.contains(item) ? [...below, { layer, item, path: location.pathname }] : below)
}

const observer = new MutationObserver((records) => {
  for (const entry of kept) {
    if (entry.gap || entry.item.isConnected) continue
    const record = records.find(({ removedNodes }) => [...removedNodes].some((node) => node.contains(entry.item)))
    if (record)
      entry.gap = { parent: record.target as Element, next: record.nextSibling, previous: record.previousSibling }
  }
  // Menus and dialogs that close return the focus first.
  if (isLost()) afterPaint(settle)
})

function set(next: Kept[]) {
  if (kept.length === 0 && next.length > 0) observer.observe(document.body, { childList: true, subtree: true })
  if (next.length === 0) observer.disconnect()
  kept = next
}

const isLost = () => document.activeElement === null || document.activeElement === document.body

function settle() {
  const entry = kept.findLast(({ layer }) => layer.isConnected)
  if (!isLost() || !entry || entry.path !== location.pathname) return
  const { item, gap, layer } = entry
  if (item.isConnected) return focusIn(item)
  if (!gap?.parent.isConnected) return
  for (let node = gap.next; node; node = node.nextSibling) if (focusIn(node)) return
  for (let node = gap.previous; node; node = node.previousSibling) if (focusIn(node)) return
  focusIn(layer === document.body ? document.querySelector('#content') : layer)
}

/** Focuses an item, or the first of its controls that takes the focus. */
function focusIn(node: Node | null) {
  if (!(node instanceof HTMLElement) || !node.isConnected) return false
  for (const target of [
    ...(node.tabIndex >= 0 || node.matches('tr, #content') ? [node] : []),
    ...node.querySelectorAll<HTMLElement>(FOCUSABLE),
  ]) {
    target.focus({ preventScroll: false })
    if (document.activeElement === target) return true
  }
  return false
}
