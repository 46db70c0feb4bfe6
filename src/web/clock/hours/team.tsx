import { Link } from '@tanstack/react-router'
import { ChevronDown, TriangleAlert, UserX } from 'lucide-react'
import { type ReactNode, useEffect, useId, useMemo, useRef, useState } from 'react'
import { type HoursOfPeriod, hoursApi, type PersonsHours } from '../../../shared/hours.ts'
import { daysLater } from '../../../shared/time/time.ts'
import { formatDate } from '../../../shared/words/formats.ts'
import { useReply } from '../../api/queries.ts'
import { useCan } from '../../api/viewer.ts'
import { Avatar, fullName } from '../../components/people/avatar.tsx'
import { useReader } from '../../components/time/use-reader.ts'
import { useI18n } from '../../language.ts'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { formatHourMinutes } from '../format.ts'
import { OtherDepartment, useTeam } from '../team-scope.tsx'
import { WeekSkeleton } from '../week-days.tsx'
import { HoursActions, useApprove } from './actions.tsx'
import { Balance } from './balance.tsx'
import { followHours } from './changes.ts'
import { HoursBadge } from './hours-badge.tsx'
import { PeriodNav, usePeriod } from './period-nav.tsx'
import { groupsOf, isApprovable } from './points.ts'
import { Strip, StripHead } from './strip.tsx'
import { formatDayName, warningWords } from './warning-words.ts'

followHours()

interface Opening {
  /** Opens a person's period. */
  onOpen: (userId: string) => void
  /** Opens the sessions of a day. */
  onCorrect: (userId: string, day: string) => void
}

/** The team's pay period: what needs a look is unfolded, the rest is folded and approved together. */
export function TeamPeriod(opening: Opening) {
  const i18n = useI18n()
  const { departmentId, refused } = useTeam()
  const period = usePeriod()
  const reply = useReply(
    hoursApi.periods,
    { query: { period: period?.start ?? '', departmentId } },
    { enabled: !refused && period !== undefined, keepPrevious: true },
  )
  const { data, isPlaceholderData } = reply
  if (refused) return <OtherDepartment />
  return (
    <>
      <PeriodNav />
      {data ? (
        <div
          aria-busy={isPlaceholderData}
          className={cx('transition-opacity duration-150', isPlaceholderData && 'opacity-60 delay-150')}
        >
          {data.people.length === 0 ? (
            <EmptyState icon={UserX} title={i18n.t('Nobody to show')}>
              {i18n.t('The people of your department appear here with their hours.')}
            </EmptyState>
          ) : (
            <People key={data.period.start} hours={data} {...opening} />
          )}
        </div>
      ) : (
        <NotLoaded query={reply} failure={i18n.t("The team's hours could not be loaded.")}>
          <WeekSkeleton />
        </NotLoaded>
      )}
    </>
  )
}

