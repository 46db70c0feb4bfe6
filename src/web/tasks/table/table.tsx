import { type CSSProperties, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useDepartmentFilter } from '../../api/department-filter.ts'
import { useCan } from '../../api/viewer.ts'
import { cx } from '../../ui/class-names.ts'
import { FailedState } from '../../ui/failed-state.tsx'
import { NOT_SMALL, useMedia } from '../../ui/media.ts'
import { useBoardActions } from '../board/board-context.ts'
import { isFiltered, type TaskSearch } from '../filters/search-params.ts'
import { useFilter } from '../filters/use-filter.ts'
import { FaultNote, LoadingNote } from '../notes.tsx'
import { NothingFound } from '../nothing-found.tsx'
import { show as flash, revealed } from '../reveal.ts'
import { Body, rowHeightOf } from './body.tsx'
import { columnsFor, gridOf } from './columns.ts'
import { ExportTasks, Footer, Showing } from './footer.tsx'
import { CardsHead, Head } from './head.tsx'
import { useSelection } from './selection.ts'
import { SelectionBar } from './selection-bar.tsx'
import { useKeys } from './use-keys.ts'
import { type Rows, rowsHere, useRows } from './use-rows.ts'
import { useSorting } from './use-sorting.ts'

const HEAD_HEIGHT = 37
const SKELETON_ROWS = 14
/** Room at the end for what floats over it. */
const UNDER_BAR = 72

/** All tasks that fit the filters as one sorted list, drawn and read only where it is looked at. */
export function TaskTable({ search }: { search: TaskSearch }) {
  const filter = useFilter(search)
  const sorting = useSorting()
  const { sort, order } = sorting
  const query = useMemo(() => ({ ...filter, sort, order }), [filter, sort, order])

  const scroller = useRef<HTMLDivElement>(null)
  const asCards = !useMedia(NOT_SMALL)
  const rowHeight = rowHeightOf(asCards)
  const { rows, isHere, isNew, error, isFetching, retry } = useRows(query, scroller, rowHeight)
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
  const selectAll = {
    offered: selectable && total > 0,
    all: selected.size > 0 && selected.size >= total,
    some: selected.size > 0,
    onAll: selection.all,
    onNone: selection.clear,
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col md:px-6 md:pb-1">
      {asCards && (
        <CardsHead sorting={sorting} selectAll={selectAll}>
          {isHere && (
            <>
              <Showing {...showing} />
              <ExportTasks query={query} className="ml-auto" />
            </>
          )}
        </CardsHead>
      )}
      <div className="relative flex min-h-0 flex-1 flex-col">
        <div
          ref={scroller}
          className={cx(
            'min-h-0 flex-1 overflow-y-auto overscroll-y-contain [overflow-anchor:none] md:rounded-card md:border md:border-line md:bg-surface',
            'transition-opacity duration-150',
            isNew && 'opacity-60 delay-150',
          )}
        >
          <table
            // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: its rows can be chosen and have keys
            role="grid"
            className="block"
            aria-label="Tasks"
            aria-rowcount={total + 1}
            aria-multiselectable={selectable}
            aria-busy={!isHere || isNew}
            style={{ '--columns': gridOf(columns, selectable) } as CSSProperties}
            {...handlers}
          >
            {!asCards && <Head columns={columns} sorting={sorting} selectAll={selectAll} />}
            <Body
              rows={rows}
              total={isHere || error ? total : SKELETON_ROWS}
              tail={asCards || selected.size > 0 ? UNDER_BAR : 0}
              active={active}
              selected={selected}
              columns={columns}
              selectable={selectable}
              scroller={scroller}
              asCards={asCards}
            />
          </table>
        </div>
        {!isHere && !error && <LoadingNote />}
        {!isHere && error && (
          <div className="absolute inset-0 grid place-items-center">
            <FailedState message="The tasks could not be loaded." onRetry={retry} pending={isFetching} />
          </div>
        )}
        {isHere && total === 0 && <NothingFound search={search} />}
        {isHere && error && (
          <FaultNote pending={isFetching} onRetry={retry}>
            Some tasks could not be loaded.
          </FaultNote>
        )}
      </div>
      {isHere && !asCards && <Footer query={query} {...showing} />}
      {selected.size > 0 && <SelectionBar selected={selected} total={total} onDone={selection.clear} />}
    </div>
  )
}

/** The columns for which there is room. */
function useColumns(scroller: React.RefObject<HTMLElement | null>) {
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same columns stay the same object, whatever the width
  return useMemo(() => columnsFor(width, withDepartment), [names])
}

/** Brings a task that was just made or restored into view, and marks where it is. */
function useReveal(rows: Rows, scroller: React.RefObject<HTMLElement | null>, show: (index: number) => void) {
  const wanted = revealed.use()
  useEffect(() => {
    const found = wanted && rowsHere(rows).find(({ task }) => task.id === wanted.id)
    if (!found || !scroller.current) return
    revealed.set(null)
    show(found.index)
    flash(scroller.current, wanted)
  })
}
