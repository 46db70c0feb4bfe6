import { ArrowDownWideNarrow, Bookmark, ChevronDown, ListFilter, Megaphone, Plus } from 'lucide-react'
import { Suspense } from 'react'
import { useCan } from '../../api/viewer.ts'
import { ClearFilters } from '../../components/choice/clear-filters.tsx'
import { FilterMenu } from '../../components/choice/filter-menu.tsx'
import { priorityChoices } from '../../components/labels/priority-icon.tsx'
import { statusChoices } from '../../components/labels/status-icon.tsx'
import { openReport } from '../../components/shift/report.ts'
import { useI18n } from '../../language.ts'
import { useBoardActions } from '../../task/board-context.ts'
import { countFilters, isFiltered, type TaskSearch, useClearFilters, useTaskSearch } from '../../task/search-params.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { lazyPart } from '../../ui/lazy-part.ts'
import { NOT_SMALL, useMedia } from '../../ui/media.ts'
import { Menu, MenuChoices } from '../../ui/menu.tsx'
import { NextAction } from '../../ui/next-action.tsx'
import { usePanel } from '../../ui/panel.ts'
import { MoreMenu } from '../more-menu.tsx'
import { useBoardSort } from './board-sort.ts'
import { sortChoices } from './choices.ts'
import { SearchBox } from './search-box.tsx'
import { useView } from './view.ts'
import { ViewSwitch } from './view-switch.tsx'

const FilterChips = lazyPart(() => import('./filter-chips.tsx'), 'FilterChips')
const loadPopover = () => import('./filter-popover.tsx').then((module) => module.FilterPopover)
const loadSheet = () => import('./filter-sheet.tsx').then((module) => module.FilterSheet)
const loadViews = () => import('./views-popover.tsx').then((module) => module.ViewsPopover)

/** The search, the filters and the view of the tasks, and the button for a new one. On phones they are one line. */
export function Filters() {
  const i18n = useI18n()
  const { openNew } = useBoardActions()
  const notSmall = useMedia(NOT_SMALL)
  const mayCreate = useCan('task:create')
  const mayReport = useCan('task:report')
  return (
    <div className="flex flex-wrap items-center gap-2 px-3.5 pt-3 pb-2.5 low:max-md:pt-1.5 low:max-md:pb-1.5 md:px-6 md:pt-3.5 md:pb-3">
      <SearchBox />
      {notSmall ? <FilterMenus /> : <FilterButton />}
      {/* If the line is too short, these go to the next line together. */}
      <div className="contents md:ms-auto md:flex md:items-center md:gap-1 xl:gap-2">
        {notSmall && <ViewTools />}
        <ViewSwitch className="max-[17rem]:hidden" />
        {notSmall && <MoreMenu />}
        {mayCreate && (
          <NextAction icon={Plus} onClick={() => openNew()}>
            {i18n.t('New Task')}
          </NextAction>
        )}
        {!mayCreate && mayReport && notSmall && (
          <Button variant="primary" onClick={() => openReport()}>
            <Megaphone aria-hidden="true" className="size-4" />
            {i18n.t('Report a problem')}
          </Button>
        )}
      </div>
      {notSmall && <ChipLine />}
    </div>
  )
}

function FilterMenus() {
  const i18n = useI18n()
  const { search, change } = useTaskSearch()
  const clear = useClearFilters()
  const { triggerProps, Panel, panelProps } = usePanel('dialog', loadPopover)
  const { status, priority } = search
  return (
    <>
      <FilterMenu
        label={i18n.t('Status')}
        value={status}
        choices={statusChoices(i18n)}
        onChange={(next) => change({ status: next })}
      />
      <FilterMenu
        label={i18n.t('Priority')}
        value={priority}
        choices={priorityChoices(i18n)}
        onChange={(next) => change({ priority: next })}
      />
      <Button {...triggerProps} title={i18n.t('Filters')} className="md:max-xl:touch:px-3">
        <ListFilter aria-hidden="true" className="size-4 xl:hidden" />
        <span className="md:max-xl:sr-only">{i18n.t('Filters')}</span>
        <ChevronDown aria-hidden="true" className="size-3.5 opacity-70 max-xl:hidden" />
      </Button>
      {Panel && <Panel {...panelProps} />}
      {isFiltered(search) && !hasChips(search) && <ClearFilters onClear={clear} />}
    </>
  )
}

/** Whether filters are set that have no menu of their own. */
const hasChips = ({ status, priority, ...others }: TaskSearch) => countFilters(others) > 0

/** The filters that have no menu of their own, on a line of their own. */
function ChipLine() {
  const { search } = useTaskSearch()
  const clear = useClearFilters()
  if (!hasChips(search)) return null
  return (
    <div className="flex min-h-8.5 w-full min-w-0 flex-wrap items-center gap-2 touch:min-h-11">
      {/* They come together, into a room that is kept, so that nothing moves. */}
      <Suspense fallback={null}>
        <FilterChips />
        <ClearFilters onClear={clear} />
      </Suspense>
    </div>
  )
}

/** The button of the sheet with all filters, for phones. */
function FilterButton() {
  const i18n = useI18n()
  const { search } = useTaskSearch()
  const { triggerProps, Panel, panelProps } = usePanel('dialog', loadSheet)
  const count = countFilters(search)
  return (
    <>
      <Button
        {...triggerProps}
        aria-label={count > 0 ? i18n.t('Filters ({count})', { count }) : i18n.t('Filters')}
        className={count > 0 ? 'min-w-11 border-accent! bg-accent-soft! px-2.5! text-accent' : 'min-w-11 px-2.5!'}
      >
        <ListFilter aria-hidden="true" className="size-5" />
        {count > 0 && <span className="tabular">{i18n.number(count)}</span>}
      </Button>
      {Panel && <Panel {...panelProps} />}
    </>
  )
}

/** The saved views, and the order of the board's columns. */
function ViewTools() {
  const i18n = useI18n()
  const { view } = useView()
  const { triggerProps, Panel, panelProps } = usePanel('dialog', loadViews)
  return (
    <>
      <IconButton {...triggerProps} label={i18n.t('Saved views')}>
        <Bookmark aria-hidden="true" className="size-4.5" />
      </IconButton>
      {Panel && <Panel {...panelProps} />}
      {view === 'kanban' && <SortMenu />}
    </>
  )
}

/** Chooses the order of the board's columns. On tablets `OrderField` does. */
function SortMenu() {
  const i18n = useI18n()
  const { sort, choose } = useBoardSort()
  const choices = sortChoices(i18n)
  const order = choices.find(({ value }) => value === sort)?.label
  const label = i18n.t('Order: {order}', { order })
  return (
    <Menu
      trigger={
        <Button variant="ghost" aria-label={label} title={label} className="w-8.5 px-0! max-xl:hidden touch:w-11">
          <ArrowDownWideNarrow
            aria-hidden="true"
            className={sort === 'createdAt' ? 'size-4.5' : 'size-4.5 text-accent'}
          />
        </Button>
      }
    >
      <MenuChoices value={sort} onChange={choose} choices={choices} />
    </Menu>
  )
}
