import { type RefObject, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { prefersReducedMotion } from '../../ui/media.ts'

/** The element that scrolls the conversation, if it has no column of its own. */
export type Scroller = RefObject<HTMLElement | null>

interface Known {
  first: number | undefined
  last: number | undefined
  unsent: number
  sent: string | undefined
  height: number
}

/** In pixels. So near the end, somebody reads the latest. */
const NEAR = 48

/**
 * How a conversation scrolls in `box`. A person who reads at its end stays there as comments come and as the field
 * below grows. A person who reads elsewhere, or opened the task at its title and has not scrolled, stays where they
 * are, also when earlier comments are put before. One's own comment always comes into view.
 */
export function useScrolling({
  box,
  comments,
  unsent,
  sent,
  opensAtEnd,
}: {
  box: RefObject<HTMLElement | null> | undefined
  comments: readonly { id: number }[] | undefined
  /** How many of one's own are not confirmed. */
  unsent: number
  /** The key of the comment that was sent last, since the task was opened. */
  sent: string | undefined
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
    // A reader who has opened a task is at its end, too, as long as all of it fits: parts that are drawn late may not
    // move the title away.
    const readsTitle = () => !opensAtEnd && root.scrollTop === 0 && before.current?.sent === undefined
    const sizes = new ResizeObserver((changes) => {
      const grewBelow = changes.some(({ target }) => target === root)
      if (wasAtEnd.current && isPlaced.current && (grewBelow || !readsTitle())) toEnd()
    })
    ends.observe(end.current)
    // In a column of its own it is in view as long as it is open.
    if (end.current.parentElement === root) setInView(true)
    else if (end.current.parentElement) views.observe(end.current.parentElement)
    // Parts above that are drawn late would push the end out of view.
    const observeParts = () => {
      for (const part of root.children) sizes.observe(part)
    }
    const parts = new MutationObserver(observeParts)
    parts.observe(root, { childList: true })
    observeParts()
    sizes.observe(root)
    return () => {
      parts.disconnect()
      ends.disconnect()
      views.disconnect()
      sizes.disconnect()
    }
  }, [box, opensAtEnd, toEnd])

  const isPlaced = useRef(false)
  const before = useRef<Known>(null)
  const first = comments?.[0]?.id
  const last = comments?.at(-1)?.id
  useLayoutEffect(() => {
    const root = box?.current
    if (!root || !comments) return
    const height = root.scrollHeight
    const known = before.current
    before.current = { first, last, unsent, sent, height }
    const isOwnNew = sent !== undefined && sent !== known?.sent
    // From now on it is followed: the way there may be broken off.
    if (isOwnNew) wasAtEnd.current = true
    if (!isPlaced.current) {
      isPlaced.current = true
      // It may have been written before the others were there.
      if (isOwnNew) return toEnd()
      if (!opensAtEnd) return
      const divider = root.querySelector('[data-new-from]')
      if (divider) divider.scrollIntoView({ block: 'center' })
      else toEnd()
    } else if (known && known.first !== first && known.last === last) root.scrollTop += height - known.height
    else if (isOwnNew || (wasAtEnd.current && known && (known.last !== last || known.unsent !== unsent))) toEnd()
  }, [box, comments, first, last, unsent, sent, opensAtEnd, toEnd])

  return { end, isAtEnd, isInView, toEnd: () => toEnd(true) }
}
