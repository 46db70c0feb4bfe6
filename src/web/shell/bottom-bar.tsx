import { Link, useLocation } from '@tanstack/react-router'
import { Megaphone, Menu, MessageSquareText, SquareCheckBig, Sun } from 'lucide-react'
import { useCan } from '../api/viewer.ts'
import { openReport } from '../components/shift/report.ts'
import { useI18n } from '../language.ts'
import { UnreadBadge } from '../notifications/unread-badge.tsx'
import { useUnreadMessages } from '../notifications/unread-messages.ts'
import { rememberedMine } from '../tasks/filters/mine.ts'
import { useDrawer } from './use-drawer.tsx'

/**
 * The foot of a phone held upright: what people open most, and the drawer with the rest. It makes room while somebody
 * types.
 */
export function BottomBar() {
  const i18n = useI18n()
  const pathname = useLocation({ select: (location) => location.pathname })
  const mayReport = useCan('task:report')
  const mayTalk = useCan('thread:read')
  const unread = useUnreadMessages()
  const isMine = rememberedMine.use()
  const { triggerProps, drawer } = useDrawer()
  const current = (to: string) => (pathname === to ? 'page' : undefined)
  return (
    <nav
      aria-label={i18n.t('Quick access')}
      className="flex typing:hidden h-(--bar) shrink-0 items-start border-line border-t bg-surface px-1 pb-[env(safe-area-inset-bottom)] print:hidden"
    >
      <Link to="/today" aria-current={current('/today')} className={entry}>
        <Sun aria-hidden="true" className={icon} />
        <span className={label}>{i18n.t('Today')}</span>
      </Link>
      <Link to="/tasks" search={isMine ? { assignee: 'me' } : {}} aria-current={current('/tasks')} className={entry}>
        <SquareCheckBig aria-hidden="true" className={icon} />
        <span className={label}>{i18n.t('Tasks')}</span>
      </Link>
      {mayReport && (
        <button type="button" aria-haspopup="dialog" onClick={() => openReport()} className={entry}>
          <span className="-my-0.5 grid h-7 w-11 place-items-center rounded-[10px] bg-accent text-on-accent">
            <Megaphone aria-hidden="true" className="size-5" />
          </span>
          <span className={label}>{i18n.t('Report ##button that opens the form for a problem')}</span>
        </button>
      )}
      {mayTalk && (
        <Link
          to="/messages"
          aria-current={current('/messages')}
          aria-label={
            unread > 0
              ? i18n.t(
                  '{count, plural, one {Messages, # unread conversation} other {Messages, # unread conversations}}',
                  { count: unread },
                )
              : undefined
          }
          className={entry}
        >
          <span className="relative">
            <MessageSquareText aria-hidden="true" className={icon} />
            <UnreadBadge count={unread} className="-top-1.5 inset-s-[60%]" />
          </span>
          <span className={label}>{i18n.t('Messages')}</span>
        </Link>
      )}
      <button type="button" {...triggerProps} className={entry}>
        <Menu aria-hidden="true" className={icon} />
        <span className={label}>{i18n.t('More ##button that opens the menu')}</span>
      </button>
      {drawer}
    </nav>
  )
}

/** Longer words get more room. */
const entry =
  'flex h-14 min-w-11 flex-[1_1_auto] flex-col items-center justify-center gap-0.5 rounded-control px-0.5 font-medium text-muted aria-[current]:text-accent focus-visible:-outline-offset-2 forced-colors:aria-[current]:underline'
const icon = 'size-6'
/** It grows with the device's text as long as all five stand beside each other. */
const label = 'max-w-full truncate text-[min(var(--text-xs),3.4vw)] leading-tight'
