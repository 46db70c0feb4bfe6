import { type CSSProperties, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Task } from '../../../shared/tasks.ts'
import { useDepartmentFilter } from '../../api/department-filter.ts'
import { useCan } from '../../api/viewer.ts'
import { cx } from '../../ui/class-names.ts'
import { FailedState } from '../../ui/failed-state.tsx'
import { NOT_SMALL, useMedia } from '../../ui/media.ts'
import { useBoardDeeds } from '../board-context.ts'
import { useMoves } from '../moves.ts'
import { FaultNote, LoadingNote } from '../notes.tsx'
import { NothingFound } from '../nothing-found.tsx'
import { show as flash, revealed } from '../reveal.ts'
import { isFiltered, type TaskSearch } from '../search-params.ts'
import { useFilter } from '../use-filter.ts'
import { CARD_HEIGHT, CardRow } from './card-row.tsx'
import { columnsFor, gridOf } from './columns.ts'
import { ExportLink, Footer, Showing } from './footer.tsx'
import { CardsHead, Head } from './head.tsx'
import { ROW_HEIGHT, Row } from './row.tsx'
import { useSelection } from './selection.ts'
import { SelectionBar } from './selection-bar.tsx'
import { useAnchor } from './use-anchor.ts'
import { useKeys } from './use-keys.ts'
import { rowAt, rowsHere, useRows } from './use-rows.ts'
import { useRowsInView } from './use-rows-in-view.ts'
import { useSorting } from './use-sorting.ts'

const HEAD_HEIGHT = 37
/** Rows drawn beyond those in view, so that scrolling shows no gap. */
const BEYOND = 8
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
  const rowHeight = asCards ? CARD_HEIGHT : ROW_HEIGHT
  const { range, measure } = useRowsInView(scroller, rowHeight)
  const { rows, isNew, isPending, error, isFetching, retry } = useRows(query, range)
  useAnchor(rows, range, rowHeight, scroller, measure)

  const { open } = useBoardDeeds()
  const selectable = useCan('task:set-status')
  const selection = useSelection(filter, rows)
  const { selected } = selection
  const { active, show, handlers } = useKeys({
    rows,
    rowHeight,
    headHeight: asCards ? 0 : HEAD_HEIGHT,
    scroller,
    selection,
    selectable,
    open,
  })
  const columns = useColumns(scroller)
  const moves = useMoves()
  useReveal(rowsHere(rows), scroller, show)

  const { total } = rows
  const showing = { total, filtered: isFiltered(search) }
  const isEmpty = !isPending && total === 0
  const selectAll = {
    offered: selectable && total > 0,
    all: selected.size > 0 && selected.size >= total,
    some: selected.size > 0,
    onAll: selection.all,
    onNone: selection.clear,
  }
  const tail = asCards || selected.size > 0 ? UNDER_BAR : 0
  const drawn = isPending ? placesBetween(0, SKELETON_ROWS) : drawnPlaces(range, active, total)
  const RowOrCard = asCards ? CardRow : Row

  if (isPending && error) {
    return (
      <div className="grid min-h-0 flex-1 place-items-center">
        <FailedState message="The tasks could not be loaded." onRetry={retry} pending={isFetching} />
      </div>
    )
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col md:px-6 md:pb-1">
      {asCards && (
        <CardsHead sorting={sorting} selectAll={selectAll}>
          {!isPending && (
            <>
              <Showing {...showing} />
              <ExportLink query={query} className="ml-auto" />
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
            aria-busy={isPending || isNew}
            style={{ '--columns': gridOf(columns, selectable) } as CSSProperties}
            {...handlers}
          >
            {!asCards && <Head columns={columns} sorting={sorting} selectAll={selectAll} />}
            <tbody
              className="relative block"
              style={{ height: (isPending ? SKELETON_ROWS : total) * rowHeight + tail }}
            >
              {drawn.map((index) => {
                const task = rowAt(rows, index)
                const move = task && moves.get(task.id)
                return (
                  <RowOrCard
                    key={task?.id ?? `place ${index}`}
                    task={move?.task ?? task}
                    index={index}
                    columns={columns}
                    selectable={selectable}
                    selected={task !== undefined && selected.has(task.id)}
                    active={index === active}
                    leaving={move?.to === null}
                  />
                )
              })}
            </tbody>
          </table>
        </div>
        {isPending && <LoadingNote />}
        {isEmpty && <NothingFound search={search} />}
        {error && !isPending && (
          <FaultNote pending={isFetching} onRetry={retry}>
            Some tasks could not be loaded.
          </FaultNote>
        )}
      </div>
      {!asCards && !isPending && <Footer query={query} {...showing} />}
      {selected.size > 0 && <SelectionBar selected={selected} total={total} onDone={selection.clear} />}
    </div>
  )
}

const placesBetween = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index)

/** Those in view, some beyond, and the one that the keyboard is at. */
function drawnPlaces([from, to]: readonly [number, number], active: number, total: number) {
  const [first, end] = [Math.max(0, from - BEYOND), Math.min(total, to + BEYOND)]
  const places = placesBetween(first, end)
  return active < total && (active < first || active >= end) ? [...places, active] : places
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
function useReveal(
  here: { task: Task; index: number }[],
  scroller: React.RefObject<HTMLElement | null>,
  show: (index: number) => void,
) {
  const wanted = revealed.use((now) => now)
  useEffect(() => {
    const found = wanted && here.find(({ task }) => task.id === wanted.id)
    if (!found || !scroller.current) return
    revealed.set(null)
    show(found.index)
    flash(scroller.current, wanted)
  })
}
