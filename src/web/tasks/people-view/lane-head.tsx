import type { I18n } from '@lingui/core'
import { isOnDutyUntil } from '../../../shared/duty.ts'
import type { Lane } from '../../../shared/people-view.ts'
import { namesDays } from '../../../shared/task-filter.ts'
import type { BoardFilter } from '../../../shared/task-query.ts'
import { formatDays, formatTime } from '../../../shared/words/formats.ts'
import { useDepartmentFilter } from '../../api/department-filter.ts'
import { Avatar, fullName, NoAvatar } from '../../components/people/avatar.tsx'
import { OnBreak } from '../../components/people/on-break.tsx'
import { formatMinutes } from '../../components/time/format-minutes.ts'
import { useReader } from '../../components/time/use-reader.ts'
import { useI18n } from '../../language.ts'
import { cx } from '../../ui/class-names.ts'
import { useTicking } from '../../ui/now.ts'
import { Tooltip } from '../../ui/tooltip.tsx'
import { dueChoices } from '../filters/due-choices.ts'

/** The lane's person, whether they are on duty, and how much they have to do. */
export function LaneHead({
  lane,
  filter,
  nameId,
  isNarrow,
}: {
  lane: Lane
  filter: BoardFilter
  nameId: string
  isNarrow: boolean
}) {
  const i18n = useI18n()
  const { person, due } = lane
  const load = loadOf(lane, filter, i18n)
  const { chosen } = useDepartmentFilter()
  const department = person?.department && person.department.id !== chosen ? person.department.name : null
  return (
    <>
      {person ? <Avatar person={person} size="lg" /> : <NoAvatar size="lg" />}
      <div className="min-w-0 flex-1 px-1.5 py-1.5 max-[17rem]:min-w-20">
        <h2 id={nameId} dir="auto" className="truncate font-semibold text-sm">
          {person ? fullName(person) : i18n.t('Unassigned')}
        </h2>
        <p className="flex flex-wrap items-center gap-x-2 text-muted text-xs">
          {person && <Duty lane={lane} />}
          {department && (
            <span dir="auto" className="max-w-full truncate">
              {department}
            </span>
          )}
        </p>
      </div>
      <p
        className={cx(
          'flex shrink-0 flex-col items-end pe-1 text-xs tabular sm:flex-row sm:items-center sm:gap-2',
          isNarrow && 'lg:flex-col lg:items-end lg:gap-0',
        )}
      >
        <span className={cx('rounded-full px-2 py-0.5', due > 0 ? 'bg-surface font-semibold text-text' : 'text-muted')}>
          {load.due}
        </span>
        <Estimate lane={lane} />
        <span className={cx('px-2 text-muted', !isNarrow && 'sm:px-0')}>{load.later}</span>
      </p>
    </>
  )
}

/** How long the tasks of these days take, as far as somebody has estimated it. A server of before does not say. */
function Estimate({ lane: { dueMinutes = 0, dueUnestimated = 0 } }: { lane: Lane }) {
  const i18n = useI18n()
  if (dueMinutes === 0) return null
  const unknown = i18n.t('{count, plural, one {# task has no estimate} other {# tasks have no estimate}}', {
    count: dueUnestimated,
  })
  const minutes = <span className="px-2 sm:px-0">{formatMinutes(dueMinutes, i18n)}</span>
  if (dueUnestimated === 0) return minutes
  return (
    <Tooltip label={unknown}>
      <span className="inline-flex">
        {/* At least so long. */}
        {minutes}
        <span aria-hidden="true">+</span>
        <span className="sr-only">{unknown}</span>
      </span>
    </Tooltip>
  )
}

/** How much is to do on the days that the filter names, or today, and how much besides. */
function loadOf({ due: count, later }: Lane, { due, dueFrom, dueTo }: BoardFilter, i18n: I18n) {
  const besides = i18n.t('Other: {count, number} ##tasks', { count: later })
  const afterwards = i18n.t('{count, plural, one {# later} other {# later}}', { count: later })
  if (dueFrom ?? dueTo) {
    const dates = formatDays(dueFrom, dueTo, { i18n })
    return { due: i18n.t('{dates}: {count, number}', { dates, count }), later: besides }
  }
  if (due === 'tomorrow') return { due: i18n.t('Tomorrow: {count, number}', { count }), later: besides }
  if (due === 'week') return { due: i18n.t('This week: {count, number}', { count }), later: afterwards }
  if (namesDays(due) && due !== 'today') {
    const dates = dueChoices(i18n).find(({ value }) => value === due)?.label
    return { due: i18n.t('{dates}: {count, number}', { dates, count }), later: besides }
  }
  return { due: i18n.t('{count, plural, one {# for today} other {# for today}}', { count }), later: afterwards }
}

/** Whether the person of a lane is on duty, as time goes by. */
function Duty({ lane: { person, onDutySince, onDutyUntil, onBreakSince } }: { lane: Lane }) {
  const reader = useReader()
  const { i18n } = reader
  const onDuty = useTicking((now) => isOnDutyUntil(onDutyUntil, now))
  if (onDuty && onBreakSince) return <OnBreak since={onBreakSince} />
  if (!person?.isActive) return <span>{i18n.t('Inactive ##account')}</span>
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <span
        aria-hidden="true"
        className={cx('size-2 shrink-0 rounded-full', onDuty ? 'bg-done' : 'border-[1.5px] border-control')}
      />
      {onDuty && onDutySince
        ? i18n.t('On duty since {time}', { time: formatTime(onDutySince, reader) })
        : i18n.t('Off duty')}
    </span>
  )
}
