import { ArrowUp, ScrollText, SearchX } from 'lucide-react'
import { Fragment, useCallback, useEffect, useRef, useState } from 'react'
import type { AuditEntry, AuditFilter } from '../../shared/audit-log.ts'
import { startOfDay } from '../../shared/time/time.ts'
import { useViewer } from '../api/viewer.ts'
import { When } from '../components/time/when.tsx'
import { useI18n } from '../language.ts'
import { useAddress } from '../ui/address.ts'
import { Button } from '../ui/button.tsx'
import { EmptyState } from '../ui/empty-state.tsx'
import { FailedState } from '../ui/failed-state.tsx'
import { Skeleton, times } from '../ui/skeleton.tsx'
import { AuditEntryRow } from './entry.tsx'
import { AuditFilters } from './filters.tsx'
import { type ChangeSearch, filterOf, readAuditSearch, useChangeSearch } from './search-params.ts'
import { useAuditEntries } from './use-entries.ts'

/** The audit log: who did what, to which subject, when and from where. */
export function AuditLogPage() {
  const search = useAddress(readAuditSearch)
  const { timeZone } = useViewer()
  const change = useChangeSearch()
  const filter = filterOf(search, timeZone)
  return (
    <>
      <AuditFilters search={search} filter={filter} change={change} />
      <Log key={JSON.stringify(filter)} filter={filter} isFiltered={Object.keys(search).length > 0} onFilter={change} />
    </>
  )
}

/** Pixels. A reader who has scrolled further is reading, so new entries wait. */
const TOP_DISTANCE = 8

function Log({ filter, isFiltered, onFilter }: { filter: AuditFilter; isFiltered: boolean; onFilter: ChangeSearch }) {
  const i18n = useI18n()
  const log = useAuditEntries(filter)
  const scroller = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState<number>()
  const toggle = useCallback((id: number) => setOpen((now) => (now === id ? undefined : id)), [])
  const { entries, fresh } = log

  const showFresh = useRef(log.showFresh)
  showFresh.current = log.showFresh
  useEffect(() => {
    const isReading = open !== undefined || (scroller.current?.scrollTop ?? 0) > TOP_DISTANCE
    if (fresh > 0 && !isReading) showFresh.current()
  }, [fresh, open])

  if (!entries) {
    return log.error ? (
      <FailedState
        message={i18n.t('The audit log could not be loaded.')}
        onRetry={log.retry}
        pending={log.isFetching}
      />
    ) : (
      <Loading />
    )
  }
  if (entries.length === 0) {
    return (
      <EmptyState
        icon={isFiltered ? SearchX : ScrollText}
        title={isFiltered ? i18n.t('No entries match your filters') : i18n.t('Nothing has happened yet')}
      >
        {isFiltered ? i18n.t('Try other dates, or remove a filter.') : i18n.t('What people do in Muster appears here.')}
      </EmptyState>
    )
  }
  const toFresh = () => {
    setOpen(undefined)
    log.showFresh()
    scroller.current?.scrollTo({ top: 0 })
  }
  return (
    <div className="relative flex min-h-0 flex-1 flex-col md:px-(--gutter) md:pb-4">
      <div
        ref={scroller}
        className="min-h-0 flex-1 overflow-y-auto overscroll-y-contain md:rounded-card md:border md:border-line md:bg-surface"
      >
        <Days entries={entries} open={open} onToggle={toggle} onFilter={onFilter} />
        {log.hasMore && <More onReach={log.more} failed={log.failedMore} pending={log.isFetchingMore} />}
      </div>
      {fresh > 0 && (
        <Button
          variant="primary"
          onClick={toFresh}
          className="absolute top-3 left-1/2 z-10 -translate-x-1/2 rounded-full! shadow-float!"
        >
          <ArrowUp aria-hidden="true" className="size-4" />
          {log.freshMore
            ? i18n.t('{count, plural, one {#+ new entry} other {#+ new entries}}', { count: fresh })
            : i18n.t('{count, plural, one {# new entry} other {# new entries}}', { count: fresh })}
        </Button>
      )}
    </div>
  )
}

function Days({
  entries,
  open,
  ...rest
}: {
  entries: AuditEntry[]
  open: number | undefined
  onToggle: (id: number) => void
  onFilter: ChangeSearch
}) {
  const { timeZone } = useViewer()
  const days = new Map<number, AuditEntry[]>()
  for (const entry of entries) {
    const day = startOfDay(Date.parse(entry.createdAt), timeZone)
    const ofDay = days.get(day)
    if (ofDay) ofDay.push(entry)
    else days.set(day, [entry])
  }
  return [...days].map(([day, ofDay]) => (
    <Fragment key={day}>
      <h2 className="sticky top-0 z-1 border-line border-b bg-bg px-3.5 py-1.5 font-semibold text-muted text-xs max-md:border-0 md:bg-sunken">
        <When iso={new Date(day).toISOString()} />
      </h2>
      <ol>
        {ofDay.map((entry) => (
          <AuditEntryRow key={entry.id} entry={entry} open={entry.id === open} {...rest} />
        ))}
      </ol>
    </Fragment>
  ))
}

/** The end of the list. Scrolling to it loads older entries. */
function More({ onReach, failed, pending }: { onReach: () => void; failed: boolean; pending: boolean }) {
  const i18n = useI18n()
  const end = useRef<HTMLDivElement>(null)
  const reach = useRef(onReach)
  reach.current = onReach
  useEffect(() => {
    if (!end.current || failed || pending) return
    const watch = new IntersectionObserver(([seen]) => seen?.isIntersecting && reach.current(), { rootMargin: '600px' })
    watch.observe(end.current)
    return () => watch.disconnect()
  }, [failed, pending])
  return (
    <div ref={end} className="grid min-h-16 place-items-center p-3">
      {failed ? (
        <FailedState
          message={i18n.t('Older entries could not be loaded.')}
          onRetry={onReach}
          pending={pending}
          className="py-3!"
        />
      ) : (
        <p role="status" className="text-muted text-sm">
          {i18n.t('Loading older entries...')}
        </p>
      )}
    </div>
  )
}

const widths = ['w-3/5', 'w-2/5', 'w-1/2', 'w-2/3']

function Loading() {
  const i18n = useI18n()
  return (
    <div role="status" className="px-3.5 md:px-(--gutter)">
      <p className="py-1.5 text-muted text-sm">{i18n.t('Loading the audit log...')}</p>
      {times(12, (row) => (
        <div className="flex h-10 items-center gap-4 border-line border-b max-md:h-18">
          <Skeleton className="h-3.5 w-10" />
          <Skeleton className="size-5.5 rounded-full!" />
          <Skeleton className={`h-3.5 ${widths[row % widths.length]}`} />
        </div>
      ))}
    </div>
  )
}
