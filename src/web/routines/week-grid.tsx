import { Fragment, useMemo, useState } from 'react'
import type { Routine, WeekOccurrence } from '../../shared/routines.ts'
import { type Day, dateOf } from '../../shared/time/time.ts'
import { formatWeekday, formatWeekdayName } from '../../shared/words/formats.ts'
import { useViewer } from '../api/viewer.ts'
import { routineHref } from '../components/addresses/hrefs.ts'
import { type OccurrenceState, stateOf, stateStyles } from '../components/labels/outcome.tsx'
import { fullName } from '../components/people/avatar.tsx'
import { windowTimes } from '../components/rules/window-words.ts'
import { useReader } from '../components/time/use-reader.ts'
import { useI18n } from '../language.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'
import { OpeningLink } from '../ui/opening-link.tsx'
import { byDepartment } from './matching.ts'
import { OccurrenceLink } from './occurrence-link.tsx'
import { type OpenRoutine, occurrencesOfWeek, type ShownOccurrences } from './occurrences.ts'

/** Rows that are drawn at first, and with each press for more. */
const PAGE = 150

export interface WeekProps {
  routines: readonly Routine[]
  week: readonly WeekOccurrence[]
  days: readonly Day[]
  /** Milliseconds. */
  now: number
  onOpen: OpenRoutine
}

