import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { Toast as Radix } from 'radix-ui'
import { useDirection } from '../direction.ts'
import { i18nNow, useI18n } from '../language.ts'
import { createStore } from '../store.ts'
import { cx } from './class-names.ts'
import { NOT_SMALL, useMedia } from './media.ts'

const DURATION_MS = 5000
/** A dismissed toast is removed after this time, or when the next one is shown. */
const REMOVAL_DELAY_MS = 1_000_000

export interface Toast {
  title: string
  description?: string
  destructive?: boolean
  /** `altText` describes another way to do the same, for people who cannot reach the button in time. */
  action?: { label: string; altText: string; onSelect: () => void }
  /** The toast does not result from the viewer's own action. It waits while a toast that does is shown. */
  isNews?: boolean
}

const current = createStore<(Toast & { id: number; open: boolean }) | null>(null)
let removalTimer: ReturnType<typeof setTimeout> | undefined
/** The newest of the toasts with news that wait. */
let waitingNews: Toast | undefined

/** Shows a toast in place of the one before. News waits until that one has gone, if it is no news. */
export function toast(next: Toast) {
  const shown = current.get()
  if (next.isNews && shown?.open && !shown.isNews) {
    waitingNews = next
    return
  }
  clearTimeout(removalTimer)
  current.set({ ...next, id: (shown?.id ?? 0) + 1, open: true })
}

/** Removes news that is shown or waits: it was for the person who was signed in. */
export function dropNews() {
  waitingNews = undefined
  if (current.get()?.isNews) current.set(null)
}

/** Shows a toast that says what has failed. */
export function toastError(description: string) {
  const i18n = i18nNow()
  toast({ title: i18n.t('Error'), description, destructive: true })
}

function dismiss() {
  const shown = current.get()
  if (!shown?.open) return
  current.set({ ...shown, open: false })
  removalTimer = setTimeout(() => current.set(null), REMOVAL_DELAY_MS)
  if (waitingNews) toast(waitingNews)
  waitingNews = undefined
}

/** Where toasts appear: at the top on small screens, in the lower corner where lines end on larger ones. F8 moves the focus there. */
export function Toaster() {
  const shown = current.use()
  const i18n = useI18n()
  const notSmall = useMedia(NOT_SMALL)
  const outwards = useDirection() === 'rtl' ? 'left' : 'right'
  return (
    <Radix.Provider
      label={i18n.t('Notification')}
      duration={DURATION_MS}
      swipeThreshold={50}
      swipeDirection={notSmall ? outwards : 'up'}
    >
      {shown && <Shown key={shown.id} toast={shown} />}
      <Radix.Viewport
        hotkey={['F8']}
        // Radix puts the name of the key in place of its own braces.
        label={i18n.t('Notifications ({key})', { key: '{hotkey}' })}
        className="fixed inset-x-0 top-0 z-60 mx-auto flex max-w-lg flex-col gap-2 p-3 pt-[max(0.75rem,env(safe-area-inset-top))] outline-none md:inset-x-auto md:top-auto md:inset-e-0 md:bottom-0 md:w-104 md:p-5"
      />
    </Radix.Provider>
  )
}

function Shown({
  toast: { title, description, destructive = false, action, open },
}: {
  toast: NonNullable<ReturnType<typeof current.get>>
}) {
  const i18n = useI18n()
  const Icon = destructive ? CircleAlert : CircleCheck
  return (
    <Radix.Root
      open={open}
      onOpenChange={(next) => !next && dismiss()}
      className={cx(
        'pointer-events-auto flex items-start gap-3 rounded-card py-3 pe-2 ps-4 text-on-strong shadow-float forced-colors:border',
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
      <Radix.Close aria-label={i18n.t('Close')} className={cx(button, 'w-8 touch:w-11')}>
        <X aria-hidden="true" className="size-4" />
      </Radix.Close>
    </Radix.Root>
  )
}

const button =
  'grid h-8 shrink-0 place-items-center rounded-control font-semibold hover:bg-on-strong/15 focus-visible:outline-on-strong touch:h-11'
