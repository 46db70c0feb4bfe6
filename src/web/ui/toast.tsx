import { i18nNow } from '../language.ts'
import { createStore, onPersonGone } from '../store.ts'

/** A dismissed toast is removed after this time, or when the next one is shown. */
const REMOVAL_DELAY_MS = 1_000_000

export interface Toast {
  title: string
  description?: string
  destructive?: boolean
  /** `altText` describes another way to do the same, for people who cannot reach the button in time. */
  action?: { label: string; altText: string; onSelect: () => void }
  /** The toast does not result from the viewer's own action. It waits while a toast that does is shown. */
  isUnread?: boolean
  /** It says that something waits for the network. It goes when that was sent. */
  waits?: boolean
  /** A few words in its place above the foot of a phone, for a change that the screen shows anyway. */
  short?: string | undefined
  /** Called when it is to be seen. News may wait before, or never be shown. */
  onShown?: () => void
}

/** The toast that is shown, or was shown last. `Toaster` draws it. */
export const currentToast = createStore<(Toast & { id: number; open: boolean }) | null>(null)
let removalTimer: ReturnType<typeof setTimeout> | undefined
/** The newest of the toasts with news that wait. */
let waitingUnread: Toast | undefined
let isUnreadInList = false

/** Shows a toast in place of the one before. News waits until that one has gone, if it is no news. */
export function toast(next: Toast) {
  if (next.isUnread && isUnreadInList) return next.onShown?.()
  const shown = currentToast.get()
  if (next.isUnread && shown?.open && !shown.isUnread) {
    waitingUnread = next
    return
  }
  clearTimeout(removalTimer)
  currentToast.set({ ...next, id: (shown?.id ?? 0) + 1, open: true })
  next.onShown?.()
}

/** Removes news that is shown or waits. */
export function dropUnread() {
  waitingUnread = undefined
  if (currentToast.get()?.isUnread) currentToast.set(null)
}

/** Removes a toast that says that something waits: it was sent. */
export function dropWaiting() {
  if (currentToast.get()?.waits) dismiss()
}

/** From now on a list shows the news, which a toast would cover. Returns how to end that. */
export function showUnreadInList() {
  dropUnread()
  isUnreadInList = true
  return () => {
    isUnreadInList = false
  }
}

onPersonGone(() => {
  waitingUnread = undefined
  currentToast.set(null)
})

/** Shows a toast about a failure. */
export function toastError(description: string) {
  const i18n = i18nNow()
  toast({ title: i18n.t('Error'), description, destructive: true })
}

/** Takes the toast away; the news that has waited comes. */
export function dismiss() {
  const shown = currentToast.get()
  if (!shown?.open) return
  currentToast.set({ ...shown, open: false })
  removalTimer = setTimeout(() => currentToast.set(null), REMOVAL_DELAY_MS)
  if (waitingUnread) toast(waitingUnread)
  waitingUnread = undefined
}

/** The id of the place above the foot of a phone, where short words stand. Elsewhere there is none. */
export const ABOVE_FOOT = 'above-foot'

/** The elements that toasts on small screens stay below, the newest last. */
export const toastEdges = createStore<readonly HTMLElement[]>([])

/**
 * A ref of an element that toasts on small screens must not cover: the head of the page, or of a dialog over it. They
 * stand below the element that came last. It begins at the top of the screen there.
 */
export function toastsBelow(element: HTMLElement | null) {
  if (!element) return
  toastEdges.set([...toastEdges.get(), element])
  return () => toastEdges.set(toastEdges.get().filter((other) => other !== element))
}
