import { Trans } from '@lingui/react'
import { Link } from '@tanstack/react-router'
import {
  AlarmClock,
  ArrowRightLeft,
  Bell,
  Check,
  type LucideIcon,
  Mail,
  Megaphone,
  MessageSquare,
  ShieldAlert,
  Siren,
  TabletSmartphone,
  Webhook,
} from 'lucide-react'
import { type MouseEvent, type ReactNode, useId } from 'react'
import { type Notification, URGENT_MESSAGE } from '../../shared/notifications.ts'
import { type Message, msg } from '../../shared/words/message.ts'
import { Ago } from '../components/time/ago.tsx'
import { useI18n } from '../language.ts'
import { IconButton } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'
import { useMarkRead } from './reading.ts'
import { targetOf } from './target.ts'

const kinds: Record<string, [LucideIcon, Message]> = {
  reminder: [AlarmClock, msg('Reminder')],
  comment: [MessageSquare, msg('Comment')],
  problem: [Megaphone, msg('Problem')],
  handover: [ArrowRightLeft, msg('Handover')],
  message: [Mail, msg('Message')],
  [URGENT_MESSAGE]: [Siren, msg('Urgent message')],
  security: [ShieldAlert, msg('Security')],
  webhook: [Webhook, msg('Webhook')],
  kiosk: [TabletSmartphone, msg('Kiosk')],
}

/** Extras of a link within the panel: it closes the panel, or takes its place in the history. */
export interface NotificationOpening {
  onClick?: () => void
  replace?: boolean
}

/** One notification in the bell's panel, with a link to its subject. */
export function NotificationRow({
  notification,
  isRead,
  opening: { onClick, replace = false },
  children,
}: {
  notification: Notification
  isRead: boolean
  opening: NotificationOpening
  /** The actions on its subject. */
  children?: ReactNode
}) {
  const { id, type, title, message, createdAt } = notification
  const i18n = useI18n()
  const markRead = useMarkRead()
  const titleId = useId()
  const target = targetOf(notification)
  const isUrgent = type === URGENT_MESSAGE
  const [Icon, kind] = kinds[type] ?? [Bell, msg('Notification')]
  const age = { values: { time: <Ago iso={createdAt} /> }, components: { 0: <span className="sr-only" /> } }
  const open = () => {
    if (!isRead) markRead(id)
    onClick?.()
  }
  return (
    <li
      className={cx(
        'relative flex gap-3 py-2.5 pe-2 ps-4 has-[a:focus-visible]:bg-hover touch:min-h-14',
        target && 'transition-colors duration-120 hover:bg-hover',
      )}
    >
      <span
        className={cx(
          'mt-0.5 grid size-7 shrink-0 place-items-center rounded-full',
          isRead ? 'bg-sunken text-muted' : isUrgent ? 'bg-overdue-soft text-overdue' : 'bg-accent-soft text-accent',
        )}
      >
        <Icon aria-hidden="true" className="size-3.75" />
        <span className="sr-only">{i18n.t(kind)}</span>
      </span>
      <div className="min-w-0 flex-1">
        <p
          id={titleId}
          className={cx(
            'own-direction wrap-anywhere',
            !isUrgent && 'line-clamp-2',
            isRead ? 'text-muted' : 'font-semibold',
          )}
        >
          {target ? (
            <Link {...target} replace={replace} onClick={open} className="outline-none after:absolute after:inset-0">
              {title}
            </Link>
          ) : (
            title
          )}
        </p>
        {message && (
          <p
            className={cx(
              'own-direction text-muted text-sm wrap-anywhere',
              target && type !== 'security' && !isUrgent && 'line-clamp-3',
            )}
          >
            {message}
          </p>
        )}
        <p className="mt-0.5 text-muted text-xs">
          {isRead ? <Trans id="{time}<0>, read</0>" {...age} /> : <Trans id="{time}<0>, unread</0>" {...age} />}
        </p>
        {children}
      </div>
      {!isRead && (
        <IconButton
          label={i18n.t('Mark as read')}
          aria-describedby={titleId}
          data-mark-read=""
          onClick={(event) => {
            moveFocusOn(event)
            markRead(id)
          }}
          className="relative -my-1 self-center"
        >
          <Check aria-hidden="true" className="size-4" />
        </IconButton>
      )}
    </li>
  )
}

/** A pressed button disappears, so the focus moves to the next one. It does so only for presses by keyboard. */
function moveFocusOn({ currentTarget: button, detail }: MouseEvent<HTMLElement>) {
  if (detail !== 0) return
  const panel = button.closest<HTMLElement>('[role="dialog"]')
  const buttons = [...(panel?.querySelectorAll<HTMLElement>('[data-mark-read]') ?? [])]
  const at = buttons.indexOf(button)
  const next = buttons[at + 1] ?? buttons[at - 1] ?? panel
  next?.focus()
}
