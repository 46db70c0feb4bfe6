import type { Roster, RosterShift } from '../../shared/roster/shapes.ts'
import type { Day } from '../../shared/time/time.ts'
import { formatWeekday, formatWeekdayName } from '../../shared/words/formats.ts'
import type { Reader } from '../../shared/words/reader.ts'
import { ChoiceField } from '../components/choice/choice-field.tsx'
import { Avatar, fullName, NoAvatar } from '../components/people/avatar.tsx'
import { formatMinutes } from '../components/time/format-minutes.ts'
import { useReader } from '../components/time/use-reader.ts'
import { cx } from '../ui/class-names.ts'
import { Field } from '../ui/field.tsx'
import { AwayMark, awayOn } from './absences/away-mark.tsx'
import { ShiftBlock } from './shift-block.tsx'
import { timesInWords } from './shift-words.ts'
import { warningInWords } from './warning-words.ts'

/** The roster of one day on a phone: its shifts by their beginning, and buttons for the days of the week. */
export function DayRoster({
  roster,
  days,
  date,
  onDay,
  onOpen,
  onAssign,
}: {
  roster: Roster
  days: readonly Day[]
  date: string
  onDay: (date: string) => void
  onOpen?: ((shift: RosterShift) => void) | undefined
  /** Gives an open shift to a person. */
  onAssign?: ((shift: RosterShift, userId: string) => void) | undefined
}) {
  const reader = useReader()
  const { i18n } = reader
  const people = new Map(roster.people.map((person) => [person.user.id, person]))
  const shifts = roster.shifts
    .filter((shift) => shift.date === date)
    .toSorted((a, b) => a.startTime.localeCompare(b.startTime) || a.id - b.id)
  const away = roster.people.flatMap(({ user, away: times }) => awayOn(times, date).map((time) => ({ user, time })))
  const choices = onAssign && freeFirst(roster, date, reader)
  return (
    <div className="px-3.5 pt-3 pb-6 thumb:pb-20">
      <fieldset aria-label={i18n.t('Days')} className="grid grid-cols-7 gap-1">
        {days.map((day) => (
          <button
            key={day.date}
            type="button"
            aria-pressed={day.date === date}
            aria-label={formatWeekday(day.from, reader)}
            onClick={() => onDay(day.date)}
            className={cx(
              'tabular min-h-11 rounded-control text-center text-sm leading-tight',
              day.date === date ? 'bg-accent-soft font-semibold text-accent' : 'bg-sunken text-muted',
            )}
          >
            {formatWeekdayName(new Date(day.date).getUTCDay(), reader, 'short')}
            <span className="block">{Number(day.date.slice(8))}</span>
          </button>
        ))}
      </fieldset>
      {away.length > 0 && (
        <ul aria-label={i18n.t('Away ##a person')} className="mt-3 grid gap-1">
          {away.map(({ user, time }) => (
            <li key={time.id} className="grid grid-cols-[minmax(0,1fr)_7.5rem] items-center gap-2">
              <span dir="auto" className="truncate font-medium">
                {fullName(user)}
              </span>
              <AwayMark away={time} />
            </li>
          ))}
        </ul>
      )}
      {shifts.length === 0 && <p className="mt-6 text-muted">{i18n.t('Nobody is planned on this day.')}</p>}
      <ul className="mt-3 grid gap-2">
        {shifts.map((shift) => {
          const person = shift.userId === null ? undefined : people.get(shift.userId)
          const warnings = person?.warnings?.filter((warning) => warning.date === date) ?? []
          return (
            <li key={shift.id} className="grid grid-cols-[minmax(0,1fr)_7.5rem] items-start gap-2">
              <span className="flex min-w-0 items-center gap-2 pt-1.5">
                {person ? <Avatar person={person.user} size="md" /> : <NoAvatar size="md" />}
                <span className="min-w-0 flex-1">
                  {!person && onAssign && choices && !shift.plan?.isRemoved ? (
                    <Field label={i18n.t('Who works {times}?', { times: timesInWords(shift, reader) })} hidesLabel>
                      <ChoiceField
                        label={i18n.t('Who works {times}?', { times: timesInWords(shift, reader) })}
                        value=""
                        onChange={(userId) => userId !== '' && onAssign(shift, userId)}
                        choices={choices}
                      />
                    </Field>
                  ) : (
                    <span dir="auto" className="block truncate font-medium">
                      {person ? fullName(person.user) : i18n.t('Open shift')}
                    </span>
                  )}
                  {warnings.map((warning) => (
                    <span key={warning.rule} className="block text-overdue text-xs">
                      {warningInWords(warning, reader)}
                    </span>
                  ))}
                </span>
              </span>
              <ShiftBlock shift={shift} onOpen={onOpen && (() => onOpen(shift))} />
            </li>
          )
        })}
      </ul>
    </div>
  )
}

/** People for an open shift, with their planned hours: first those without a shift on the day. */
function freeFirst({ people, shifts }: Roster, date: string, { i18n }: Pick<Reader, 'i18n'>) {
  const busy = new Set(
    shifts.filter((shift) => shift.date === date && !shift.plan?.isRemoved).map(({ userId }) => userId),
  )
  const members = people
    .filter(({ hasLeft }) => !hasLeft)
    .toSorted(
      (a, b) =>
        Number(busy.has(a.user.id)) - Number(busy.has(b.user.id)) || (a.plannedMinutes ?? 0) - (b.plannedMinutes ?? 0),
    )
  return [
    { id: '', label: i18n.t('Open shift') },
    ...members.map(({ user, plannedMinutes = 0 }) => ({
      id: user.id,
      label: `${fullName(user)} · ${formatMinutes(plannedMinutes, i18n)}`,
    })),
  ]
}
