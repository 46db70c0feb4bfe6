import { Siren } from 'lucide-react'
import { createContext, type ReactNode, use, useId } from 'react'
import { createPortal } from 'react-dom'
import type { Notification } from '../../shared/notifications.ts'
import { Ago } from '../components/time/ago.tsx'
import { useI18n } from '../language.ts'
import { useMarkRead } from '../notifications/reading.ts'
import { Button } from '../ui/button.tsx'
import { besideAction, Item, withAction } from './item.tsx'
import { NewMark } from './new-mark.tsx'

/** The first place on the screen. */
export const UrgentOutlet = createContext<HTMLElement | null>(null)

/**
 * Urgent things of any kind, above everything else, also the clock and the department: with large letters they would be
 * below the fold.
 */
export function Urgent({ children }: { children: ReactNode }) {
  const i18n = useI18n()
  const id = useId()
  const outlet = use(UrgentOutlet)
  const section = (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-2 flex items-center gap-2 px-1 font-semibold text-overdue text-sm">
        <Siren aria-hidden="true" className="size-4 shrink-0" />
        {i18n.t('It cannot wait')}
      </h2>
      <ul className="flex flex-col gap-2">{children}</ul>
    </section>
  )
  return outlet ? createPortal(section, outlet) : section
}

/** An urgent message, until the viewer has it. */
export function UrgentMessageItem({ message: { id, title, message, createdAt } }: { message: Notification }) {
  const i18n = useI18n()
  const markRead = useMarkRead()
  return (
    <Item className={`${withAction} py-2.5`}>
      <div className={besideAction}>
        <h3 className="own-direction font-medium text-md leading-snug wrap-anywhere">{title}</h3>
        <p className="own-direction mt-0.5 text-md wrap-anywhere">{message}</p>
        <p className="mt-0.5 text-muted text-xs">
          <Ago iso={createdAt} />
        </p>
      </div>
      <Button
        size="lg"
        variant="primary"
        aria-label={i18n.t('Got it: {title}', { title })}
        onClick={() => {
          navigator.vibrate?.(10)
          markRead(id)
        }}
        className="relative z-10 ms-auto px-4! font-semibold"
      >
        {i18n.t('Got it ##a message')}
      </Button>
      <NewMark of={`message ${id}`} since={createdAt} />
    </Item>
  )
}
