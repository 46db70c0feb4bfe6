import { Printer } from 'lucide-react'
import { Suspense, useState } from 'react'
import { dateOf } from '../../shared/time/time.ts'
import { formatDate, formatDays } from '../../shared/words/formats.ts'
import { type Message, msg } from '../../shared/words/message.ts'
import { useDepartmentFilter } from '../api/department-filter.ts'
import { markStale } from '../api/queries.ts'
import { useMidnight } from '../components/time/use-midnight.ts'
import { useReader } from '../components/time/use-reader.ts'
import { serverNow } from '../server-time.ts'
import { IconButton } from '../ui/button.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { Tabs } from '../ui/tabs.tsx'
import { RoutinesLoading, SheetLoading, ShiftLoading } from './figures-loading.tsx'
import { choiceLabels } from './format.ts'
import { Overdue } from './overdue.tsx'
import { PerformanceFigures } from './performance.tsx'
import { RangePicker } from './range-picker.tsx'
import { useFigureList } from './routines/list-address.ts'
import {
  type RangeChoice,
  type ShownDays,
  type Tab,
  tabs,
  useAnalyticsDays,
  useAnalyticsSearch,
} from './search-params.ts'
import { SummaryFigures } from './summary.tsx'
import { Trends } from './trends.tsx'
import { WorkloadFigures } from './workload.tsx'

const Routines = lazyPart(() => import('./routines/routines.tsx'), 'Routines')

const ListDialog = lazyPart(() => import('./routines/list-dialog.tsx'), 'ListDialog')

const Sheet = lazyPart(() => import('./sheet.tsx'), 'SheetFigures')

const Shift = lazyPart(() => import('./shift/shift.tsx'), 'FiguresOfShift')

const tabLabels: Record<Tab, Message> = {
  trends: msg('Trends'),
  workload: msg('Workload'),
  performance: msg('Performance'),
  overdue: msg('Overdue ##tasks'),
  routines: msg('Routines'),
  shift: msg('Shift'),
  sheet: msg('On One Page'),
}

/** Figures about tasks and hours, of all departments or the chosen one. */
export function AnalyticsPage() {
  const { tab, change } = useAnalyticsSearch()
  const now = useToday()
  const { i18n, timeZone } = useReader()
  const { days, choice, choose, show } = useAnalyticsDays(now, timeZone)
  const { list, close } = useFigureList()
  return (
    <div className="flex flex-1 flex-col pt-3 md:pt-3.5 print:pt-2">
      <PrintHead choice={choice} days={days} now={now} />
      <div className="flex flex-wrap items-center gap-2 px-3.5 md:px-(--gutter) print:hidden">
        <RangePicker choice={choice} days={days} today={dateOf(now, timeZone)} choose={choose} show={show} />
        <IconButton label={i18n.t('Print')} className="ms-auto max-md:hidden" onClick={() => print()}>
          <Printer aria-hidden="true" className="size-4.5" />
        </IconButton>
      </div>
      <div className="px-3.5 pt-3 md:px-(--gutter)">
        <SummaryFigures days={days} now={now} />
      </div>
      <Tabs
        label={i18n.t('Figures')}
        value={tab}
        onChange={(next) => change({ tab: next })}
        tabs={tabs.map((value) => ({ value, label: i18n.t(tabLabels[value]) }))}
        className="mt-2 print:[&>[role=tablist]]:hidden"
      >
        <div className="px-3.5 py-3 md:px-(--gutter) md:py-4">
          {tab === 'trends' && <Trends now={now} choice={choice} days={days} />}
          {tab === 'workload' && <WorkloadFigures period={choice} days={days} />}
          {tab === 'performance' && <PerformanceFigures period={choice} days={days} />}
          {tab === 'overdue' && <Overdue />}
          {tab === 'routines' && (
            <Suspense fallback={<RoutinesLoading />}>
              <Routines period={choice} days={days} />
            </Suspense>
          )}
          {tab === 'shift' && (
            <Suspense fallback={<ShiftLoading />}>
              <Shift days={days} />
            </Suspense>
          )}
          {tab === 'sheet' && (
            <Suspense fallback={<SheetLoading />}>
              <Sheet days={days} />
            </Suspense>
          )}
        </div>
      </Tabs>
      {list && (
        <Suspense>
          <ListDialog shown={list} days={days} onClose={close} />
        </Suspense>
      )}
    </div>
  )
}

/** A time of today, in milliseconds. At midnight it moves on and everything is read again. */
function useToday() {
  const [now, setNow] = useState(() => serverNow())
  useMidnight(() => {
    setNow(serverNow())
    void markStale(['tasks', 'clock', 'routines', 'duty', 'handovers', 'messages'])
  })
  return now
}

/** On paper it stands in for the shell: department, period and date. */
function PrintHead({ choice, days, now }: { choice: RangeChoice; days: ShownDays; now: number }) {
  const { label } = useDepartmentFilter()
  const reader = useReader()
  const { i18n } = reader
  return (
    <p className="hidden px-6 pb-2 text-sm print:block">
      {i18n.t('{department} · {period} ({dates}) · printed {date}', {
        department: label,
        period: i18n.t(choiceLabels[choice]),
        dates: formatDays(days.from, days.to, reader),
        date: formatDate(new Date(now).toISOString(), reader),
      })}
    </p>
  )
}
