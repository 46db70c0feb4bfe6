import { Link } from '@tanstack/react-router'
import { Check, Hand, Play } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { isUrgentItem, type ProcedureToRead, type SectionKind } from '../../../shared/briefing.ts'
import type { HandoverItem } from '../../../shared/handovers.ts'
import type { Notification } from '../../../shared/notifications.ts'
import type { Task } from '../../../shared/tasks.ts'
import { useCan, useViewer } from '../../api/viewer.ts'
import { taskHref } from '../../components/addresses/hrefs.ts'
import { StatusIcon, statusLabels } from '../../components/labels/status-icon.tsx'
import { Ago } from '../../components/time/ago.tsx'
import { useI18n } from '../../language.ts'
import { useConnection } from '../../live/connection.ts'
import { useMarkRead } from '../../notifications/reading.ts'
import { targetOf } from '../../notifications/target.ts'
import { useBoardActions } from '../../task/board-context.ts'
import { claim } from '../../task/claim.ts'
import { useMayClaim } from '../../task/claim-button.tsx'
import { useMoves } from '../../task/moves.ts'
import { WorkDetails } from '../../task/work-details.tsx'
import { Button } from '../../ui/button.tsx'
import { card } from '../../ui/card.ts'
import { cx } from '../../ui/class-names.ts'
import { OpeningLink } from '../../ui/opening-link.tsx'
import { ItemCard } from '../handovers/item.tsx'
import { useBriefingActions } from './context.ts'

/** A link that looks like a button, 44 px high where fingers press it. */
const linkButton =
  'inline-flex min-h-9 shrink-0 items-center justify-center gap-1.5 rounded-control border border-line bg-surface px-3.5 font-medium shadow-card transition-colors duration-120 hover:border-control/50 hover:bg-hover touch:min-h-11 touch:px-4 touch:text-md'

/** An item that somebody has handed over. */
export function HandedOver({ item }: { item: HandoverItem }) {
  const { open } = useBoardActions()
  const { act } = useBriefingActions()
  return (
    <li>
      <ItemCard item={item} onOpenTask={open} onReceived={(received) => act('handed_over', received)} />
    </li>
  )
}

/** One line with its action at the end. Its words open it. */
export const ItemLine = ({ children, className }: { children: ReactNode; className?: string }) => (
  <li
    className={cx(
      card,
      'relative flex min-h-15 items-center gap-3 py-2 ps-4 pe-2 transition-colors duration-120 hover:border-control/60 hover:bg-hover has-[[data-opens]:focus-visible]:outline-2 has-[[data-opens]:focus-visible]:outline-accent has-[[data-opens]:focus-visible]:outline-offset-2',
      className,
    )}
  >
    {children}
  </li>
)

export const opensItem = 'outline-none after:absolute after:inset-0 after:rounded-card'
export const itemTitle = 'line-clamp-2 font-medium text-md leading-snug wrap-anywhere'

