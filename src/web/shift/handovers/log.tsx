import { type Handover, handoversApi } from '../../../shared/handovers.ts'
import { dateOf } from '../../../shared/time/time.ts'
import { formatTime, formatWeekdayDate } from '../../../shared/words/formats.ts'
import { useViewer } from '../../api/viewer.ts'
import { Earlier } from '../../components/history/earlier.tsx'
import { Avatar, fullName } from '../../components/people/avatar.tsx'
import { useReader } from '../../components/time/use-reader.ts'
import { useI18n } from '../../language.ts'
import { useBoardActions } from '../../task/board-context.ts'
import { ItemCard } from './item.tsx'

/** The query for a page of the log book. */
export interface LogQuery {
  departmentId?: number
  from?: string
  to?: string
  search?: string
}

/** Handovers under the headings of their days. */
export function HandoverDays({ handovers }: { handovers: readonly Handover[] }) {
  const reader = useReader()
  return byDay(handovers, reader.timeZone).map(({ date, handovers: ofDay }) => (
    <section key={date} aria-labelledby={`day-${date}`}>
      <h2 id={`day-${date}`} className="mb-2 px-1 font-semibold text-muted text-sm">
        <time dateTime={date}>{formatWeekdayDate(ofDay[0]?.createdAt ?? '', reader)}</time>
      </h2>
      <ol className="flex flex-col gap-5">
        {ofDay.map((handover) => (
          <HandoverEntry key={handover.id} handover={handover} />
        ))}
      </ol>
    </section>
  ))
}

/** The handovers before this one, page by page, as somebody asks for them. */
export function LogPage({ query, before }: { query: LogQuery; before: number }) {
  const i18n = useI18n()
  return (
    <Earlier endpoint={handoversApi.list} args={{ query: { ...query, before } }} label={i18n.t('Earlier handovers')}>
      {({ handovers, next }) => (
        <>
          <HandoverDays handovers={handovers} />
          {next !== null && <LogPage query={query} before={next} />}
        </>
      )}
    </Earlier>
  )
}

/** A person's handover at one time. */
function HandoverEntry({ handover: { giver, department, note, createdAt, items } }: { handover: Handover }) {
  const reader = useReader()
  const { i18n } = reader
  const viewer = useViewer()
  const { open } = useBoardActions()
  const name = fullName(giver)
  return (
    <li>
      <article aria-label={i18n.t('Handed over by {name}', { name })}>
        <header className="flex items-center gap-2.5 px-1 pb-2">
          <Avatar person={giver} size="lg" />
          <div className="min-w-0 flex-1">
            <h3 dir="auto" className="truncate font-semibold">
              {name}
            </h3>
            <p className="tabular truncate text-muted text-sm">
              <time dateTime={createdAt}>{formatTime(createdAt, reader)}</time>
              {department && department.id !== viewer.departmentId && (
                <>
                  {' · '}
                  <bdi>{department.name}</bdi>
                </>
              )}
            </p>
          </div>
        </header>
        {note && (
          <p dir="auto" className="mb-2 whitespace-pre-wrap rounded-card bg-sunken px-3.5 py-3 text-md wrap-anywhere">
            {note}
          </p>
        )}
        {items.length > 0 && (
          <ul className="flex flex-col gap-2">
            {items.map((item) => (
              <li key={item.id}>
                <ItemCard item={item} inLog onOpenTask={open} />
              </li>
            ))}
          </ul>
        )}
      </article>
    </li>
  )
}

/** The handovers of each day, as they come: the newest first. */
function byDay(handovers: readonly Handover[], timeZone: string) {
  const days = new Map<string, Handover[]>()
  for (const handover of handovers) {
    const date = dateOf(Date.parse(handover.createdAt), timeZone)
    days.set(date, [...(days.get(date) ?? []), handover])
  }
  return [...days].map(([date, ofDay]) => ({ date, handovers: ofDay }))
}
