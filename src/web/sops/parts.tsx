import { type CSSProperties, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'

/** How many cards are drawn or left out together: a multiple of how many stand side by side, whatever the width. */
const CARDS_IN_PART = 60
/** Parts this near to what is in view are drawn already. */
const NEAR = '600px'

/** The scroller of all screens. */
const scrollerOf = (element: Element) => element.closest('[data-scroll-restoration-id]')

/**
 * A grid of cards, of which only the parts near to what is in view are drawn: of two thousand cards the browser would have
 * seventy thousand elements to keep. The others leave their place empty, so that headings and the scroll bar stand where they
 * would. The part that has the focus stays.
 */
export function CardParts<T>({ items, children }: { items: readonly T[]; children: (item: T) => ReactNode }) {
  const parts = Array.from({ length: Math.ceil(items.length / CARDS_IN_PART) }, (_, at) =>
    items.slice(at * CARDS_IN_PART, (at + 1) * CARDS_IN_PART),
  )
  return parts.map((part, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a place in the list, whatever stands there
    <SopPart key={at} items={part}>
      {children}
    </SopPart>
  ))
}

function SopPart<T>({ items, children }: { items: readonly T[]; children: (item: T) => ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const [isNear, height] = useNear(place)
  return (
    <div
      ref={place}
      style={{ '--cards': items.length, ...(!isNear && height && { height }) } as CSSProperties}
      className={isNear ? grid : ESTIMATED}
    >
      {isNear && items.map(children)}
    </div>
  )
}

/** Of cards with a title of one line. */
const ESTIMATED = 'h-[calc(var(--cards)/var(--across)*9.25rem)]'
const grid = 'grid flex-1 grid-cols-[repeat(min(var(--cards),var(--across)),minmax(0,1fr))] gap-3'

/** Whether an element is near to what is in view or holds the focus, and how high it was when it last was. */
function useNear(place: RefObject<HTMLElement | null>) {
  const [isNear, setNear] = useState(false)
  const height = useRef(0)
  useLayoutEffect(() => {
    const element = place.current
    if (!element) return
    const root = scrollerOf(element)
    // The observer tells after the first picture, which would be empty.
    setNear(element.getBoundingClientRect().top < (root?.getBoundingClientRect().bottom ?? innerHeight))
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry) return
        if (!entry.isIntersecting) height.current = entry.boundingClientRect.height
        setNear(entry.isIntersecting || element.contains(document.activeElement))
      },
      { root, rootMargin: NEAR },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [place])
  return [isNear, height.current] as const
}
