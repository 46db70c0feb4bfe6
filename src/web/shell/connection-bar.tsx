import type { I18n } from '@lingui/core'
import { CloudUpload, TriangleAlert, WifiOff } from 'lucide-react'
import { useState } from 'react'
import { dateOf } from '../../shared/time/time.ts'
import { formatDay, formatTime } from '../../shared/words/formats.ts'
import type { Reader } from '../../shared/words/reader.ts'
import { useReader } from '../components/time/use-reader.ts'
import { useI18n } from '../language.ts'
import { useConnection } from '../live/connection.ts'
import { useOfflineQueue } from '../offline/queued-writes.ts'
import { serverNow, serverTimeAt } from '../server-time.ts'
import { useOnDemand } from '../ui/on-demand.ts'

const loadList = () => import('./offline-queue-dialog.tsx').then((module) => module.OfflineQueueDialog)

/** The bar below the header: the network is away, how old the screen is, and which changes wait to be sent. */
export function ConnectionBar() {
  const { away } = useConnection()
  const queued = useOfflineQueue()
  const refused = queued.filter(({ refusal }) => refusal !== null).length
  const isQuiet = !away && queued.length === 0
  return (
    // The empty status stays, so that screen readers read out what appears in it.
    <div role="status" className="shrink-0 print:hidden">
      {isQuiet ? null : (
        <div className="flex min-h-9 flex-wrap items-center gap-x-3 border-line border-b bg-sunken px-[max(1rem,var(--notch))] text-sm md:px-[max(1.5rem,var(--notch))]">
          {away && <Away />}
          {queued.length > 0 && <ListButton count={queued.length - refused} refused={refused} />}
        </div>
      )}
    </div>
  )
}

function Away() {
  const { knownAt } = useConnection()
  const reader = useReader()
  // With a network but no server the person cannot do anything about it.
  const { i18n } = reader
  const state = navigator.onLine ? i18n.t('Muster cannot be reached.') : i18n.t('You are offline.')
  return (
    <p className="flex min-w-0 items-center gap-2 py-1.5 text-muted">
      <WifiOff aria-hidden="true" className="size-4 shrink-0" />
      <span>
        <span className="font-medium text-text">{state}</span>{' '}
        {knownAt !== null && i18n.t('Showing data from {time}.', { time: momentOf(serverTimeAt(knownAt), reader) })}
      </span>
    </p>
  )
}

/** "14:02", or "Nov 18, 14:02". */
function momentOf(time: number, reader: Reader) {
  const { i18n, timeZone } = reader
  const iso = new Date(time).toISOString()
  const isToday = dateOf(time, timeZone) === dateOf(serverNow(), timeZone)
  if (isToday) return formatTime(iso, reader)
  return i18n.t('{date}, {time}', { date: formatDay(iso, reader), time: formatTime(iso, reader) })
}

function ListButton({ count, refused }: { count: number; refused: number }) {
  const [open, setOpen] = useState(false)
  const list = useOnDemand(loadList)
  const i18n = useI18n()
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onPointerEnter={list.prepare}
        onFocus={list.prepare}
        onClick={async () => setOpen(await list.ready())}
        className="-mx-2 flex min-h-9 items-center gap-2 rounded-control px-2 font-medium text-accent hover:underline touch:min-h-11"
      >
        {refused > 0 ? (
          <TriangleAlert aria-hidden="true" className="size-4 shrink-0 text-overdue" />
        ) : (
          <CloudUpload aria-hidden="true" className="size-4 shrink-0" />
        )}
        {labelOf(count, refused, i18n)}
      </button>
      {list.Component && <list.Component open={open} onClose={() => setOpen(false)} />}
    </>
  )
}

function labelOf(count: number, refused: number, i18n: I18n) {
  if (refused === 0)
    return i18n.t('{count, plural, one {# change waits to be sent} other {# changes wait to be sent}}', { count })
  if (count === 0) return i18n.t('{refused, plural, one {# was refused} other {# were refused}}', { refused })
  return i18n.t(
    '{count, plural, one {# change waits to be sent} other {# changes wait to be sent}}, {refused, plural, one {# was refused} other {# were refused}}',
    { count, refused },
  )
}
