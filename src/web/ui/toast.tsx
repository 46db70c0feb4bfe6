import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { Toast as Radix } from 'radix-ui'
import { createStore } from '../store.ts'
import { cx } from './class-names.ts'
import { NOT_SMALL, useMedia } from './media.ts'

const SHOWN_FOR = 5000
/** A dismissed toast is kept this long; the next one takes its place sooner. */
const KEPT_FOR = 1_000_000

export interface Toast {
  title: string
  description?: string
  destructive?: boolean
  /** `altText` says how else the same can be done, to those who cannot reach the button in time. */
  action?: { label: string; altText: string; onSelect: () => void }
  /** It comes from elsewhere: it waits until one has been told of what one has just done, and perhaps undone it. */
  isNews?: boolean
}

const current = createStore<(Toast & { id: number; open: boolean }) | null>(null)
let removal: ReturnType<typeof setTimeout> | undefined
/** The newest of the news that wait. */
let queue: Toast | undefined

/** Shows a toast; the one before, if any, gives way, unless the next is news and has to wait. */
export function toast(next: Toast) {
  const shown = current.get()
  if (next.isNews && shown?.open && !shown.isNews) {
    queue = next
    return
  }
  clearTimeout(removal)
  current.set({ ...next, id: (shown?.id ?? 0) + 1, open: true })
}

/** Takes the news away, shown or waiting: they were for whoever was here. */
export function dropNews() {
  queue = undefined
  if (current.get()?.isNews) current.set(null)
}

/** Says that something has failed. */
export const toastError = (description: string) => toast({ title: 'Error', description, destructive: true })

function dismiss() {
  const shown = current.get()
  if (!shown?.open) return
  current.set({ ...shown, open: false })
  removal = setTimeout(() => current.set(null), KEPT_FOR)
  if (queue) toast(queue)
  queue = undefined
}

/** The place where toasts appear: at the top on small screens, at the bottom right on larger ones. F8 moves the focus there. */
export function Toaster() {
  const shown = current.use()
  const notSmall = useMedia(NOT_SMALL)
  return (
    <Radix.Provider duration={SHOWN_FOR} swipeThreshold={50} swipeDirection={notSmall ? 'right' : 'up'}>
      {shown && <Shown key={shown.id} toast={shown} />}
      <Radix.Viewport
        hotkey={['F8']}
        label="Notifications ({hotkey})"
        className="fixed inset-x-0 top-0 z-60 mx-auto flex max-w-lg flex-col gap-2 p-3 pt-[max(0.75rem,env(safe-area-inset-top))] outline-none md:inset-x-auto md:top-auto md:right-0 md:bottom-0 md:w-104 md:p-5"
      />
    </Radix.Provider>
  )
}

function Shown({
  toast: { title, description, destructive = false, action, open },
}: {
  toast: NonNullable<ReturnType<typeof current.get>>
}) {
  const Icon = destructive ? CircleAlert : CircleCheck
  return (
    <Radix.Root
      open={open}
      onOpenChange={(next) => !next && dismiss()}
      className={cx(
        'pointer-events-auto flex items-start gap-3 rounded-card py-3 pr-2 pl-4 text-on-strong shadow-float forced-colors:border',
        destructive ? 'bg-bad' : 'bg-good',
        'data-[state=closed]:animate-fade-out data-[state=open]:animate-slide-in-down md:data-[state=open]:animate-slide-in-up',
        'data-[swipe=move]:translate-x-(--radix-toast-swipe-move-x) data-[swipe=move]:translate-y-(--radix-toast-swipe-move-y) data-[swipe=cancel]:transition-transform',
      )}
    >
      <Icon aria-hidden="true" className="mt-1.5 size-4.5 shrink-0" />
      <div className="min-w-0 flex-1 py-1">
        <Radix.Title className="break-words font-semibold">{title}</Radix.Title>
        {description && <Radix.Description className="mt-0.5 break-words opacity-95">{description}</Radix.Description>}
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
      <Radix.Close aria-label="Close" className={cx(button, 'w-8 touch:w-11')}>
        <X aria-hidden="true" className="size-4" />
      </Radix.Close>
    </Radix.Root>
  )
}

const button =
  'grid h-8 shrink-0 place-items-center rounded-control font-semibold hover:bg-on-strong/15 focus-visible:outline-on-strong touch:h-11'