/** The week: a row a routine, a column a day, and in it the windows that open there, with their outcomes. */
export function WeekGrid({ routines, week, days, now, onOpen }: WeekProps) {
  const reader = useReader()
  const { i18n, timeZone } = reader
  const [count, setCount] = useState(PAGE)
  const occurrences = useMemo(
    () => occurrencesOfWeek(routines, week, days, now, timeZone),
    [routines, week, days, now, timeZone],
  )
  const groups = useMemo(() => byDepartment(routines, { i18n }), [routines, i18n])
  const today = dateOf(now, timeZone)
  let room = count
  return (
    <div className="px-3.5 pt-2 pb-6 md:px-(--gutter)">
      <table className="w-full table-fixed border-separate border-spacing-0">
        <caption className="sr-only">{i18n.t('The windows of the week and their outcomes')}</caption>
        <thead>
          <tr>
            <th
              scope="col"
              className="sticky top-0 z-10 w-[clamp(9.5rem,19vw,18rem)] border-line border-b bg-bg pt-2 pb-1.5 text-start font-medium text-muted text-sm"
            >
              {i18n.t('Routine')}
            </th>
            {days.map(({ date, from }, at) => (
              <th
                key={date}
                scope="col"
                aria-current={date === today ? 'date' : undefined}
                className={cx(
                  'tabular sticky top-0 z-10 border-line border-b bg-bg px-1 pt-2 pb-1.5 text-center text-sm font-medium',
                  date === today ? 'text-accent' : 'text-muted',
                )}
              >
                <span aria-hidden="true" className={cx(date === today && 'font-semibold')}>
                  {formatWeekdayName((at + 1) % 7, { i18n }, 'short')} {Number(date.slice(8))}
                </span>
                <span className="sr-only">{formatWeekday(from, reader)}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {groups.map(({ department, routines: ofGroup }) => {
            const drawn = ofGroup.slice(0, room)
            room -= drawn.length
            if (drawn.length === 0) return null
            return (
              <Fragment key={department?.id ?? 0}>
                {groups.length > 1 && (
                  <tr>
                    <th scope="colgroup" colSpan={8} className="pt-5 pb-1 text-md font-semibold">
                      <span dir="auto" className="block truncate">
                        {department?.name ?? i18n.t('Without a department')}
                      </span>
                    </th>
                  </tr>
                )}
                {drawn.map((routine) => (
                  <Row
                    key={routine.id}
                    routine={routine}
                    days={days}
                    today={today}
                    now={now}
                    occurrences={occurrences.get(routine.id)}
                    onOpen={onOpen}
                  />
                ))}
              </Fragment>
            )
          })}
        </tbody>
      </table>
      {routines.length > count && (
        <Button onClick={() => setCount(count + PAGE)} className="mt-4">
          {i18n.t('Show more')}
        </Button>
      )}
      <Legend />
    </div>
  )
}

function Row({
  routine,
  days,
  today,
  now,
  occurrences,
  onOpen,
}: {
  routine: Routine
  days: readonly Day[]
  today: string
  now: number
  occurrences: ReadonlyMap<string, ShownOccurrences[]> | undefined
  onOpen: OpenRoutine
}) {
  const i18n = useI18n()
  const viewer = useViewer()
  const { id, title, assignee, isActive } = routine
  return (
    <tr className="group/row">
      <th scope="row" className="border-line border-b py-1 pe-2 align-middle font-normal group-hover/row:bg-hover/50">
        <OpeningLink
          dir="auto"
          title={title}
          href={routineHref(id)}
          onOpen={() => onOpen(id)}
          className="line-clamp-2 min-h-8 rounded-control text-base leading-snug font-medium wrap-anywhere hover:underline touch:min-h-11"
        >
          {title}
        </OpeningLink>
        {(assignee || !isActive) && (
          <span className="mt-0.5 flex min-w-0 items-center gap-1.5 text-muted text-xs">
            {!isActive && <Badge>{i18n.t('Off ##switched')}</Badge>}
            {assignee && (
              <span dir="auto" className="truncate">
                {assignee.id === viewer.id ? i18n.t('You') : fullName(assignee)}
              </span>
            )}
          </span>
        )}
      </th>
      {days.map(({ date }) => (
        <td
          key={date}
          className={cx(
            'border-line border-b p-0.5 align-middle group-hover/row:bg-hover/50 lg:p-1',
            date === today && 'bg-accent-soft/40',
          )}
        >
          {occurrences?.get(date)?.map((occurrence) => (
            <Chip key={occurrence.opensAt} title={title} occurrence={occurrence} now={now} />
          ))}
        </td>
      ))}
    </tr>
  )
}

const chipTones: Record<OccurrenceState, string> = {
  done: 'tint-done',
  late: 'tint-medium',
  missed: 'tint-overdue',
  skipped: 'bg-sunken text-muted',
  open: 'bg-surface text-progress border-progress/60! font-semibold',
  overdue: 'bg-surface text-overdue border-overdue/70! font-semibold',
  'to-come': 'text-muted',
}

/** A window with its outcome. It opens its task, if there is one yet. */
function Chip({ title, occurrence, now }: { title: string; occurrence: ShownOccurrences; now: number }) {
  const reader = useReader()
  const { i18n } = reader
  const state = occurrence.taskId === null ? 'to-come' : stateOf(occurrence, now)
  const { icon: Icon, label } = stateStyles[state]
  const className = cx(
    'tabular flex min-h-7 w-full items-center justify-center gap-1 rounded-md border border-transparent px-0.5 py-0.5 text-xs leading-tight touch:min-h-11 xl:px-1.5',
    chipTones[state],
  )
  const [start, end] = windowTimes(occurrence.opensAt, occurrence.dueAt, reader).split('–')
  const content = (
    <>
      <Icon aria-hidden="true" className={cx('size-3 shrink-0 max-lg:hidden', state === 'to-come' && 'opacity-60')} />
      <span>
        <span className="whitespace-nowrap">{start}–</span>
        <wbr />
        <span className="whitespace-nowrap">{end}</span>
      </span>
      <Icon aria-hidden="true" className={cx('size-3 shrink-0 lg:hidden', state === 'to-come' && 'opacity-60')} />
      <span className="sr-only"> {i18n.t(label)}</span>
    </>
  )
  return (
    <OccurrenceLink taskId={occurrence.taskId} title={`${title}: ${i18n.t(label)}`} className={className}>
      {content}
    </OccurrenceLink>
  )
}

const legend: OccurrenceState[] = ['done', 'late', 'missed', 'skipped', 'open', 'overdue', 'to-come']

/** The meanings of the signs. Screen readers get the words at each window. */
export function Legend() {
  const i18n = useI18n()
  return (
    <p aria-hidden="true" className="mt-4 flex flex-wrap gap-x-4 gap-y-1.5 text-muted text-xs">
      {legend.map((state) => {
        const { icon: Icon, label } = stateStyles[state]
        return (
          <span key={state} className="inline-flex items-center gap-1.5">
            <span
              className={cx('grid size-5 place-items-center rounded-md border border-transparent', chipTones[state])}
            >
              <Icon className="size-3" />
            </span>
            {i18n.t(label)}
          </span>
        )
      })}
    </p>
  )
}
