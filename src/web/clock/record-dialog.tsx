import { ChevronLeft, ChevronRight, Printer } from 'lucide-react'
import { Suspense, useState } from 'react'
import { clockApi } from '../../shared/clock.ts'
import { type Day, dateOf, daysFromTo, daysLater, monthOf } from '../../shared/time/time.ts'
import { formatMonth } from '../../shared/words/formats.ts'
import type { WorkRecord } from '../../shared/work-record.ts'
import { useReply } from '../api/queries.ts'
import { useViewer } from '../api/viewer.ts'
import { ExportLink } from '../components/files/export.tsx'
import { fullName } from '../components/people/avatar.tsx'
import { isUnseen, UnseenHours } from '../components/people/unseen-hours.tsx'
import { formatMinutes } from '../components/time/format-minutes.ts'
import { useI18n } from '../language.ts'
import { IconButton } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'
import { Dialog } from '../ui/dialog.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { useMinute } from '../ui/now.ts'
import { DayParts, useDayNames } from './record-parts.tsx'
import { useClockSearch } from './search-params.ts'
import { WeekSkeleton } from './week-days.tsx'

const PrintedRecord = lazyPart(() => import('./printed-record.tsx'), 'PrintedRecord')

/** The month in the address, or this month: its days, and the first days of its neighbours. */
function useMonth() {
  const { timeZone } = useViewer()
  const { search } = useClockSearch()
  const now = useMinute()
  const today = dateOf(now, timeZone)
  const first = `${(search.month ?? today).slice(0, 7)}-01`
  const days = monthOf(daysFromTo(first, first, timeZone)[0]?.from ?? now, timeZone)
  const last = days.at(-1)?.date ?? first
  return { days, first, last, now, isCurrent: first.slice(0, 7) === today.slice(0, 7) }
}

/** The record of begin, end and breaks of each day of a month: one's own, or of a person of the team. */
export function RecordDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const i18n = useI18n()
  const { days, first, last, now } = useMonth()
  const query = { userId: id, from: first, to: last }
  const reply = useReply(clockApi.record, { query }, { keepPrevious: true })
  const { data, error, isPlaceholderData } = reply
  const [printing, setPrinting] = useState(false)
  if (isUnseen(error) && !data) return <UnseenHours title={i18n.t('Record of hours')} onClose={onClose} />
  return (
    <Dialog
      open
      onClose={onClose}
      title={i18n.t('Record of hours')}
      description={data && [fullName(data.user), data.department?.name].filter(Boolean).join(' · ')}
      size="lg"
    >
      <div className="-mx-4">
        <div className="flex flex-wrap items-center gap-1 px-3 pb-2">
          <MonthNav />
          <ExportLink endpoint={clockApi.recordExport} query={query} className="ms-auto" />
          <IconButton label={i18n.t('Print')} disabled={!data || isPlaceholderData} onClick={() => setPrinting(true)}>
            <Printer aria-hidden="true" className="size-4.5" />
          </IconButton>
        </div>
        {data ? (
          <Month record={data} days={days} now={now} stale={isPlaceholderData} />
        ) : (
          <NotLoaded query={reply} failure={i18n.t('The hours could not be loaded.')}>
            <WeekSkeleton />
          </NotLoaded>
        )}
      </div>
      {printing && data && (
        <Suspense fallback={null}>
          <PrintedRecord record={data} days={days} month={first.slice(0, 7)} onDone={() => setPrinting(false)} />
        </Suspense>
      )}
    </Dialog>
  )
}

function Month({
  record: { days: recorded, total },
  days,
  now,
  stale,
}: {
  record: WorkRecord
  days: Day[]
  now: number
  stale: boolean
}) {
  const i18n = useI18n()
  const nameOf = useDayNames()
  return (
    <div aria-busy={stale} className={cx('transition-opacity duration-150', stale && 'opacity-60 delay-150')}>
      <ul className="divide-y divide-line border-line border-t">
        {recorded.map((day, at) => (
          <li key={day.date} className="grid grid-cols-[5.5rem_minmax(0,1fr)_auto] gap-x-3 px-4 py-1.5">
            <p className={cx('tabular', day.parts.length === 0 && 'text-muted')}>{nameOf(day.date)}</p>
            <div className="tabular min-w-0">
              <DayParts day={days[at]} parts={day.parts} now={now} />
            </div>
            <p className={cx('tabular text-end font-medium', day.minutes === 0 && 'text-muted')}>
              {day.minutes === 0 ? '–' : formatMinutes(day.minutes, i18n)}
            </p>
          </li>
        ))}
      </ul>
      <p className="tabular flex items-baseline justify-between gap-3 border-line border-t px-4 py-3">
        <span className="text-muted">{i18n.t('Total of the month')}</span>
        <span className="font-semibold text-lg">{formatMinutes(total, i18n)}</span>
      </p>
    </div>
  )
}

/** Buttons for the previous and the next month. There are no hours after this month. */
function MonthNav() {
  const i18n = useI18n()
  const { first, last, isCurrent } = useMonth()
  const { change } = useClockSearch()
  return (
    <>
      <IconButton label={i18n.t('Previous month')} onClick={() => change({ month: daysLater(first, -1) })}>
        <ChevronLeft aria-hidden="true" className="size-4.5" />
      </IconButton>
      <p aria-live="polite" className="tabular min-w-32 text-center font-medium">
        {formatMonth(first.slice(0, 7), { i18n })}
      </p>
      <IconButton
        label={i18n.t('Next month')}
        disabled={isCurrent}
        onClick={() => change({ month: daysLater(last, 1) })}
      >
        <ChevronRight aria-hidden="true" className="size-4.5" />
      </IconButton>
    </>
  )
}
