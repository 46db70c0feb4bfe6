import { ClipboardPaste, Plus, Printer, Repeat } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { routinesApi } from '../../shared/routines.ts'
import { weekOf, weekOfDate } from '../../shared/time/time.ts'
import { useDepartmentFilter } from '../api/department-filter.ts'
import { whenIdle } from '../api/first-screen.ts'
import { useReply } from '../api/queries.ts'
import { useCan, useViewer } from '../api/viewer.ts'
import { SearchField } from '../components/choice/search-field.tsx'
import { WeekNav } from '../components/choice/week-nav.tsx'
import { useI18n } from '../language.ts'
import { registerPatches } from '../live/reply-patches.ts'
import { routineTaskPatches } from '../live/routine-changes.ts'
import { useAddressDialog } from '../ui/address-dialog.ts'
import { Button, IconButton } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { NOT_SMALL, useMedia } from '../ui/media.ts'
import { Menu, MenuEntry } from '../ui/menu.tsx'
import { NextAction } from '../ui/next-action.tsx'
import { allQueries, NotLoaded } from '../ui/not-loaded.tsx'
import { useMinute } from '../ui/now.ts'
import { useShortcut } from '../ui/shortcuts.ts'
import { Skeleton, times } from '../ui/skeleton.tsx'
import { DayList } from './day-list.tsx'
import { matchingRoutines } from './matching.ts'
import { useRoutineSearch } from './search-params.ts'
import { WeekGrid, type WeekProps } from './week-grid.tsx'

registerPatches('tasks', routineTaskPatches)

const loadDialogs = () => import('./dialogs.tsx')
const RoutineDialogs = lazyPart(loadDialogs, 'RoutineDialogs')
const PrintedRoutines = lazyPart(() => import('./printed-routines.tsx'), 'PrintedRoutines')
const PrintedWeek = lazyPart(() => import('./printed-week.tsx'), 'PrintedWeek')

const closed = { routine: undefined, form: undefined, from: undefined }
/** From so many routines on they are searched. */
const MANY = 12

/**
 * The routines with their windows of a week, and the dialog that the address opens: a routine, its form, or the list to
 * paste.
 */
export function RoutinesPage() {
  const i18n = useI18n()
  const { timeZone } = useViewer()
  const { search, change } = useRoutineSearch()
  const { open, close } = useAddressDialog(closed)
  const { departmentId } = useDepartmentFilter()
  const isWide = useMedia(NOT_SMALL)
  const now = useMinute()
  const current = weekOf(now, timeZone)
  const days = search.week ? weekOfDate(search.week, timeZone) : current
  const [from, to] = [days[0]?.date ?? '', days.at(-1)?.date ?? '']
  const list = useReply(routinesApi.list, { query: { departmentId } })
  const week = useReply(routinesApi.week, { query: { from, to, departmentId } }, { keepPrevious: true })
  useEffect(() => whenIdle(loadDialogs), [])
  const routines = list.data?.routines
  const shown = routines && matchingRoutines(routines, search.q)
  const isMany = (routines?.length ?? 0) > MANY || search.q !== undefined
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 px-3.5 pt-3 md:px-(--gutter) md:pt-3.5">
        {isMany && (
          <span className="flex min-w-0 flex-1 md:contents">
            <SearchField
              label={i18n.t('Search routines')}
              placeholder={i18n.t('Search routines...')}
              value={search.q}
              onChange={(q) => change({ q })}
            />
          </span>
        )}
        <span className={cx('flex max-md:order-last md:order-first', isMany ? 'max-md:w-full' : 'max-md:flex-1')}>
          <WeekNav
            align="start"
            monday={from}
            isCurrent={from === current[0]?.date}
            onChange={(monday) => change({ week: monday === current[0]?.date ? undefined : monday, day: undefined })}
          />
        </span>
        {shown && shown.length > 0 && (
          <PrintMenu routines={shown} week={week.data?.occurrences ?? []} days={days} now={now} words={search.q} />
        )}
        <NewRoutines isMany={isMany} onNew={() => open({ form: 'new' })} onList={() => open({ form: 'list' })} />
      </div>
      {!shown || !week.data ? (
        <NotLoaded query={allQueries(list, week)} failure={i18n.t('The routines could not be loaded.')}>
          <Loading />
        </NotLoaded>
      ) : routines.length === 0 ? (
        <Nothing onNew={() => open({ form: 'new' })} onList={() => open({ form: 'list' })} />
      ) : shown.length === 0 ? (
        <EmptyState
          title={i18n.t('No routine matches')}
          action={<Button onClick={() => change({ q: undefined })}>{i18n.t('Clear the search')}</Button>}
        />
      ) : isWide ? (
        <WeekGrid
          routines={shown}
          week={week.data.occurrences}
          days={days}
          now={now}
          onOpen={(routine) => open({ routine })}
        />
      ) : (
        <DayList
          routines={shown}
          week={week.data.occurrences}
          days={days}
          now={now}
          onOpen={(routine) => open({ routine })}
        />
      )}
      <Suspense fallback={null}>
        {(search.routine !== undefined || search.form) && (
          <RoutineDialogs search={search} open={open} onClose={close} />
        )}
      </Suspense>
    </>
  )
}

