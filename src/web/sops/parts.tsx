import { type CSSProperties, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** Cards that are drawn together. A multiple of every number of cards that can stand side by side. */
const CARDS_IN_PART = 60
/** Parts within this distance of the view are drawn. */
const NEAR = '600px'

/** The scroller of all screens. */
const scrollerOf = (element: Element) => element.closest('[data-scroll-restoration-id]')

/**
 * A grid of cards that draws only the parts in and near the view. Two thousand cards would be seventy thousand
 * elements. The other parts are empty boxes of the same height, so that headings and the scroll bar stay in place. The
 * part with the focus stays drawn, and so do its neighbours: the next press of Tab may come before an observer has seen
 * them.
 */
export function CardParts<T>({ items, children }: { items: readonly T[]; children: (item: T) => ReactNode }) {
  const parts = Array.from({ length: Math.ceil(items.length / CARDS_IN_PART) }, (_, at) =>
    items.slice(at * CARDS_IN_PART, (at + 1) * CARDS_IN_PART),
  )
  const [focused, setFocused] = useState<number>()
  return parts.map((part, at) => (
    <SopPart
      // biome-ignore lint/suspicious/noArrayIndexKey: a part is known by its position
      key={at}
      items={part}
      isBesideFocus={focused !== undefined && Math.abs(at - focused) <= 1}
      onFocus={() => setFocused(at)}
    >
      {children}
    </SopPart>
  ))
}

interface SopPartProps<T> {
  items: readonly T[]
  isBesideFocus: boolean
  onFocus: () => void
  children: (item: T) => ReactNode
}

function SopPart<T>({ items, isBesideFocus, onFocus, children }: SopPartProps<T>) {
  const box = useRef<HTMLDivElement>(null)
  const [isNear, height] = useNear(box)
  const isDrawn = isNear || isBesideFocus
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it does nothing, it only notices where the focus is
    <div
      ref={box}
      onFocus={onFocus}
      style={{ '--cards': items.length, ...(!isDrawn && height && { height }) } as CSSProperties}
      className={isDrawn ? grid : ESTIMATED}
    >
      {isDrawn && items.map(children)}
    </div>
  )
}

/** The height of cards with a title of one line. */
const ESTIMATED = 'h-[calc(var(--cards)/var(--across)*9.25rem)]'
const grid = 'grid flex-1 grid-cols-[repeat(min(var(--cards),var(--across)),minmax(0,1fr))] gap-3'

/** Whether an element is near the view, and its height in pixels when it last was. */
function useNear(box: RefObject<HTMLElement | null>) {
  const [isNear, setNear] = useState(false)
  const height = useRef(0)
  useLayoutEffect(() => {
    const element = box.current
    if (!element) return
    const root = scrollerOf(element)
    // The observer reports after the first paint. Without this line, that paint would be empty.
    setNear(element.getBoundingClientRect().top < (root?.getBoundingClientRect().bottom ?? innerHeight))
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry) return
        if (!entry.isIntersecting) height.current = entry.boundingClientRect.height
        setNear(entry.isIntersecting)
      },
      { root, rootMargin: NEAR },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [box])
  return [isNear, height.current] as const
}