/** A task. The viewer can take it or begin it here if they may; otherwise it opens. */
export function Work({ kind, task }: { kind: SectionKind; task: Task }) {
  const i18n = useI18n()
  const viewer = useViewer()
  const { away } = useConnection()
  const { open, setStatus } = useBoardActions()
  const { act, isActed } = useBriefingActions()
  const titleId = useId()
  const [isTaking, setTaking] = useState(false)
  const move = useMoves().get(task.id)
  const shown = move?.task ?? task
  // One that was given back is here again without its assignee.
  const hasTaken = isActed(kind, task.id) && task.assigneeId !== null && !isTaking
  const mayTake = useMayClaim(shown) && !hasTaken
  const maySetStatus = useCan('task:set-status', shown)
  const mayBegin = maySetStatus && !hasTaken && shown.assigneeId === viewer.id && shown.status === 'pending'
  if (move?.to === null) return null

  async function take() {
    if (isTaking) return
    navigator.vibrate?.(10)
    setTaking(true)
    const isTaken = await claim(task, viewer)
    if (isTaken) act(kind, { ...task, assigneeId: viewer.id })
    setTaking(false)
  }
  return (
    <ItemLine>
      <div className="min-w-0 flex-1">
        <h3>
          <OpeningLink
            id={titleId}
            data-opens
            dir="auto"
            href={taskHref(task.id)}
            onOpen={() => open(task.id)}
            className={cx(opensItem, itemTitle, 'w-full')}
          >
            {task.title}
          </OpeningLink>
        </h3>
        {shown.status === 'completed' ? (
          <p className="mt-0.5 text-done text-sm">{i18n.t(statusLabels.completed)}</p>
        ) : hasTaken ? (
          <p className="mt-0.5 flex items-center gap-1.5 text-done text-sm">
            <Check aria-hidden="true" className="size-4" />
            {i18n.t('You have it')}
          </p>
        ) : (
          <WorkDetails task={shown} />
        )}
      </div>
      {mayTake ? (
        <Button
          size="lg"
          pending={isTaking}
          disabled={away}
          aria-label={i18n.t("I'll take it: {title}", { title: task.title })}
          onClick={take}
          className="relative z-10 px-4! font-semibold"
        >
          {!isTaking && <Hand aria-hidden="true" className="size-4 max-sm:hidden" />}
          {i18n.t("I'll take it")}
        </Button>
      ) : mayBegin ? (
        <Button
          size="lg"
          aria-label={i18n.t('Start: {title}', { title: task.title })}
          onClick={() => {
            navigator.vibrate?.(10)
            setStatus(shown, 'in_progress')
          }}
          className="relative z-10 px-4! font-semibold"
        >
          <Play aria-hidden="true" className="size-4 max-sm:hidden" />
          {i18n.t('Start ##a task')}
        </Button>
      ) : (
        shown.status === 'in_progress' && (
          <span className="flex shrink-0 items-center gap-1.5 pe-2 text-muted text-sm">
            <StatusIcon status="in_progress" />
            {i18n.t(statusLabels.in_progress)}
          </span>
        )
      )}
    </ItemLine>
  )
}

/** A procedure with a revision that the viewer has not confirmed. */
export function ProcedureItem({ procedure: { id, title: name, version, changeNote } }: { procedure: ProcedureToRead }) {
  const i18n = useI18n()
  const [titleId, linkId] = [useId(), useId()]
  return (
    <ItemLine>
      <div className="min-w-0 flex-1">
        <h3 id={titleId} dir="auto" className={itemTitle}>
          {name}
        </h3>
        <p dir="auto" className="mt-0.5 line-clamp-2 text-muted text-sm wrap-anywhere">
          {changeNote
            ? i18n.t('Version {version}: {change}', { version, change: changeNote })
            : i18n.t('Version {version}', { version })}
        </p>
      </div>
      <Link
        to="/sops"
        search={{ sop: id } as never}
        id={linkId}
        data-opens
        aria-labelledby={`${linkId} ${titleId}`}
        className={cx(linkButton, opensItem, 'min-h-11! font-semibold')}
      >
        {i18n.t('Read ##do it')}
      </Link>
    </ItemLine>
  )
}

/** A notification that waited until its person was on duty. */
export function SuppressedItem({ notification }: { notification: Notification }) {
  const { title: words, message, createdAt } = notification
  const i18n = useI18n()
  const { act, isActed } = useBriefingActions()
  const markRead = useMarkRead()
  const target = targetOf(notification)
  const isUrgent = isUrgentItem('held', notification)
  return (
    <ItemLine className={target ? '' : 'hover:border-line! hover:bg-surface!'}>
      <div className="min-w-0 flex-1">
        <h3 className={cx(itemTitle, 'own-direction')}>
          {target ? (
            <Link {...target} data-opens className={opensItem}>
              {words}
            </Link>
          ) : (
            words
          )}
        </h3>
        <p
          className={cx('own-direction mt-0.5 text-muted text-sm wrap-anywhere', target && !isUrgent && 'line-clamp-2')}
        >
          {message}
        </p>
        <p className="mt-0.5 text-muted text-xs">
          <Ago iso={createdAt} />
        </p>
      </div>
      {isUrgent &&
        (isActed('held', notification.id) ? (
          <Check role="img" aria-label={i18n.t('Read ##by the viewer')} className="me-2 size-4 shrink-0 text-done" />
        ) : (
          <Button
            size="lg"
            aria-label={i18n.t('Got it: {title}', { title: words })}
            onClick={() => {
              navigator.vibrate?.(10)
              markRead(notification.id)
              act('held', notification)
            }}
            className="relative z-10 px-4! font-semibold"
          >
            {i18n.t('Got it ##a message')}
          </Button>
        ))}
    </ItemLine>
  )
}