function People({ hours: { period, dates, people, hasMore }, ...opening }: { hours: HoursOfPeriod } & Opening) {
  const reader = useReader()
  const { i18n } = reader
  const { look, ready, approved, empty } = useMemo(() => groupsOf(people, period.isOver), [people, period.isOver])
  const { approve, isPending } = useApprove(period)
  const toApprove = ready.filter((one) => isApprovable(one, period.isOver))
  // Then an administrator goes on to the payroll run.
  const isDone = useCan('payroll:export') && look.length === 0 && ready.length === 0 && approved.length > 0
  const rows = (list: PersonsHours[]) => <Rows people={list} dates={dates} period={period} {...opening} />
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-line border-t px-4 py-3">
        <p className="min-w-0 flex-1 text-muted">
          {period.isOver
            ? look.length === 0
              ? i18n.t('Nothing needs a look.')
              : i18n.t('{count, plural, one {# person needs a look.} other {# people need a look.}}', {
                  count: look.length,
                })
            : i18n.t('The period runs until {last}. Its hours can be approved from {first} on.', {
                last: formatDate(`${period.end}T12:00:00.000Z`, reader),
                first: formatDate(`${daysLater(period.end, 1)}T12:00:00.000Z`, reader),
              })}
        </p>
        {isDone && (
          <Link to="/admin/payroll" className="font-medium text-accent hover:underline touch:py-2.5">
            {i18n.t('Payroll')}
          </Link>
        )}
        {toApprove.length > 0 && (
          <Button variant="primary" pending={isPending} onClick={() => approve(toApprove)} className="max-md:w-full">
            {i18n.t('{count, plural, one {Approve #} other {Approve #}} ##people', { count: toApprove.length })}
          </Button>
        )}
      </div>
      {hasMore && (
        <p className="border-line border-t px-4 py-2 text-muted">
          {i18n.t('There are more people than fit here. Choose a department at the top.')}
        </p>
      )}
      {look.length > 0 && (
        <section aria-label={i18n.t('Needs a look')}>
          <h3 className="border-line border-t bg-sunken px-4 py-2 font-semibold text-sm">
            {i18n.t('Needs a look')} <span className="tabular font-normal text-muted">{look.length}</span>
          </h3>
          {rows(look)}
        </section>
      )}
      <Folded title={i18n.t('Nothing to look at')} count={ready.length}>
        {() => rows(ready)}
      </Folded>
      <Folded title={i18n.t('Approved ##hours of people')} count={approved.length}>
        {() => rows(approved)}
      </Folded>
      <Folded title={i18n.t('Without hours')} count={empty.length}>
        {() => rows(empty)}
      </Folded>
    </>
  )
}

/** A part of the list behind its heading. Its rows are made when it is opened. */
function Folded({ title, count, children }: { title: string; count: number; children: () => ReactNode }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  if (count === 0) return null
  return (
    <section>
      <h3 className="border-line border-t">
        <button
          type="button"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          onClick={() => setOpen(!open)}
          className="flex h-10 w-full items-center gap-2 bg-sunken px-4 text-start font-semibold text-sm hover:bg-hover touch:h-12"
        >
          {title}
          <span className="tabular font-normal text-muted">{count}</span>
          <ChevronDown
            aria-hidden="true"
            className={cx('ms-auto size-4 text-muted transition-transform duration-150', open && 'rotate-180')}
          />
        </button>
      </h3>
      {open && <div id={id}>{children()}</div>}
    </section>
  )
}

/** So many rows are drawn at once. More are drawn when the last ones come near. */
const ROWS_AT_ONCE = 40

/** The rows of some people. With hundreds of them, those far below are not drawn yet. */
function Rows({
  people,
  ...rest
}: { people: PersonsHours[]; dates: string[]; period: HoursOfPeriod['period'] } & Opening) {
  const [count, setCount] = useState(ROWS_AT_ONCE)
  const end = useRef<HTMLLIElement>(null)
  const hasMore = people.length > count
  // biome-ignore lint/correctness/useExhaustiveDependencies: the end that is watched moves on with each further row
  useEffect(() => {
    if (!end.current) return
    const watch = new IntersectionObserver(([seen]) => seen?.isIntersecting && setCount(count + ROWS_AT_ONCE), {
      rootMargin: '600px',
    })
    watch.observe(end.current)
    return () => watch.disconnect()
  }, [count, hasMore])
  return (
    <div className="border-line border-t">
      <div className={cx('px-4 pt-1.5 max-md:hidden', columns)}>
        <span className="md:col-start-2">
          <StripHead dates={rest.dates} />
        </span>
      </div>
      <ul className="divide-y divide-line">
        {people.slice(0, count).map((hours) => (
          <li
            key={hours.user.id}
            className="relative px-4 py-2.5 [contain-intrinsic-size:auto_5rem] [content-visibility:auto] hover:bg-hover"
          >
            <Row hours={hours} {...rest} />
          </li>
        ))}
        {hasMore && <li ref={end} aria-hidden="true" className="h-20" />}
      </ul>
    </div>
  )
}

/** Person, days, and total. */
const columns =
  'grid gap-x-4 gap-y-2 md:grid-cols-[11rem_minmax(0,1fr)_7.5rem] md:items-center xl:grid-cols-[12rem_minmax(0,1fr)_8rem]'

