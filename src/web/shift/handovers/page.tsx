import { ArrowRightLeft, ChevronLeft, ChevronRight, Printer } from 'lucide-react'
import { Suspense, useState } from 'react'
import { handoversApi } from '../../../shared/handovers.ts'
import { dateOf, daysLater } from '../../../shared/time/time.ts'
import { formatDays } from '../../../shared/words/formats.ts'
import { useDepartmentFilter } from '../../api/department-filter.ts'
import { useReply } from '../../api/queries.ts'
import { useCan, useViewer } from '../../api/viewer.ts'
import { SearchField } from '../../components/choice/search-field.tsx'
import { openHandover } from '../../components/shift/handing-over.ts'
import { useI18n } from '../../language.ts'
import { TaskDialogs } from '../../task/dialogs.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { card } from '../../ui/card.ts'
import { cx } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Field } from '../../ui/field.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { DateInput } from '../../ui/moment-input.tsx'
import { NextAction } from '../../ui/next-action.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { useTicking } from '../../ui/now.ts'
import { Skeleton, times } from '../../ui/skeleton.tsx'
import { useSettled } from '../../ui/use-settled.ts'
import { HandoverDays, LogPage, type LogQuery } from './log.tsx'
import { useHandoverSearch } from './search-params.ts'

const Printed = lazyPart(() => import('./printed.tsx'), 'PrintedHandovers')

/** A search waits so many milliseconds for the next letter. */
const TYPING_MS = 250

/** The log book: the items that one shift has handed to the next, by day, and their outcomes. */
export function HandoversPage() {
  return (
    <TaskDialogs>
      <div className="mx-auto flex w-full max-w-3xl flex-1 flex-col gap-4 px-3.5 pt-3 thumb:pb-24 pb-6 md:px-6 md:pt-5">
        <Tools />
        <LogBook />
      </div>
    </TaskDialogs>
  )
}

/** The query of the screen: the department of the header, the day and the words of the address. */
function useLogQuery(): LogQuery {
  const { departmentId } = useDepartmentFilter()
  const { search } = useHandoverSearch()
  const words = useSettled(search.q, TYPING_MS)
  return {
    ...(departmentId !== undefined && { departmentId }),
    ...(search.day
      ? { from: search.day, to: search.day }
      : { ...(search.from && { from: search.from }), ...(search.to && { to: search.to }) }),
    ...(words && { search: words }),
  }
}

function Tools() {
  const i18n = useI18n()
  const { timeZone } = useViewer()
  const mayWrite = useCan('handover:write')
  const { search, change } = useHandoverSearch()
  const today = useTicking((now) => dateOf(now, timeZone))
  const [isPrinting, setPrinting] = useState(false)
  const { day } = search
  const isRange = !day && Boolean(search.from ?? search.to)
  const query = useLogQuery()
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SearchField
        label={i18n.t('Search handovers')}
        placeholder={i18n.t('Search handovers...')}
        value={search.q}
        onChange={(q) => change({ q })}
      />
      <span className="flex min-w-0 items-center gap-1 max-md:flex-1">
        <IconButton
          label={i18n.t('Previous day')}
          onClick={() => change({ day: daysLater(day ?? today, -1) })}
          className="shrink-0"
        >
          <ChevronLeft aria-hidden="true" className="size-4.5" />
        </IconButton>
        <Field label={i18n.t('Day')} hidesLabel className="max-md:flex-1">
          <DateInput
            value={day ?? ''}
            max={today}
            onChange={({ target }) => change({ day: target.value || undefined })}
            className={cx('w-auto! min-w-0', day && 'border-accent!')}
          />
        </Field>
        <IconButton
          label={i18n.t('Next day')}
          disabled={day === undefined || day >= today}
          onClick={() => day && change({ day: daysLater(day, 1) })}
          className="shrink-0"
        >
          <ChevronRight aria-hidden="true" className="size-4.5" />
        </IconButton>
      </span>
      {isRange && (
        <p className="tabular text-muted text-sm">
          <bdi>{formatDays(search.from, search.to, { i18n })}</bdi>
        </p>
      )}
      {(day || isRange) && (
        <Button onClick={() => change({ day: undefined, from: undefined, to: undefined })}>{i18n.t('All days')}</Button>
      )}
      <span className="ms-auto flex items-center gap-2">
        <IconButton label={i18n.t('Print')} onClick={() => setPrinting(true)}>
          <Printer aria-hidden="true" className="size-4.5" />
        </IconButton>
        {mayWrite && (
          <NextAction icon={ArrowRightLeft} onClick={openHandover}>
            {i18n.t('Hand over')}
          </NextAction>
        )}
      </span>
      {isPrinting && (
        <Suspense fallback={null}>
          <Printed query={query} onDone={() => setPrinting(false)} />
        </Suspense>
      )}
    </div>
  )
}

function LogBook() {
  const i18n = useI18n()
  const query = useLogQuery()
  const { search, change } = useHandoverSearch()
  const reply = useReply(handoversApi.list, { query }, { keepPrevious: true })
  const { data, isPlaceholderData } = reply
  if (!data) {
    return (
      <NotLoaded query={reply} failure={i18n.t('The handovers could not be loaded.')}>
        <Loading />
      </NotLoaded>
    )
  }
  if (data.handovers.length === 0) {
    const isFiltered = search.day !== undefined || search.q !== undefined
    return isFiltered ? (
      <EmptyState
        title={search.q ? i18n.t('No handover matches') : i18n.t('Nothing was handed over on this day')}
        action={
          <Button onClick={() => change({ day: undefined, q: undefined })}>{i18n.t('Show all handovers')}</Button>
        }
      />
    ) : (
      <EmptyState icon={ArrowRightLeft} title={i18n.t('Nothing has been handed over yet')}>
        {i18n.t(
          'When you clock out, tell the next shift what it must know. It appears here, with the names of those who received it.',
        )}
      </EmptyState>
    )
  }
  return (
    <div
      aria-busy={isPlaceholderData}
      className={cx('flex flex-col gap-5 transition-opacity', isPlaceholderData && 'opacity-60 delay-150')}
    >
      <HandoverDays handovers={data.handovers} />
      {data.next !== null && <LogPage key={data.next} query={query} before={data.next} />}
    </div>
  )
}

function Loading() {
  const i18n = useI18n()
  return (
    <div role="status" aria-busy="true" className="flex flex-col gap-2">
      <span className="sr-only">{i18n.t('Loading the handovers...')}</span>
      <Skeleton className="mx-1 h-5 w-36" />
      {times(3, () => (
        <div className={`${card} flex h-32 flex-col justify-center gap-2.5 px-4`}>
          <Skeleton className="h-4 w-2/5" />
          <Skeleton className="h-4 w-4/5" />
          <Skeleton className="h-3.5 w-3/5" />
        </div>
      ))}
    </div>
  )
}
