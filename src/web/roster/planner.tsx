import { CalendarPlus, Printer, Send } from 'lucide-react'
import { type KeyboardEvent, Suspense, useRef, useState } from 'react'
import type { ManyShifts, RosterShift } from '../../shared/roster/shapes.ts'
import { rosterApi } from '../../shared/roster.ts'
import { daysLater, weekOf, weekOfDate } from '../../shared/time/time.ts'
import { formatDays } from '../../shared/words/formats.ts'
import { useDepartmentFilter } from '../api/department-filter.ts'
import { queryClient, replyOf, useReply } from '../api/queries.ts'
import { useViewer } from '../api/viewer.ts'
import { WeekNav } from '../components/choice/week-nav.tsx'
import { useI18n } from '../language.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { LoadingBars } from '../ui/loading-bars.tsx'
import { NOT_SMALL, useMedia } from '../ui/media.ts'
import { NextAction } from '../ui/next-action.tsx'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { useMinute } from '../ui/now.ts'
import { useShortcut } from '../ui/shortcuts.ts'
import { DayRoster } from './day-roster.tsx'
import { type CellActions, RosterGrid } from './grid.tsx'
import type { RowOwner } from './grid-cells.ts'
import { asNew, usePlanEdits } from './plan-edits.ts'
import { OwnQuestions } from './question.tsx'
import { useRosterSearch } from './search-params.ts'
import type { DialogShift } from './shift-dialog.tsx'
import { WaitingExchanges } from './waiting-exchanges.tsx'
import { WeekMenu } from './week-menu.tsx'

const ShiftDialog = lazyPart(() => import('./shift-dialog.tsx'), 'ShiftDialog')
const PublishDialog = lazyPart(() => import('./publish-dialog.tsx'), 'PublishDialog')
const TemplatesDialog = lazyPart(() => import('./templates-dialog.tsx'), 'TemplatesDialog')
const PrintedRoster = lazyPart(() => import('./printed-roster.tsx'), 'PrintedRoster')

type Open =
  | { dialog: 'shift'; about: DialogShift }
  | { dialog: 'publish' }
  | { dialog: 'templates' }
  | { dialog: 'print' }

/** The shift of a dialog as it is now. */
const latestOf = (about: DialogShift, shifts: readonly RosterShift[]) =>
  'shift' in about ? shifts.find(({ id }) => id === about.shift.id) : undefined

/** The roster of a department: people who plan it edit drafts and publish them, others see what is published. */
export function Planner({ departmentId, plans }: { departmentId: number; plans: boolean }) {
  const i18n = useI18n()
  const { timeZone, department } = useViewer()
  const { departments } = useDepartmentFilter()
  const { search, change } = useRosterSearch()
  const isWide = useMedia(NOT_SMALL)
  const now = useMinute()
  const [open, setOpen] = useState<Open>()
  const current = weekOf(now, timeZone)
  const days = search.week ? weekOfDate(search.week, timeZone) : current
  const [from, to] = [days[0]?.date ?? '', days.at(-1)?.date ?? '']
  const query = useReply(rosterApi.list, { query: { departmentId, from, to } }, { keepPrevious: true })
  const templates = useReply(rosterApi.templates, { query: { departmentId } }, { enabled: plans }).data?.templates ?? []
  const roster = query.data
  const readShifts = async () => {
    const list = replyOf(rosterApi.list, { query: { departmentId, from, to } })
    return (await queryClient.fetchQuery({ ...list, staleTime: 0 })).shifts
  }
  const edits = usePlanEdits(roster?.shifts ?? [])
  const copied = useRef<RosterShift[]>([])
  const close = () => setOpen(undefined)
  const edit = (changes: ManyShifts) => void edits.edit(changes)
  const openNew = (userId: RowOwner, date: string) => setOpen({ dialog: 'shift', about: { userId, date } })
  const openShift = (shift: RosterShift) => setOpen({ dialog: 'shift', about: { shift } })
  useShortcut('mod+z', i18n.t('Undo'), () => void edits.undo(), { enabled: plans })
  useShortcut('mod+p', i18n.t('Print'), () => setOpen({ dialog: 'print' }))

  const actions: CellActions = {
    onOpen: openShift,
    onNew: openNew,
    onMove(shift, userId, date) {
      if (shift.userId === userId && shift.date === date) return
      edit({ update: [{ id: shift.id, userId, date, updatedAt: shift.plan?.updatedAt }] })
    },
    onKey(event: KeyboardEvent, userId, date, shifts) {
      const isModified = event.ctrlKey || event.metaKey
      const key = event.key.toLowerCase()
      const there = shifts.filter(({ plan }) => !plan?.isRemoved)
      if (isModified && key === 'c') {
        copied.current = there.length > 0 ? there : copied.current
        return there.length > 0
      }
      if (isModified && key === 'v') {
        if (copied.current.length === 0) return false
        edit({ create: copied.current.map((shift) => ({ ...asNew(shift), userId, date })) })
        return true
      }
      if (isModified || event.altKey) return false
      const [first] = shifts
      if (key === 'n' || (key === 'enter' && !first)) openNew(userId, date)
      else if (key === 'enter' && first) openShift(first)
      else if ((key === 'delete' || key === 'backspace') && there.length > 0)
        edit({ remove: there.map(({ id, plan }) => ({ id, updatedAt: plan?.updatedAt })) })
      else if (/^[1-9]$/.test(key)) {
        const template = templates[Number(key) - 1]
        if (!template) return false
        const { id: templateId, start, end, breakMinutes } = template
        edit({ create: [{ departmentId, userId, date, templateId, start, end, breakMinutes }] })
      } else return false
      return true
    },
  }

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
            isCurrent={from === current[0]?.date}
            onChange={(monday) => change({ week: monday === current[0]?.date ? undefined : monday, day: undefined })}
          />
        </span>
        <IconButton label={i18n.t('Print')} onClick={() => setOpen({ dialog: 'print' })} className="md:ms-auto">
          <Printer aria-hidden="true" className="size-4.5" />
        </IconButton>
        {plans && (
          <>
            <WeekMenu
              {...{ departmentId, from, to }}
              drafts={count}
              onTemplates={() => setOpen({ dialog: 'templates' })}
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
      {plans && <WaitingExchanges departmentId={departmentId} />}
      {!roster ? (
        <NotLoaded query={query} failure={i18n.t('The roster could not be loaded.')}>
          <LoadingBars bars="h-11 mb-2" count={9} className="px-3.5 pt-4 md:px-(--gutter)" />
        </NotLoaded>
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
        />
      ) : (
        <DayRoster
          roster={roster}
          days={days}
          date={search.day ?? days.find(({ date }) => date === current.find((day) => now < day.to)?.date)?.date ?? from}
          onDay={(day) => change({ day })}
          onOpen={plans ? openShift : undefined}
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
        {open?.dialog === 'print' && roster && (
          <PrintedRoster
            roster={roster}
            days={days}
            title={formatDays(from, daysLater(from, 6), { i18n })}
            onDone={close}
          />
        )}
      </Suspense>
    </>
  )
}
