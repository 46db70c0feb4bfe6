import { Link } from '@tanstack/react-router'
import { CalendarOff, CalendarPlus, Printer, Send, SquareUser } from 'lucide-react'
import { Suspense, useMemo, useState } from 'react'
import type { AwayTime } from '../../shared/absences/shapes.ts'
import type { Roster, RosterPerson, RosterShift } from '../../shared/roster/shapes.ts'
import { rosterApi } from '../../shared/roster.ts'
import { daysFromTo, daysLater, weekOf, weekOfDate } from '../../shared/time/time.ts'
import { formatDays } from '../../shared/words/formats.ts'
import { useDepartmentFilter } from '../api/department-filter.ts'
import { queryClient, replyOf, useReply } from '../api/queries.ts'
import { useCan, useViewer } from '../api/viewer.ts'
import { WaitingAbsences } from '../components/absences/waiting-absences.tsx'
import { WeekNav } from '../components/choice/week-nav.tsx'
import { ExportButton } from '../components/files/export.tsx'
import { useReader } from '../components/time/use-reader.ts'
import { Button, buttonClass, IconButton } from '../ui/button.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { LoadingBars } from '../ui/loading-bars.tsx'
import { NOT_SMALL, useMedia } from '../ui/media.ts'
import { Menu, MenuEntry } from '../ui/menu.tsx'
import { NextAction } from '../ui/next-action.tsx'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { useMinute } from '../ui/now.ts'
import { Segmented } from '../ui/segmented.tsx'
import { useShortcut } from '../ui/shortcuts.ts'
import { DayRoster } from './day-roster.tsx'
import { RosterGrid } from './grid.tsx'
import type { RowOwner } from './grid-cells.ts'
import { type Paper, papers } from './papers.ts'
import { usePlanEdits, withSaved } from './plan-edits.ts'
import { OwnQuestions } from './question.tsx'
import { rosterList } from './roster-list.ts'
import { rosterPeriods, useRosterSearch } from './search-params.ts'
import type { DialogShift } from './shift-dialog.tsx'
import { useCellActions } from './use-cell-actions.ts'
import { useStretching } from './use-stretching.ts'
import { WaitingExchanges } from './waiting-exchanges.tsx'
import { WeekMenu } from './week-menu.tsx'

const ShiftDialog = lazyPart(() => import('./shift-dialog.tsx'), 'ShiftDialog')
const DayView = lazyPart(() => import('./day-view.tsx'), 'DayView')
const PublishDialog = lazyPart(() => import('./publish-dialog.tsx'), 'PublishDialog')
const TemplatesDialog = lazyPart(() => import('./templates-dialog.tsx'), 'TemplatesDialog')
const PastePlanDialog = lazyPart(() => import('./paste-plan-dialog.tsx'), 'PastePlanDialog')
const AddAbsenceDialog = lazyPart(() => import('../components/absences/add-absence-dialog.tsx'), 'AddAbsenceDialog')
const AbsenceDialog = lazyPart(() => import('../components/absences/absence-dialog.tsx'), 'AbsenceDialog')
const WishesDialog = lazyPart(() => import('./wishes-dialog.tsx'), 'WishesDialog')
const PrintedRoster = lazyPart(() => import('./printed-roster.tsx'), 'PrintedRoster')

type Open =
  | { dialog: 'shift'; about: DialogShift }
  | { dialog: 'publish' }
  | { dialog: 'templates' }
  | { dialog: 'paste' }
  | { dialog: 'print'; paper: Paper }
  | { dialog: 'add-absence' }
  | { dialog: 'wishes' }
  | { dialog: 'absence'; away: AwayTime; person: RosterPerson }

/** The shift of a dialog as it is now. */
const latestOf = (about: DialogShift, shifts: readonly RosterShift[]) =>
  'shift' in about ? shifts.find(({ id }) => id === about.shift.id) : undefined

/** The days of so many weeks, from the Monday of a day on. */
function periodOf(date: string, weeks: number, timeZone: string) {
  const first = weekOfDate(date, timeZone)[0]?.date ?? date
  return daysFromTo(first, daysLater(first, 7 * weeks - 1), timeZone)
}

