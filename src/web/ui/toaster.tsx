import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { Toast as Radix } from 'radix-ui'
import { useEffect, useLayoutEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useDirection } from '../direction.ts'
import { useI18n } from '../language.ts'
import { cx } from './class-names.ts'
import { closeTop } from './guarded-closing.ts'
import { NOT_SMALL, useMedia } from './media.ts'
import { ABOVE_FOOT, currentToast, dismiss, toastEdges } from './toast.tsx'

const DURATION_MS = 5000

/** How far below the top of the screen an element begins, before anything is scrolled, in pixels. */
function topOf(element: HTMLElement) {
  let top = 0
  for (let each: Element | null = element; each instanceof HTMLElement; each = each.offsetParent) top += each.offsetTop
  return top
}

/**
 * Where the element ends below which toasts stand, in pixels. Its place in the layout counts, because it may still move
 * there. Without a toast nothing is measured: that lays out the page within the task that opens a dialog.
 */
function useEdge(isShown: boolean) {
  const [edge, setEdge] = useState(0)
  useLayoutEffect(() => {
    if (!isShown) return
    let sizes: ResizeObserver | undefined
    const follow = () => {
      sizes?.disconnect()
      const elements = toastEdges.get()
      const element = elements.at(-1)
      if (!element) return setEdge(0)
      const measure = () => setEdge(topOf(element) + element.offsetHeight)
      sizes = new ResizeObserver(measure)
      // Their surroundings count too: a head moves when the head of the page, or the sheet that it belongs to, grows.
      for (const each of elements) {
        sizes.observe(each)
        if (each.offsetParent) sizes.observe(each.offsetParent)
      }
      measure()
    }
    follow()
    const stop = toastEdges.subscribe(follow)
    return () => {
      stop()
      sizes?.disconnect()
    }
  }, [isShown])
  return edge
}

/**
 * Where toasts appear: at the top on small screens, below the head, in the lower corner where lines end on larger ones.
 * F8 moves the focus there. Load it on demand: it brings its library along.
 */
export function Toaster() {
  const shown = currentToast.use()
  const i18n = useI18n()
  const notSmall = useMedia(NOT_SMALL)
  const edge = useEdge(shown?.open ?? false)
  // The name of the window's place changes with its size, which draws this anew.
  const foot = shown?.short === undefined ? null : document.getElementById(ABOVE_FOOT)
  const outwards = useDirection() === 'rtl' ? 'left' : 'right'
  return (
    <Radix.Provider
      label={i18n.t('Notification')}
      duration={DURATION_MS}
      swipeThreshold={50}
      swipeDirection={notSmall ? outwards : 'up'}
    >
      {shown && (foot ? <Short key={shown.id} toast={shown} place={foot} /> : <Shown key={shown.id} toast={shown} />)}
      <Radix.Viewport
        id="toasts"
        hotkey={['F8']}
        // Radix puts the name of the key in place of its own braces.
        label={i18n.t('Notifications ({key})', { key: '{hotkey}' })}
        style={{ top: notSmall ? undefined : edge }}
        className="fixed inset-x-0 top-0 z-60 mx-auto flex max-w-lg flex-col gap-2 p-3 pt-[max(0.75rem,env(safe-area-inset-top))] outline-none md:inset-x-auto md:top-auto md:inset-e-(--notch) md:bottom-0 md:w-104 md:p-5"
      />
    </Radix.Provider>
  )
}

type ShownToast = NonNullable<ReturnType<typeof currentToast.get>>

function Shown({ toast: { title, description, destructive = false, action, open } }: { toast: ShownToast }) {
  const i18n = useI18n()
  const Icon = destructive ? CircleAlert : CircleCheck
  return (
    <Radix.Root
      open={open}
      onOpenChange={(next) => !next && dismiss()}
      // For Radix a toast that comes later lies over the dialog, and Escape would close the toast alone.
      onEscapeKeyDown={(event) => {
        const isWithin = event.target instanceof Element && event.target.closest('#toasts') !== null
        if (!isWithin && closeTop()) event.preventDefault()
      }}
      className={cx(
        // Also under a dialog that opens later: Radix takes the pointer from anything older than a dialog.
        'pointer-events-auto! flex items-start gap-3 rounded-card py-2 pe-2 ps-4 text-on-strong shadow-float forced-colors:border',
        destructive ? 'bg-bad' : 'bg-good',
        'data-[state=closed]:animate-fade-out data-[state=open]:animate-slide-in-down md:data-[state=open]:animate-slide-in-up',
        'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=move]:translate-y-(--radix-toast-swipe-move-y) data-[swipe=cancel]:transition-transform',
      )}
    >
      {/* Beside a long text the button would take half of a phone's width: it goes below. */}
      <div className="flex min-w-0 flex-1 flex-wrap items-center justify-end gap-x-3 gap-y-1">
        <div className="flex min-h-8 min-w-0 flex-auto items-center touch:min-h-11">
          <div className="flex min-w-0 items-start gap-3">
            <Icon aria-hidden="true" className="mt-0.5 size-4.5 shrink-0 max-[17rem]:hidden" />
            <div className="min-w-0 flex-1">
              <Radix.Title className="own-direction break-words font-semibold">{title}</Radix.Title>
              {description && (
                <Radix.Description className="own-direction mt-0.5 break-words opacity-95">
                  {description}
                </Radix.Description>
              )}
            </div>
          </div>
        </div>
        {action && (
          <Radix.Action
            altText={action.altText}
            onClick={action.onSelect}
            className={cx(button, 'border border-on-strong/40 px-3')}
          >
            {action.label}
          </Radix.Action>
        )}
      </div>
      <Radix.Close aria-label={i18n.t('Close')} className={cx(button, 'w-8 touch:w-11')}>
        <X aria-hidden="true" className="size-4" />
      </Radix.Close>
    </Radix.Root>
  )
}

/**
 * A toast in one line above the foot, with its action beside the words. The screen gives it room, so it covers nothing.
 * The words of the toast are read out.
 */
function Short({ toast: { title, short, action, open }, place }: { toast: ShownToast; place: HTMLElement }) {
  useEffect(() => {
    const timer = setTimeout(dismiss, DURATION_MS)
    return () => clearTimeout(timer)
  }, [])
  if (!open) return null
  return createPortal(
    <div className="flex min-h-11 items-center gap-2.5 bg-good ps-4 pe-1 font-semibold text-on-strong forced-colors:border">
      <CircleCheck aria-hidden="true" className="size-4.5 shrink-0" />
      <span aria-hidden="true" className="min-w-0 flex-1 truncate">
        {short}
      </span>
      <span className="sr-only">{title}</span>
      {action && (
        <button
          type="button"
          onClick={() => {
            dismiss()
            action.onSelect()
          }}
          className={cx(button, 'px-4')}
        >
          {action.label}
        </button>
      )}
    </div>,
    place,
  )
}

const button =
  'grid h-8 shrink-0 place-items-center rounded-control font-semibold hover:bg-on-strong/15 focus-visible:outline-on-strong touch:h-11'
