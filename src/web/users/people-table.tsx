import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import type { Person } from '../../shared/person.ts'
import { msg } from '../../shared/words/message.ts'
import { useI18n } from '../language.ts'
import { cx } from '../ui/class-names.ts'
import { Skeleton, times } from '../ui/skeleton.tsx'
import { PersonCard, PersonRow, personRowColumns } from './person-row.tsx'

const ROW_HEIGHT = 48
/** Includes the gap to the next card. */
const CARD_HEIGHT = 92

const headings = {
  name: msg('Name ##of a person'),
  email: msg('Email'),
  role: msg('Role'),
  department: msg('Department'),
  status: msg('Status'),
  actions: msg('Actions'),
}

const scrollers = 'min-h-0 overflow-y-auto overscroll-y-contain [overflow-anchor:none]'
const framed = `${scrollers} flex-initial mx-(--gutter) mb-5 rounded-card border border-line bg-surface`

/** The people as rows, on phones as cards, perhaps to choose some. Only those in view are drawn. */
export function PeopleTable({
  people,
  asCards,
  chosen,
  onChoose,
}: {
  people: readonly Person[]
  asCards: boolean
  /** The people who are chosen; undefined while nobody chooses. */
  chosen: ReadonlySet<string> | undefined
  onChoose: (id: string, isChosen: boolean) => void
}) {
  const i18n = useI18n()
  const scroller = useRef<HTMLDivElement>(null)
  const height = asCards ? CARD_HEIGHT : ROW_HEIGHT
  const rows = useVirtualizer({
    count: people.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => height,
    getItemKey: (at) => people[at]?.id ?? at,
    overscan: 12,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the height changes when rows become cards
  useEffect(() => rows.measure(), [height])

  const items = rows.getVirtualItems().flatMap(({ index, start }) => {
    const person = people[index]
    return person ? [{ person, index, start }] : []
  })
  if (asCards) {
    return (
      <div ref={scroller} className={`${scrollers} flex-1 px-3.5 pb-22`}>
        <ul aria-label={i18n.t('Users')} className="relative" style={{ height: rows.getTotalSize() }}>
          {items.map(({ person, index, start }) => (
            <PersonCard
              key={person.id}
              {...{ person, onChoose, place: index + 1, size: people.length, top: start }}
              isChosen={chosen?.has(person.id)}
            />
          ))}
        </ul>
      </div>
    )
  }
  return (
    <div ref={scroller} className={framed}>
      <table aria-label={i18n.t('Users')} aria-rowcount={people.length + 1} className="block">
        <Head />
        <tbody className="relative block" style={{ height: rows.getTotalSize() }}>
          {items.map(({ person, index, start }) => (
            <PersonRow
              key={person.id}
              {...{ person, onChoose, place: index + 2, top: start }}
              isChosen={chosen?.has(person.id)}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

const headingStyle = (column: string) =>
  cx(
    'truncate font-medium text-muted text-xs',
    column === 'actions' ? 'pe-2.5 text-end' : 'text-start',
    column === 'email' && 'max-xl:sr-only',
    column === 'status' && 'max-xl:hidden',
  )

function Head() {
  const i18n = useI18n()
  return (
    <thead className="sticky top-0 z-10 block border-line border-b bg-sunken">
      <tr aria-rowindex={1} className={`${personRowColumns} h-9 pe-1.5 ps-4`}>
        {Object.entries(headings).map(([column, heading]) => (
          <th key={column} scope="col" className={headingStyle(column)}>
            {i18n.t(heading)}
          </th>
        ))}
      </tr>
    </thead>
  )
}

/** The table's skeleton, while the people are loading. */
export function LoadingPeople({ asCards }: { asCards: boolean }) {
  const i18n = useI18n()
  return (
    <div className={asCards ? `${scrollers} flex-1 px-3.5` : framed}>
      <p role="status" className="sr-only">
        {i18n.t('Loading users...')}
      </p>
      {!asCards && (
        <div aria-hidden="true" className={`${personRowColumns} h-9 border-line border-b bg-sunken pe-1.5 ps-4`}>
          {Object.entries(headings).map(([column, heading]) => (
            <span key={column} className={headingStyle(column)}>
              {i18n.t(heading)}
            </span>
          ))}
        </div>
      )}
      {times(12, () =>
        asCards ? (
          <div className="mb-2 grid h-21 grid-cols-[2.5rem_1fr] items-center gap-3 rounded-card border border-line bg-surface px-3.5">
            <Skeleton className="size-9 rounded-full!" />
            <span>
              <Skeleton className="h-3.5 w-1/2" />
              <Skeleton className="mt-2 h-3 w-2/3" />
            </span>
          </div>
        ) : (
          <div className={`${personRowColumns} h-12 border-line border-b ps-4 last:border-0`}>
            <span className="flex items-center gap-2.5">
              <Skeleton className="size-7.5 rounded-full!" />
              <span className="max-xl:space-y-2">
                <Skeleton className="h-3 w-28" />
                <Skeleton className="h-2.5 w-40 xl:hidden" />
              </span>
            </span>
            <Skeleton className="h-3 w-3/4 max-xl:hidden" />
            <Skeleton className="h-5 w-16 rounded-full!" />
            <Skeleton className="h-3 w-2/3" />
            <Skeleton className="h-3 w-12 max-xl:hidden" />
          </div>
        ),
      )}
    </div>
  )
}
