import { TriangleAlert, UserX } from 'lucide-react'
import { clockApi, type TeamHours } from '../../shared/clock.ts'
import { formatList } from '../../shared/words/formats.ts'
import { useReply } from '../api/queries.ts'
import { Avatar, fullName } from '../components/people/avatar.tsx'
import { formatMinutes } from '../components/time/format-minutes.ts'
import { useI18n } from '../language.ts'
import { cx } from '../ui/class-names.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { NOT_SMALL, useMedia } from '../ui/media.ts'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { formatCell, formatShortestWeekday, formatWeekdayOf } from './format.ts'
import { OfContract } from './of-contract.tsx'
import { ReviewBadge } from './session-notes.tsx'
import { OtherDepartment, useTeam } from './team-scope.tsx'
import { WeekSkeleton } from './week-days.tsx'
import { useWeek } from './week-nav.tsx'

type Person = TeamHours['people'][number]
type Open = (userId: string) => void

/** The team's week: a row for each person and a column for each day. On phones it is a card for each person. */
export function TeamTable({ onOpen }: { onOpen: Open }) {
  const i18n = useI18n()
  const { departmentId, refused } = useTeam()
  const { query } = useWeek()
  const isWide = useMedia(NOT_SMALL)
  const reply = useReply(
    clockApi.hours,
    { query: { ...query, departmentId } },
    { enabled: !refused, keepPrevious: true },
  )
  const { data, isPlaceholderData } = reply
  if (refused) return <OtherDepartment />
  if (!data) {
    return (
      <NotLoaded query={reply} failure={i18n.t("The team's hours could not be loaded.")}>
        <WeekSkeleton />
      </NotLoaded>
    )
  }
  if (data.people.length === 0) {
    return (
      <EmptyState icon={UserX} title={i18n.t('Nobody to show')}>
        {i18n.t('The people of your department appear here with their hours.')}
      </EmptyState>
    )
  }
  return (
    <div
      aria-busy={isPlaceholderData}
      className={cx('transition-opacity duration-150', isPlaceholderData && 'opacity-60 delay-150')}
    >
      {isWide ? <Table hours={data} onOpen={onOpen} /> : <Cards hours={data} onOpen={onOpen} />}
      <p className="tabular flex items-baseline justify-between gap-3 border-line border-t px-4 py-3">
        <span className="text-muted">
          {i18n.t('{count, plural, one {# person} other {# people}}', { count: data.people.length })}
        </span>
        <span className="font-semibold text-lg">{formatMinutes(data.total, i18n)}</span>
      </p>
    </div>
  )
}

const Table = ({ hours: { dates, people }, onOpen }: { hours: TeamHours; onOpen: Open }) => {
  const i18n = useI18n()
  return (
    <table className="tabular w-full table-fixed border-line border-t">
      <thead>
        <tr className="text-muted text-sm">
          <th scope="col" className="px-4 py-2 text-start font-medium">
            {i18n.t('Person')}
          </th>
          {dates.map((date, at) => (
            <th key={date} scope="col" className="w-[8%] px-1 py-2 text-end font-medium">
              {formatWeekdayOf(date, at, { i18n })}
            </th>
          ))}
          <th scope="col" className="w-[11%] py-2 pe-4 ps-1 text-end font-medium">
            {i18n.t('Total')}
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line border-line border-t">
        {people.map((person) => (
          <tr key={person.user.id} className="relative transition-colors duration-120 hover:bg-hover">
            <th scope="row" className="px-4 py-2 text-start font-normal">
              <PersonCell person={person} weekDates={dates} onOpen={onOpen} />
            </th>
            {person.minutes.map((minutes, at) => (
              <td
                key={dates[at]}
                className={cx('px-1 text-end', minutes === 0 && 'text-muted', minutes > 16 * 60 && 'text-overdue')}
              >
                {formatCell(minutes)}
              </td>
            ))}
            <td className="py-1.5 pe-4 ps-1 text-end font-semibold">
              {formatCell(person.total)}
              <OfContract total={person.total} contractMinutes={person.contractMinutes} isBelow />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const PersonCell = ({ person, weekDates, onOpen }: { person: Person; weekDates: string[]; onOpen: Open }) => {
  const i18n = useI18n()
  return (
    <span className="flex min-w-0 items-center gap-2.5">
      <Avatar person={person.user} size="lg" />
      <span className="min-w-0 flex-1">
        <button
          type="button"
          dir="auto"
          onClick={() => onOpen(person.user.id)}
          className="block max-w-full truncate font-medium after:absolute after:inset-0"
        >
          {fullName(person.user)}
        </button>
        <span className="flex min-w-0 flex-wrap items-center gap-x-2 text-muted text-sm">
          <span dir="auto" className="truncate">
            {person.department?.name ?? i18n.t('No department')}
          </span>
        </span>
        <MissingBreaks dates={person.missingBreaks ?? []} weekDates={weekDates} />
      </span>
      {person.toReview > 0 && <ReviewBadge compact count={person.toReview} />}
      {person.isOnTheClock && person.toReview === 0 && (
        <span className="flex items-center gap-1.5 text-done text-sm">
          <span aria-hidden="true" className="size-1.5 rounded-full bg-current" />
          <span className="max-xl:sr-only">{i18n.t('Clocked in now')}</span>
        </span>
      )}
    </span>
  )
}

/** The days on which the person's work lacks a break by the work rules. */
function MissingBreaks({ dates, weekDates }: { dates: string[]; weekDates: string[] }) {
  const i18n = useI18n()
  if (dates.length === 0) return null
  const days = dates.map((date) => formatWeekdayOf(date, weekDates.indexOf(date), { i18n }))
  return (
    <span className="flex gap-1.5 text-muted text-sm">
      <TriangleAlert aria-hidden="true" className="mt-0.75 size-3.25 shrink-0" />
      {i18n.t('Break missing: {days}', { days: formatList(days, { i18n }) })}
    </span>
  )
}

const Cards = ({ hours: { dates, people }, onOpen }: { hours: TeamHours; onOpen: Open }) => {
  const i18n = useI18n()
  return (
    <ul className="divide-y divide-line border-line border-t">
      {people.map((person) => (
        <li key={person.user.id} className="relative px-4 py-3">
          <div className="flex items-center gap-3">
            <div className="min-w-0 flex-1">
              <PersonCell person={person} weekDates={dates} onOpen={onOpen} />
            </div>
            <p className="tabular shrink-0 text-end font-semibold">
              {formatCell(person.total)}
              <OfContract total={person.total} contractMinutes={person.contractMinutes} isBelow />
            </p>
          </div>
          <dl className="tabular mt-2 grid grid-cols-7 gap-1 text-center text-sm">
            {person.minutes.map((minutes, at) => (
              <div key={dates[at]} className="rounded-sm bg-sunken py-1">
                <dt className="text-muted text-xs">{formatShortestWeekday(at, i18n)}</dt>
                <dd className={minutes === 0 ? 'text-muted' : ''}>{formatCell(minutes)}</dd>
              </div>
            ))}
          </dl>
        </li>
      ))}
    </ul>
  )
}
