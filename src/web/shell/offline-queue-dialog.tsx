import { Clock, SquareCheckBig, X } from 'lucide-react'
import { formatTime } from '../../shared/time.ts'
import { dequeue, type QueuedWrite, useOfflineQueue } from '../api/queued-writes.ts'
import { useViewer } from '../api/viewer.ts'
import { When } from '../components/when.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'

/** The changes that wait to be sent or were refused, in the order in which they are sent. */
export function OfflineQueueDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const queued = useOfflineQueue()
  return (
    <Dialog
      open={open}
      onClose={onClose}
      size="sm"
      title="Waiting to be sent"
      description="These changes were made without a connection. They are sent in this order when it returns."
      footer={<Button onClick={onClose}>Close</Button>}
    >
      {queued.length === 0 ? (
        <p className="text-muted">Everything has been sent.</p>
      ) : (
        <ol className="-my-2 divide-y divide-line">
          {queued.map((change) => (
            <Row key={change.key} change={change} />
          ))}
        </ol>
      )}
    </Dialog>
  )
}

function Row({ change }: { change: QueuedWrite }) {
  const { timeZone } = useViewer()
  const { words, shows, at, refusal } = change
  const Icon = 'clock' in shows ? Clock : SquareCheckBig
  return (
    <li className="flex items-start gap-3 py-3">
      <Icon aria-hidden="true" className="mt-0.75 size-4 shrink-0 text-muted" />
      <div className="min-w-0 flex-1">
        <p className="line-clamp-2 font-[520] wrap-anywhere">{words.what}</p>
        <p className="tabular text-muted text-sm">
          {words.deed && `${words.deed} · `}
          <When iso={at} as="day" />, {formatTime(at, timeZone)}
        </p>
        {refusal && <p className="mt-1 font-[520] text-overdue text-sm">Refused: {refusal}</p>}
      </div>
      <Button
        variant="ghost"
        aria-label={`Remove ${words.what}`}
        onClick={() => dequeue(change)}
        className="-my-1 shrink-0"
      >
        <X aria-hidden="true" className="size-4" />
        Remove
      </Button>
    </li>
  )
}