function Row({
  hours,
  dates,
  period,
  onOpen,
  onCorrect,
}: { hours: PersonsHours; dates: string[]; period: HoursOfPeriod['period'] } & Opening) {
  const i18n = useI18n()
  const { user, department, total, status } = hours
  return (
    <div className={columns}>
      <div className="flex min-w-0 items-center gap-2.5">
        <Avatar person={user} size="lg" />
        <span className="min-w-0 flex-1">
          <button
            type="button"
            dir="auto"
            onClick={() => onOpen(user.id)}
            className="block max-w-full truncate font-medium after:absolute after:inset-0"
          >
            {fullName(user)}
          </button>
          <span dir="auto" className="block truncate text-muted text-sm">
            {department?.name ?? i18n.t('No department')}
          </span>
        </span>
        <span className="md:hidden">
          <Total total={total} />
        </span>
      </div>
      <Strip hours={hours} dates={dates} />
      <div className="flex flex-col items-end gap-0.5 text-end max-md:flex-row max-md:flex-wrap max-md:items-center max-md:gap-2">
        <span className="max-md:hidden">
          <Total total={total} />
        </span>
        <Balance hours={hours} isOver={period.isOver} atEnd />
        <HoursBadge status={status} />
      </div>
      <Points hours={hours} period={period} onCorrect={onCorrect} />
    </div>
  )
}

const Total = ({ total }: { total: number }) => (
  <span className="tabular font-semibold">{total === 0 ? '–' : formatHourMinutes(total)}</span>
)

/** So many days are named in a row of the list. The person's dialog has all. */
const MAX_NAMED = 6

/** The points that need a look, in words, each with the way to its sessions; and the manager's actions. */
function Points({
  hours,
  period,
  onCorrect,
}: {
  hours: PersonsHours
  period: HoursOfPeriod['period']
  onCorrect: Opening['onCorrect']
}) {
  const i18n = useI18n()
  const { user, objection, reviewDates, warnings, isRunning, status } = hours
  const isApproved = status === 'approved' || status === 'exported'
  const named = isApproved ? [] : warnings.slice(0, MAX_NAMED)
  const more = isApproved ? 0 : warnings.length - named.length
  const differs = status === 'changed' || status === 'corrected'
  const hasActions = objection !== null || differs || named.length > 0
  const isForgotten = period.isOver && isRunning
  if (!hasActions && reviewDates.length === 0 && !isForgotten) return null
  const toDay = (date: string, words: string) => (
    <Point key={`${date} ${words}`}>
      <button
        type="button"
        onClick={() => onCorrect(user.id, date)}
        className="relative text-start underline decoration-line underline-offset-2 hover:decoration-current touch:py-1.5"
      >
        {i18n.t('{day}: {text}', { day: formatDayName(date, { i18n }), text: words })}
      </button>
    </Point>
  )
  return (
    <div className="flex flex-wrap items-start justify-between gap-2 md:col-span-3 md:ps-10">
      <ul className="flex min-w-0 flex-1 flex-col gap-0.5 text-sm">
        {objection && (
          <Point strong>
            <span dir="auto" className="wrap-anywhere">
              {i18n.t('Something is wrong: {text}', { text: objection.text })}
            </span>
          </Point>
        )}
        {status === 'changed' && <Point strong>{i18n.t('The hours differ from those that were approved')}</Point>}
        {status === 'corrected' && <Point strong>{i18n.t('The hours differ from those that went to payroll')}</Point>}
        {isForgotten && toDay(period.end, i18n.t('Still clocked in'))}
        {reviewDates.map((date) => toDay(date, i18n.t('a session needs a review')))}
        {named.map((warning) => toDay(warning.date, warningWords(warning, i18n)))}
        {more > 0 && (
          <li className="text-muted">
            {i18n.t('{count, plural, one {and # more} other {and # more}}', { count: more })}
          </li>
        )}
      </ul>
      {hasActions && <HoursActions quiet hours={hours} period={period} />}
    </div>
  )
}

const Point = ({ strong = false, children }: { strong?: boolean; children: ReactNode }) => (
  <li className={cx('flex gap-1.5', strong ? 'font-medium text-overdue' : 'text-muted')}>
    <TriangleAlert aria-hidden="true" className="mt-0.75 size-3.25 shrink-0 touch:mt-2" />
    {children}
  </li>
)
