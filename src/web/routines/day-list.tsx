import { useMemo } from 'react'
import type { Routine } from '../../shared/routines.ts'
import { dateOf } from '../../shared/time/time.ts'
import { formatWeekday, formatWeekdayName } from '../../shared/words/formats.ts'
import { routineHref } from '../components/addresses/hrefs.ts'
import { StateBadge, stateOf } from '../components/labels/outcome.tsx'
import { fullName } from '../components/people/avatar.tsx'
import { windowTimes } from '../components/rules/window-words.ts'
import { useReader } from '../components/time/use-reader.ts'
import { useI18n } from '../language.ts'
import { Badge } from '../ui/badge.tsx'
import { cx } from '../ui/class-names.ts'
import { OpeningLink } from '../ui/opening-link.tsx'
import { Segmented } from '../ui/segmented.tsx'
import { byDepartment } from './matching.ts'
import { OccurrenceLink } from './occurrence-link.tsx'
import { type OpenRoutine, occurrencesOfWeek, type ShownOccurrences } from './occurrences.ts'
import { useRoutineSearch } from './search-params.ts'
import type { WeekProps } from './week-grid.tsx'
import { describeRoutine } from './words.ts'

/** The routines on a phone: by time on one day, or all of them. */
export function DayList(props: WeekProps) {
  const i18n = useI18n()
  const { search, change } = useRoutineSearch()
  return (
    <div className="flex flex-col gap-3 px-3.5 pt-3 thumb:pb-20">
      <Segmented
        label={i18n.t('What is shown')}
        value={search.all ? 'all' : 'day'}
        onChange={(choice) => change({ all: choice === 'all' ? true : undefined })}
        choices={[
          { value: 'day', label: i18n.t('By day') },
          { value: 'all', label: i18n.t('All routines') },
        ]}
        className="w-full"
      />
      {search.all ? <AllRoutines routines={props.routines} onOpen={props.onOpen} /> : <OneDay {...props} />}
    </div>
  )
}

function OneDay({ routines, week, days, now, onOpen }: WeekProps) {
  const reader = useReader()
  const { i18n, timeZone } = reader
  const { search, change } = useRoutineSearch()
  const today = dateOf(now, timeZone)
  const chosen =
    days.find(({ date }) => date === search.day) ??
    days.find(({ date }) => date === today) ??
    (days[0] as (typeof days)[0])
  const occurrences = useMemo(
    () => occurrencesOfWeek(routines, week, days, now, timeZone),
    [routines, week, days, now, timeZone],
  )
  const rows = routines
    .flatMap((routine) => (occurrences.get(routine.id)?.get(chosen.date) ?? []).map((shown) => ({ routine, shown })))
    .sort((a, b) => (a.shown.opensAt < b.shown.opensAt ? -1 : a.shown.opensAt > b.shown.opensAt ? 1 : 0))
  return (
    <>
      <fieldset aria-label={i18n.t('Day')} className="grid grid-cols-7 gap-1">
        {days.map(({ date, from }, at) => (
          <button
            key={date}
            type="button"
            aria-pressed={date === chosen.date}
            aria-label={formatWeekday(from, reader)}
            onClick={() => change({ day: date })}
            className={cx(
              'tabular flex min-h-13 flex-col items-center justify-center rounded-control text-sm',
              date === chosen.date ? 'bg-accent font-semibold text-on-accent forced-colors:outline-2' : 'bg-sunken',
              date === today && date !== chosen.date && 'font-semibold text-accent',
            )}
          >
            <span className="font-medium text-xs">{formatWeekdayName((at + 1) % 7, { i18n }, 'short')}</span>
            {Number(date.slice(8))}
          </button>
        ))}
      </fieldset>
      <h2 className="font-semibold text-md">{formatWeekday(chosen.from, reader)}</h2>
      {rows.length === 0 ? (
        <p className="py-6 text-center text-muted">{i18n.t('No routine opens on this day.')}</p>
      ) : (
        <ul className="flex flex-col gap-2">
          {rows.map(({ routine, shown }) => (
            <DayRow key={`${routine.id} ${shown.opensAt}`} routine={routine} shown={shown} now={now} onOpen={onOpen} />
          ))}
        </ul>
      )}
    </>
  )
}

const rowClass =
  'relative flex min-h-15 w-full items-center gap-3 rounded-card border border-line bg-surface px-3.5 py-2.5 text-start shadow-card'

/** A window of the day. It opens its task, and the routine as long as there is none. */
function DayRow({
  routine,
  shown,
  now,
  onOpen,
}: {
  routine: Routine
  shown: ShownOccurrences
  now: number
  onOpen: OpenRoutine
}) {
  const reader = useReader()
  const content = (
    <>
      <span className="min-w-0 flex-1">
        <span dir="auto" className="line-clamp-2 font-medium text-md leading-snug wrap-anywhere">
          {routine.title}
        </span>
        <span className="tabular mt-0.5 flex gap-1 text-muted text-sm">
          <span className="shrink-0">{windowTimes(shown.opensAt, shown.dueAt, reader)}</span>
          <span aria-hidden="true">·</span>
          <bdi className="min-w-0 truncate">
            {routine.assignee ? fullName(routine.assignee) : routine.department?.name}
          </bdi>
        </span>
      </span>
      <StateBadge state={shown.taskId === null ? 'to-come' : stateOf(shown, now)} />
    </>
  )
  return (
    <li className="[contain-intrinsic-size:auto_4rem] [content-visibility:auto]">
      {shown.taskId === null ? (
        <OpeningLink href={routineHref(routine.id)} onOpen={() => onOpen(routine.id)} className={rowClass}>
          {content}
        </OpeningLink>
      ) : (
        <OccurrenceLink taskId={shown.taskId} className={rowClass}>
          {content}
        </OccurrenceLink>
      )}
    </li>
  )
}

function AllRoutines({ routines, onOpen }: Pick<WeekProps, 'routines' | 'onOpen'>) {
  const i18n = useI18n()
  const groups = useMemo(() => byDepartment(routines, { i18n }), [routines, i18n])
  return groups.map(({ department, routines: ofGroup }) => (
    <section
      key={department?.id ?? 0}
      aria-label={department?.name ?? i18n.t('Without a department')}
      className="flex flex-col gap-2"
    >
      {groups.length > 1 && (
        <h2 dir="auto" className="mt-1 truncate font-semibold text-md">
          {department?.name ?? i18n.t('Without a department')}
        </h2>
      )}
      <ul className="flex flex-col gap-2">
        {ofGroup.map((routine) => (
          <li key={routine.id} className="[contain-intrinsic-size:auto_4rem] [content-visibility:auto]">
            <OpeningLink href={routineHref(routine.id)} onOpen={() => onOpen(routine.id)} className={rowClass}>
              <span className="min-w-0 flex-1">
                <span dir="auto" className="line-clamp-2 font-medium text-md leading-snug wrap-anywhere">
                  {routine.title}
                </span>
                <span className="tabular mt-0.5 block text-muted text-sm">{describeRoutine(routine, i18n)}</span>
              </span>
              {!routine.isActive && <Badge>{i18n.t('Off ##switched')}</Badge>}
            </OpeningLink>
          </li>
        ))}
      </ul>
    </section>
  ))
}