/** The roster of a department: people who plan it edit drafts and publish them, others see what is published. */
export function Planner({
  departmentId,
  plans,
  onMine,
}: {
  departmentId: number
  plans: boolean
  /** Shows the viewer's own week. */
  onMine: () => void
}) {
  const reader = useReader()
  const { i18n, timeZone } = reader
  const { department } = useViewer()
  const mayMine = useCan('roster:own')
  const { departments } = useDepartmentFilter()
  const { search, change } = useRosterSearch()
  const isWide = useMedia(NOT_SMALL)
  const now = useMinute()
  const [open, setOpen] = useState<Open>()
  const current = weekOf(now, timeZone)
  // A phone shows a day, and chooses it from a week.
  const weeks = isWide && search.weeks !== 'day' ? Number(search.weeks ?? 1) : 1
  const monday = search.week ?? current[0]?.date ?? ''
  const days = useMemo(() => periodOf(monday, weeks, timeZone), [monday, weeks, timeZone])
  const [from, to] = [days[0]?.date ?? '', days.at(-1)?.date ?? '']
  const query = useReply(rosterApi.list, { query: { departmentId, from, to } }, { keepPrevious: true })
  const templates = useReply(rosterApi.templates, { query: { departmentId } }, { enabled: plans }).data?.templates ?? []
  const list = replyOf(rosterApi.list, { query: { departmentId, from, to } })
  const readShifts = async () => (await queryClient.fetchQuery({ ...list, staleTime: 0 })).shifts
  const edits = usePlanEdits(query.data?.shifts ?? [], (saved) =>
    queryClient.setQueryData(list.queryKey, (known: Roster | undefined) => known && withSaved(known, saved)),
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: own versions change with the reply that shows them
  const roster = useMemo(() => query.data && edits.over(query.data), [query.data])
  const close = () => setOpen(undefined)
  const openNew = (userId: RowOwner, date: string) => setOpen({ dialog: 'shift', about: { userId, date } })
  const openShift = (shift: RosterShift) => setOpen({ dialog: 'shift', about: { shift } })
  const stretching = useStretching((shift, times) =>
    edits.edit({ update: [{ id: shift.id, ...times, updatedAt: shift.plan?.updatedAt }] }),
  )
  const actions = useCellActions({
    ...{ departmentId, from, templates, stretching },
    edit: (changes) => void edits.edit(changes),
    onOpen: openShift,
    onNew: openNew,
  })
  const undo = () => {
    // Times that are shown and not saved yet are the last edit.
    stretching.drop()
    void edits.undo()
  }
  useShortcut('mod+z', i18n.t('Undo'), undo, { enabled: plans })
  useShortcut('mod+p', i18n.t('Print'), () => setOpen({ dialog: 'print', paper: 'A4' }))

  const weekInAddress = (monday: string | undefined) => (monday === current[0]?.date ? undefined : monday)
  /** Also of another week: a night shift leads to the day before. */
  const showDay = (day: string) => change({ day, week: weekInAddress(weekOfDate(day, timeZone)[0]?.date) })
  const shownDay = search.day ?? days.find((day) => now >= day.from && now < day.to)?.date ?? from
  const changes = roster?.changes
  const count = changes ? changes.added + changes.changed + changes.removed : 0
  return (
    <>
      <OwnQuestions />
      <div className="flex flex-wrap items-center gap-2 px-3.5 pt-3 md:px-(--gutter) md:pt-3.5">
        <span className="flex max-md:w-full">
          <WeekNav
            align="start"
            monday={from}
            weeks={weeks}
            isCurrent={from === current[0]?.date}
            onChange={(monday) => change({ week: weekInAddress(monday), day: undefined })}
          />
        </span>
        {isWide && (
          <Segmented
            label={i18n.t('Period')}
            value={search.weeks ?? '1'}
            onChange={(chosen) => change({ weeks: chosen === '1' ? undefined : chosen })}
            choices={rosterPeriods.map((count) => ({
              value: count,
              label:
                count === 'day'
                  ? i18n.t('Day')
                  : i18n.t('{count, plural, one {# week} other {# weeks}}', { count: Number(count) }),
            }))}
          />
        )}
        <span className="flex items-center gap-1 md:ms-auto">
          {mayMine && (
            <Button variant="ghost" onClick={onMine}>
              <SquareUser aria-hidden="true" className="size-4.5" />
              <span className="max-xl:sr-only">{i18n.t('My week')}</span>
            </Button>
          )}
          <Link to="/absences" className={buttonClass('ghost')}>
            <CalendarOff aria-hidden="true" className="size-4.5" />
            <span className="max-xl:sr-only">{i18n.t('Absences')}</span>
          </Link>
          <ExportButton disabled={!roster} list={() => rosterList(roster, days, reader)} />
          <Menu
            trigger={
              <IconButton label={i18n.t('Print')}>
                <Printer aria-hidden="true" className="size-4.5" />
              </IconButton>
            }
          >
            {papers.map((paper) => (
              <MenuEntry key={paper} icon={Printer} onSelect={() => setOpen({ dialog: 'print', paper })}>
                {i18n.t('Print on {paper}', { paper })}
              </MenuEntry>
            ))}
          </Menu>
        </span>
        {plans && (
          <>
            <WeekMenu
              {...{ departmentId, from, to }}
              drafts={count}
              onTemplates={() => setOpen({ dialog: 'templates' })}
              onPaste={() => setOpen({ dialog: 'paste' })}
              onAbsence={() => setOpen({ dialog: 'add-absence' })}
              onWishes={() => setOpen({ dialog: 'wishes' })}
            />
            <Button onClick={() => openNew(null, search.day ?? from)}>
              <CalendarPlus aria-hidden="true" className="size-4" />
              {i18n.t('New shift')}
            </Button>
            {count > 0 && (
              <NextAction icon={Send} onClick={() => setOpen({ dialog: 'publish' })}>
                {i18n.t('{count, plural, one {Publish # change} other {Publish # changes}}', { count })}
              </NextAction>
            )}
          </>
        )}
      </div>
      {plans && <WaitingAbsences departmentId={departmentId} />}
      {plans && <WaitingExchanges departmentId={departmentId} />}
      {!roster ? (
        <NotLoaded query={query} failure={i18n.t('The roster could not be loaded.')}>
          <LoadingBars bars="h-11 mb-2" count={9} className="px-3.5 pt-4 md:px-(--gutter)" />
        </NotLoaded>
      ) : isWide && search.weeks === 'day' ? (
        <DayView
          {...{ roster, days, departmentId, stretching }}
          date={shownDay}
          onDay={showDay}
          actions={plans ? actions : undefined}
        />
      ) : isWide ? (
        <RosterGrid
          roster={roster}
          department={
            departments.data?.find(({ id }) => id === departmentId)?.name ??
            (department?.id === departmentId ? department.name : undefined)
          }
          days={days}
          now={now}
          actions={plans ? actions : undefined}
          onAway={plans ? (away, person) => setOpen({ dialog: 'absence', away, person }) : undefined}
          stretched={stretching.stretched}
        />
      ) : (
        <DayRoster
          roster={roster}
          days={days}
          date={shownDay}
          onDay={showDay}
          onOpen={plans ? openShift : undefined}
          onAssign={
            plans
              ? ({ id, plan }, userId) => void edits.edit({ update: [{ id, userId, updatedAt: plan?.updatedAt }] })
              : undefined
          }
        />
      )}
      <Suspense fallback={null}>
        {open?.dialog === 'shift' && roster && (
          <ShiftDialog
            about={open.about}
            latest={latestOf(open.about, roster.shifts)}
            departmentId={departmentId}
            people={roster.people}
            templates={templates}
            read={readShifts}
            save={edits.save}
            onClose={close}
          />
        )}
        {open?.dialog === 'publish' && <PublishDialog days={{ departmentId, from, to }} onClose={close} />}
        {open?.dialog === 'templates' && (
          <TemplatesDialog departmentId={departmentId} templates={templates} onClose={close} />
        )}
        {open?.dialog === 'paste' && roster && (
          <PastePlanDialog
            target={{ roster, departmentId, templates, days: days.map(({ date }) => date) }}
            save={edits.save}
            onClose={close}
          />
        )}
        {open?.dialog === 'add-absence' && roster && (
          <AddAbsenceDialog people={roster.people} date={shownDay} onClose={close} />
        )}
        {open?.dialog === 'wishes' && roster && <WishesDialog people={roster.people} onClose={close} />}
        {open?.dialog === 'absence' && <AbsenceDialog away={open.away} person={open.person.user} onClose={close} />}
        {open?.dialog === 'print' && roster && (
          <PrintedRoster
            {...{ roster, days }}
            title={formatDays(from, to, { i18n })}
            paper={open.paper}
            onDone={close}
          />
        )}
      </Suspense>
    </>
  )
}