/** Prints the week, or the rules of the routines: the browser would print the week as far as it is in view. */
function PrintMenu({ routines, words, ...week }: Omit<WeekProps, 'onOpen'> & { words: string | undefined }) {
  const i18n = useI18n()
  const [printing, setPrinting] = useState<'week' | 'rules'>()
  const done = () => setPrinting(undefined)
  useShortcut('mod+p', i18n.t('Print'), () => setPrinting('week'))
  return (
    <>
      <Menu
        trigger={
          <IconButton label={i18n.t('Print')} className="md:ms-auto md:[&+span]:ms-0">
            <Printer aria-hidden="true" className="size-4.5" />
          </IconButton>
        }
      >
        <MenuEntry onSelect={() => setPrinting('week')}>{i18n.t('Print the week')}</MenuEntry>
        <MenuEntry onSelect={() => setPrinting('rules')}>{i18n.t('Print the list')}</MenuEntry>
      </Menu>
      <Suspense fallback={null}>
        {printing === 'week' && <PrintedWeek {...week} routines={routines} words={words} onDone={done} />}
        {printing === 'rules' && <PrintedRoutines routines={routines} words={words} onDone={done} />}
      </Suspense>
    </>
  )
}

function NewRoutines({ isMany, onNew, onList }: { isMany: boolean; onNew: () => void; onList: () => void }) {
  const i18n = useI18n()
  if (!useCan('routine:manage')) return null
  return (
    <span className="contents md:ms-auto md:flex md:gap-2">
      <Button
        onClick={onList}
        title={i18n.t('Paste a list')}
        className={cx('max-md:w-11 max-md:px-0!', !isMany && 'max-md:order-last')}
      >
        <ClipboardPaste aria-hidden="true" className="size-4" />
        <span className="max-md:sr-only">{i18n.t('Paste a list')}</span>
      </Button>
      <NextAction icon={Plus} onClick={onNew}>
        {i18n.t('New Routine')}
      </NextAction>
    </span>
  )
}

function Nothing({ onNew, onList }: { onNew: () => void; onList: () => void }) {
  const i18n = useI18n()
  const mayManage = useCan('routine:manage')
  const { chosen } = useDepartmentFilter()
  return (
    <div className="grid flex-1 place-items-center">
      <EmptyState
        icon={Repeat}
        title={chosen === undefined ? i18n.t('No routines yet') : i18n.t('No routines in this department')}
        action={
          mayManage && (
            <>
              <Button variant="primary" onClick={onNew}>
                <Plus aria-hidden="true" className="size-4" />
                {i18n.t('New Routine')}
              </Button>
              <Button onClick={onList}>
                <ClipboardPaste aria-hidden="true" className="size-4" />
                {i18n.t('Paste a list')}
              </Button>
            </>
          )
        }
      >
        {i18n.t(
          'A routine is work that comes again: at its time it makes a task, and the calendar shows whether it was done.',
        )}
      </EmptyState>
    </div>
  )
}

const ROWS = 9

function Loading() {
  const i18n = useI18n()
  return (
    <div role="status" className="flex flex-col gap-3 px-3.5 pt-4 md:px-(--gutter)">
      <p className="sr-only">{i18n.t('Loading routines...')}</p>
      <Skeleton className="h-9" />
      {times(ROWS, () => (
        <span className="grid grid-cols-[minmax(0,1fr)] gap-2 md:grid-cols-[minmax(0,15rem)_repeat(7,minmax(0,1fr))]">
          <Skeleton className="h-13 md:my-2.5 md:h-4" />
          {times(7, () => (
            <Skeleton className="h-9 max-md:hidden" />
          ))}
        </span>
      ))}
    </div>
  )
}
