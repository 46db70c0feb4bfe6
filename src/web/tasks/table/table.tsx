import {
  type CSSProperties,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useDepartmentFilter } from '../../api/department-filter.ts'
import { useCan } from '../../api/viewer.ts'
import { useI18n } from '../../language.ts'
import { useBoardActions } from '../../task/board-context.ts'
import { highlightCard, revealed } from '../../task/reveal.ts'
import { isFiltered, type TaskSearch } from '../../task/search-params.ts'
import { cx } from '../../ui/class-names.ts'
import { FailedState } from '../../ui/failed-state.tsx'
import { NOT_SMALL, useMedia } from '../../ui/media.ts'
import { useFilter } from '../filters/use-filter.ts'
import { FaultNote, LoadingNote } from '../notes.tsx'
import { NothingFound } from '../nothing-found.tsx'
import { Body, rowHeightOf } from './body.tsx'
import { columnsFor, gridOf } from './columns.ts'
import { ExportTasks, Footer, Showing } from './footer.tsx'
import { CardsHead, TableHead } from './head.tsx'
import { useSelection } from './selection.ts'
import { SelectionBar } from './selection-bar.tsx'
import { useKeys } from './use-keys.ts'
import { loadedRows, type Rows, useRows } from './use-rows.ts'
import { useSorting } from './use-sorting.ts'

const HEAD_HEIGHT = 37
const SKELETON_ROWS = 14
/** Pixels of free space at the end, for the bar that floats over it. */
const UNDER_BAR = 72

/** All tasks that match the filters as one sorted list. Only the rows in view are drawn and read. */
export function TaskTable({ search }: { search: TaskSearch }) {
  const i18n = useI18n()
  const filter = useFilter(search)
  const sorting = useSorting()
  const { sort, order } = sorting
  const query = useMemo(() => ({ ...filter, sort, order }), [filter, sort, order])

  const scroller = useRef<HTMLDivElement>(null)
  const asCards = !useMedia(NOT_SMALL)
  const rowHeight = rowHeightOf(asCards)
  const reading = useRows(query, scroller, rowHeight)
  const { rows, isLoaded, isPrevious, error } = reading
  const { total } = rows

  const { open } = useBoardActions()
  const selectable = useCan('task:set-status')
  const selection = useSelection(filter, rows)
  const { selected } = selection
  const headHeight = asCards ? 0 : HEAD_HEIGHT
  const { active, show, handlers } = useKeys({ rows, rowHeight, headHeight, scroller, selection, selectable, open })
  const columns = useColumns(scroller)
  useReveal(rows, scroller, show)

  const showing = { total, filtered: isFiltered(search) }
  const selectAll = selectAllOf(selection, total, selectable)
  return (
    <div className="flex min-h-0 flex-1 flex-col md:px-6 md:pb-1">
      {asCards && (
        <CardsHead sorting={sorting} selectAll={selectAll}>
          {isLoaded && (
            <>
              <Showing {...showing} />
              <ExportTasks query={query} className="ms-auto" />
            </>
          )}
        </CardsHead>
      )}
      <div className="relative flex min-h-0 flex-1 flex-col">
        <GridFrame scroller={scroller} isPrevious={isPrevious}>
          <table
            // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its rows can be selected and have keys
            role="grid"
            className="block"
            aria-label={i18n.t('Tasks')}
            aria-rowcount={total + 1}
            aria-multiselectable={selectable}
            aria-busy={!isLoaded || isPrevious}
            style={{ '--columns': gridOf(columns, selectable) } as CSSProperties}
            {...handlers}
          >
            {!asCards && <TableHead columns={columns} sorting={sorting} selectAll={selectAll} />}
            <Body
              rows={rows}
              total={isLoaded || error ? total : SKELETON_ROWS}
              tail={asCards || selected.size > 0 ? UNDER_BAR : 0}
              active={active}
              selected={selected}
              columns={columns}
              selectable={selectable}
              scroller={scroller}
              asCards={asCards}
            />
          </table>
        </GridFrame>
        <ReadingState {...reading} search={search} />
      </div>
      {isLoaded && !asCards && <Footer query={query} {...showing} />}
      {selected.size > 0 && <SelectionBar selected={selected} total={total} onDone={selection.clear} />}
    </div>
  )
}

const selectAllOf = (
  { selected, all, clear }: ReturnType<typeof useSelection>,
  total: number,
  selectable: boolean,
) => ({
  offered: selectable && total > 0,
  all: selected.size > 0 && selected.size >= total,
  some: selected.size > 0,
  onAll: all,
  onNone: clear,
})

/** The scroller around the table. It is paler while it shows the rows of the previous query. */
const GridFrame = ({
  scroller,
  isPrevious,
  children,
}: {
  scroller: RefObject<HTMLDivElement | null>
  isPrevious: boolean
  children: ReactNode
}) => (
  <div
    ref={scroller}
    className={cx(
      'min-h-0 flex-1 overflow-y-auto overscroll-y-contain print:overflow-visible [overflow-anchor:none] md:rounded-card md:border md:border-line md:bg-surface',
      'transition-opacity duration-150',
      isPrevious && 'opacity-60 delay-150',
    )}
  >
    {children}
  </div>
)

/** Floats over the table: it loads, it is empty, or it could not be loaded. */
function ReadingState({
  rows: { total },
  isLoaded,
  error,
  isFetching,
  retry,
  search,
}: ReturnType<typeof useRows> & { search: TaskSearch }) {
  const i18n = useI18n()
  if (!isLoaded && !error) return <LoadingNote />
  if (!isLoaded)
    return (
      <div className="absolute inset-0 grid place-items-center">
        <FailedState message={i18n.t('The tasks could not be loaded.')} onRetry={retry} pending={isFetching} />
      </div>
    )
  return (
    <>
      {total === 0 && <NothingFound search={search} />}
      {error && (
        <FaultNote pending={isFetching} onRetry={retry}>
          {i18n.t('Some tasks could not be loaded.')}
        </FaultNote>
      )}
    </>
  )
}

/** The columns that fit the table's width. */
function useColumns(scroller: RefObject<HTMLElement | null>) {
  const { mayChoose, chosen } = useDepartmentFilter()
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    const measure = () => setWidth(element.clientWidth)
    measure()
    const resizes = new ResizeObserver(measure)
    resizes.observe(element)
    return () => resizes.disconnect()
  }, [scroller])
  const withDepartment = mayChoose && chosen === undefined
  const names = columnsFor(width, withDepartment)
    .map(({ name }) => name)
    .join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same columns give the same object
  return useMemo(() => columnsFor(width, withDepartment), [names])
}

/** Brings a task that was just created or restored into view, and highlights it. */
function useReveal(rows: Rows, scroller: RefObject<HTMLElement | null>, show: (index: number) => void) {
  const wanted = revealed.use()
  useEffect(() => {
    const found = wanted && loadedRows(rows).find(({ task }) => task.id === wanted.id)
    if (!found || !scroller.current) return
    revealed.set(null)
    show(found.index)
    highlightCard(scroller.current, wanted)
  })
}
