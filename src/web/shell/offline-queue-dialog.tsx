import { Link } from '@tanstack/react-router'
import {
  ArrowRightLeft,
  Clock,
  type LucideIcon,
  Megaphone,
  MessageSquare,
  Pencil,
  SquareCheckBig,
  X,
} from 'lucide-react'
import { formatDay, formatTime } from '../../shared/words/formats.ts'
import type { Reader } from '../../shared/words/reader.ts'
import { useCan, useViewer } from '../api/viewer.ts'
import { useReader } from '../components/time/use-reader.ts'
import { useI18n } from '../language.ts'
import { sendAnyway } from '../offline/offline-queue.ts'
import { dequeue, type QueuedWrite, useOfflineQueue } from '../offline/queued-writes.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { toastError } from '../ui/toast.tsx'

/** The changes that wait to be sent or were refused, in the order in which they are sent. */
export function OfflineQueueDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const queued = useOfflineQueue()
  const i18n = useI18n()
  return (
    <Dialog
      open={open}
      onClose={onClose}
      closesOnBack
      size="sm"
      title={i18n.t('Waiting to be sent')}
      description={i18n.t('These changes were made without a connection. They are sent in this order when it returns.')}
      footer={<Button onClick={onClose}>{i18n.t('Close')}</Button>}
    >
      {queued.length === 0 ? (
        <p className="text-muted">{i18n.t('Everything has been sent.')}</p>
      ) : (
        <ol className="-my-2 divide-y divide-line">
          {queued.map((change) => (
            <Row key={change.key} change={change} onClose={onClose} />
          ))}
        </ol>
      )}
    </Dialog>
  )
}

function Row({ change, onClose }: { change: QueuedWrite; onClose: () => void }) {
  const viewer = useViewer()
  const mayHandOver = useCan('handover:write')
  const reader = useReader()
  const { i18n } = reader
  const { words, shows, at, refusal } = change
  const Icon = iconOf(shows)
  const typed = typedIn(change, reader)
  // Loaded when needed: a page without network, which failed to load a part ahead, could not open it either.
  const edit = async () => {
    try {
      const { editRefused } = await import('../shift/handovers/sheet/refused.ts')
      onClose()
      editRefused(viewer.id, change)
    } catch {
      toastError(i18n.t('No connection. Please try again.'))
    }
  }
  return (
    <li className="flex items-start gap-3 py-3">
      <Icon aria-hidden="true" className="mt-0.75 size-4 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="line-clamp-2 font-medium wrap-anywhere">
          {refusal && 'task' in shows ? (
            <Link
              to="/tasks"
              search={{ task: shows.task.id }}
              onClick={onClose}
              className="text-accent hover:underline"
            >
              {words.what}
            </Link>
          ) : (
            words.what
          )}
        </p>
        <p className="tabular text-muted text-sm">
          {words.deed && `${words.deed} · `}
          {i18n.t('{date}, {time}', { date: formatDay(at, reader), time: formatTime(at, reader) })}
        </p>
        {typed !== null && (
          <p dir="auto" className="mt-1 whitespace-pre-wrap wrap-anywhere">
            {typed}
          </p>
        )}
        {refusal && (
          <p className="mt-1 font-medium text-overdue text-sm">{i18n.t('Refused: {reason}', { reason: refusal })}</p>
        )}
        {change.isConflict && (
          <div className="mt-2 flex flex-wrap gap-2">
            <Button onClick={() => sendAnyway(change)}>{i18n.t('Keep mine')}</Button>
            <Button onClick={() => dequeue(change)}>{i18n.t('Take theirs')}</Button>
          </div>
        )}
        {refusal && mayHandOver && 'handover' in shows && (
          <Button aria-label={i18n.t('Edit {name}', { name: words.what })} onClick={edit} className="mt-2">
            <Pencil aria-hidden="true" className="size-4" />
            {i18n.t('Edit')}
          </Button>
        )}
      </div>
      <Button
        variant="ghost"
        aria-label={i18n.t('Remove {change}', { change: words.what })}
        onClick={() => dequeue(change)}
        className="-my-1 shrink-0"
      >
        <X aria-hidden="true" className="size-4" />
        {i18n.t('Remove')}
      </Button>
    </li>
  )
}

/** The text typed into a step. If it is refused, it is kept nowhere else. */
function typedIn({ shows, photos }: QueuedWrite, { i18n }: Pick<Reader, 'i18n'>) {
  if (!('step' in shows) || photos) return null
  const { value } = shows
  if (typeof value === 'number') return i18n.number(value, { maximumFractionDigits: 6 })
  return typeof value === 'string' ? value : null
}

function iconOf(shows: QueuedWrite['shows']): LucideIcon {
  if ('clock' in shows) return Clock
  if ('comment' in shows || 'message' in shows) return MessageSquare
  if ('handover' in shows) return ArrowRightLeft
  return 'problem' in shows ? Megaphone : SquareCheckBig
}
