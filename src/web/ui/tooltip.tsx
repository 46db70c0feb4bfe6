import { Slot } from 'radix-ui'
import {
  createContext,
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
  use,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { cx } from './class-names.ts'

const DELAY_MS = 700
const SKIP_DELAY_MS = 300
/** The time to move the pointer from the control onto its tooltip. */
const GRACE_MS = 120
const GAP_PX = 6

interface Shown {
  label: string
  anchor: Element
  /** The keyboard's focus shows it. The pointer, which is elsewhere, reaches the parts below. */
  isByFocus?: boolean
}
interface Tooltips {
  point(shown: Shown): void
  focus(shown: Shown): void
  leave(): void
  hide(): void
}

const TooltipContext = createContext<Tooltips | null>(null)

/**
 * Shows one tooltip at a time: 700 ms after the pointer has come to rest, or at once within 300 ms of the one before
 * and on keyboard focus. Escape hides it. The pointer may move onto one that it has brought.
 */
export function TooltipProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<Shown | null>(null)
  const tooltips = useMemo(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let hiddenAt = Number.NEGATIVE_INFINITY
    let open = false
    const after = (ms: number, next: Shown | null) => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        if (open && !next) hiddenAt = performance.now()
        open = next !== null
        setShown(next)
      }, ms)
    }
    return {
      point: (next: Shown) => after(open || performance.now() - hiddenAt < SKIP_DELAY_MS ? 0 : DELAY_MS, next),
      focus: (next: Shown) => after(0, { ...next, isByFocus: true }),
      leave: () => after(open ? GRACE_MS : 0, null),
      hide: () => after(0, null),
      stay: () => clearTimeout(timer),
    }
  }, [])

  useEffect(() => {
    if (!shown) return
    const onKeyDown = ({ key }: KeyboardEvent) => key === 'Escape' && tooltips.hide()
    addEventListener('keydown', onKeyDown, true)
    addEventListener('scroll', tooltips.hide, true)
    return () => {
      removeEventListener('keydown', onKeyDown, true)
      removeEventListener('scroll', tooltips.hide, true)
    }
  }, [shown, tooltips])

  return (
    <TooltipContext value={tooltips}>
      {children}
      {shown && <Bubble shown={shown} onPointerEnter={tooltips.stay} onPointerLeave={tooltips.leave} />}
    </TooltipContext>
  )
}

/** Shows its control's label on hover and keyboard focus. The control needs the same accessible label. */
export function Tooltip({ label, children }: { label: string; children: ReactElement }) {
  const tooltips = use(TooltipContext)
  if (!tooltips) return children
  return (
    <Slot.Root
      onPointerEnter={(event: PointerEvent) =>
        event.pointerType !== 'touch' && tooltips.point({ label, anchor: event.currentTarget })
      }
      onPointerLeave={tooltips.leave}
      onPointerDown={tooltips.hide}
      onFocus={(event: FocusEvent) =>
        event.currentTarget.matches(':focus-visible') && tooltips.focus({ label, anchor: event.currentTarget })
      }
      onBlur={tooltips.hide}
    >
      {children}
    </Slot.Root>
  )
}

function Bubble({ shown, ...handlers }: { shown: Shown; onPointerEnter: () => void; onPointerLeave: () => void }) {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const bubble = ref.current
    if (!bubble) return
    const anchor = shown.anchor.getBoundingClientRect()
    const { width, height } = bubble.getBoundingClientRect()
    const left = Math.max(4, Math.min(anchor.left + anchor.width / 2 - width / 2, innerWidth - width - 4))
    const below = anchor.bottom + height < innerHeight
    bubble.style.left = `${left}px`
    bubble.style.top = `${below ? anchor.bottom : anchor.top - height}px`
  }, [shown])
  return (
    <div
      {...handlers}
      ref={ref}
      role="tooltip"
      style={{ paddingBlock: GAP_PX }}
      className={cx('fixed top-0 left-0 z-70 animate-fade-in', shown.isByFocus && 'pointer-events-none')}
    >
      <div className="max-w-64 rounded-md bg-text px-2 py-1 text-bg text-xs font-medium shadow-float forced-colors:border">
        {shown.label}
      </div>
    </div>
  )
}
