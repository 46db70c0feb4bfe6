import { CalendarCheck2, CalendarRange, Printer, User, Users } from 'lucide-react'
import { Suspense, useId, useState } from 'react'
import { clockApi } from '../../shared/clock.ts'
import { msg } from '../../shared/words/message.ts'
import { useReply } from '../api/queries.ts'
import { useCan, useViewer } from '../api/viewer.ts'
import { ExportLink } from '../components/files/export.tsx'
import { useI18n } from '../language.ts'
import { IconButton } from '../ui/button.tsx'
import { card } from '../ui/card.ts'
import { cx } from '../ui/class-names.ts'
import { FailedState } from '../ui/failed-state.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { Segmented } from '../ui/segmented.tsx'
import { useShortcut } from '../ui/shortcuts.ts'
import { withToday } from './ahead.ts'
import { useToday } from './clocking.ts'
import { RecordButton } from './record-button.tsx'
import { useClockSearch } from './search-params.ts'
import { useTeam } from './team-scope.tsx'
import { TeamTable } from './team-table.tsx'
import { WeekDays, WeekSkeleton } from './week-days.tsx'
import { useWeek, WeekNav } from './week-nav.tsx'

const loadPrinted = () => import('./printed-hours.tsx')
const PrintedTeamHours = lazyPart(loadPrinted, 'PrintedTeamHours')
const PrintedOwnHours = lazyPart(loadPrinted, 'PrintedOwnHours')

const OwnPeriod = lazyPart(() => import('./hours/own.tsx'), 'OwnPeriod')
const TeamPeriod = lazyPart(() => import('./hours/team.tsx'), 'TeamPeriod')

const spans = [
  { value: 'week', label: msg('Week'), icon: CalendarRange },
  { value: 'period', label: msg('Pay period'), icon: CalendarCheck2 },
] as const

const views = [
  { value: 'mine', label: msg('My hours'), icon: User },
  { value: 'team', label: msg('Team hours'), icon: Users },
] as const

/** Hours by week or by pay period: the viewer's own and, for managers, their team's. */
export function Hours({
  onOpen,
  onRecord,
  onOpenPeriod,
  onCorrect,
}: {
  onOpen: (userId: string) => void
  onRecord: (userId: string) => void
  onOpenPeriod: (userId: string) => void
  onCorrect: (userId: string, day: string) => void
}) {
  const i18n = useI18n()
  const { search, change } = useClockSearch()
  const viewer = useViewer()
  const seesOthers = useCan('clock:read-others')
  const view = seesOthers && search.view === 'team' ? 'team' : 'mine'
  const id = useId()
  return (
    <section aria-labelledby={id} className={cx(card, 'min-w-0')}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 pt-3 pb-2">
        <h2 id={id} className={cx('font-semibold text-md', seesOthers && 'sr-only')}>
          {view === 'team' ? i18n.t('Team hours') : i18n.t('My hours')}
        </h2>
        {seesOthers && (
          <Segmented
            label={i18n.t('Whose hours')}
            value={view}
            choices={views.map((each) => ({ ...each, label: i18n.t(each.label) }))}
            onChange={(next) => change({ view: next === 'team' ? 'team' : undefined })}
            className="max-md:w-full [&>label]:flex-auto"
          />
        )}
        <Segmented
          label={i18n.t('Of which time')}
          value={search.by ?? 'week'}
          choices={spans.map((each) => ({ ...each, label: i18n.t(each.label) }))}
          onChange={(next) => change({ by: next === 'period' ? 'period' : undefined })}
          className="max-md:w-full [&>label]:flex-auto"
        />
        {search.by === undefined && (
          <div className="flex min-w-0 flex-wrap items-center justify-end gap-1 max-md:w-full md:ms-auto">
            <div className="flex min-w-60 flex-1">
              <WeekNav />
            </div>
            <div className="flex items-center gap-1">
              {view === 'team' && <ExportHours />}
              <PrintButton view={view} />
            </div>
          </div>
        )}
      </div>
      {search.by === 'period' ? (
        <Suspense fallback={<WeekSkeleton />}>
          {view === 'team' ? <TeamPeriod onOpen={onOpenPeriod} onCorrect={onCorrect} /> : <OwnPeriod />}
        </Suspense>
      ) : view === 'team' ? (
        <TeamTable onOpen={onOpen} />
      ) : (
        <>
          <MyHours />
          <RecordButton onClick={() => onRecord(viewer.id)} />
        </>
      )}
    </section>
  )
}

function useOwnSessions() {
  const { query } = useWeek()
  const reply = useReply(clockApi.history, { query }, { keepPrevious: true })
  const { data: today } = useToday()
  return { ...reply, today }
}

function MyHours() {
  const i18n = useI18n()
  const { data, error, isFetching, isPlaceholderData, refetch, today } = useOwnSessions()
  if (data)
    return (
      <WeekDays
        isOwn
        sessions={withToday(data.sessions, today)}
        contractMinutes={data.contractMinutes}
        stale={isPlaceholderData}
      />
    )
  if (error)
    return <FailedState message={i18n.t('Your hours could not be loaded.')} onRetry={refetch} pending={isFetching} />
  return <WeekSkeleton />
}

/** Prints the week that is shown. */
function PrintButton({ view }: { view: 'mine' | 'team' }) {
  const i18n = useI18n()
  const { refused } = useTeam()
  const [printing, setPrinting] = useState(false)
  useShortcut('mod+p', i18n.t('Print'), () => setPrinting(true))
  if (view === 'team' && refused) return null
  const onDone = () => setPrinting(false)
  return (
    <>
      <IconButton label={i18n.t('Print')} onClick={() => setPrinting(true)}>
        <Printer aria-hidden="true" className="size-4.5" />
      </IconButton>
      {printing && (
        <Suspense fallback={null}>
          {view === 'team' ? <PrintedTeamHours onDone={onDone} /> : <OwnHoursOnPaper onDone={onDone} />}
        </Suspense>
      )}
    </>
  )
}

function OwnHoursOnPaper({ onDone }: { onDone: () => void }) {
  const { data, isPlaceholderData, today } = useOwnSessions()
  if (!data || isPlaceholderData) return null
  return (
    <PrintedOwnHours
      sessions={withToday(data.sessions, today)}
      contractMinutes={data.contractMinutes}
      onDone={onDone}
    />
  )
}

/** Downloads the team's week. */
function ExportHours() {
  const { query } = useWeek()
  const { departmentId, refused } = useTeam()
  return !refused && <ExportLink endpoint={clockApi.export} query={{ ...query, departmentId }} />
}
