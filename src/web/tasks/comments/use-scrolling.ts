import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Comment } from '../../../shared/comments.ts'
import { prefersReducedMotion } from '../../ui/media.ts'

/** What scrolls the conversation, if it has no column of its own. */
export type Scroller = RefObject<HTMLElement | null>

/** In pixels. So near the end, somebody reads the latest. */
const NEAR = 48

/**
 * How a conversation scrolls in `box`. Whoever reads at its end stays there as comments come and as the field below grows; whoever
 * reads elsewhere stays where they are, also when earlier comments are put before. One's own comment comes into view.
 */
export function useScrolling({
  box,
  comments,
  unsent,
  opensAtEnd,
}: {
  box: RefObject<HTMLElement | null> | undefined
  comments: readonly Comment[] | undefined
  /** How many of one's own are not confirmed. */
  unsent: number
  /** It is brought into view once it is there: where the new comments begin, else at its end. */
  opensAtEnd: boolean
}) {
  const end = useRef<HTMLDivElement>(null)
  const [isAtEnd, setAtEnd] = useState(false)
  const [isInView, setInView] = useState(false)
  const wasAtEnd = useRef(false)

  const toEnd = useCallback((smoothly = false) => {
    end.current?.scrollIntoView({ block: 'end', behavior: smoothly && !prefersReducedMotion() ? 'smooth' : 'auto' })
  }, [])

  useEffect(() => {
    const root = box?.current
    if (!root || !end.current) return
    const options = { root, rootMargin: `0px 0px ${NEAR}px 0px` }
    const ends = new IntersectionObserver((entries) => {
      wasAtEnd.current = entries.at(-1)?.isIntersecting ?? false
      setAtEnd(wasAtEnd.current)
    }, options)
    const views = new IntersectionObserver((entries) => setInView(entries.at(-1)?.isIntersecting ?? false), { root })
    const sizes = new ResizeObserver(() => wasAtEnd.current && isPlaced.current && toEnd())
    ends.observe(end.current)
    // In a column of its own it is in view as long as it is open.
    if (end.current.parentElement === root) setInView(true)
    else if (end.current.parentElement) views.observe(end.current.parentElement)
    sizes.observe(root)
    return () => {
      ends.disconnect()
      views.disconnect()
      sizes.disconnect()
    }
  }, [box, toEnd])

  const isPlaced = useRef(false)
  const before = useRef<{ first: number | undefined; last: number | undefined; unsent: number; height: number }>(null)
  const first = comments?.[0]?.id
  const last = comments?.at(-1)?.id
  useLayoutEffect(() => {
    const root = box?.current
    if (!root || !comments) return
    const height = root.scrollHeight
    const known = before.current
    before.current = { first, last, unsent, height }
    if (!isPlaced.current) {
      isPlaced.current = true
      if (!opensAtEnd) return
      const divider = root.querySelector('[data-new-from]')
      if (divider) divider.scrollIntoView({ block: 'center' })
      else toEnd()
    } else if (known && known.first !== first && known.last === last) root.scrollTop += height - known.height
    else if (known && unsent > known.unsent) toEnd(true)
    else if (wasAtEnd.current && known && (known.last !== last || known.unsent !== unsent)) toEnd()
  }, [box, comments, first, last, unsent, opensAtEnd, toEnd])

  return { end, isAtEnd, isInView, toEnd: () => toEnd(true) }
}
