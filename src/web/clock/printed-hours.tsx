import { clockApi, type TeamHours } from '../../shared/clock.ts'
import type { ClockSession } from '../../shared/clock-session.ts'
import { boundsOf } from '../../shared/time/time.ts'
import { formatDays } from '../../shared/words/formats.ts'
import { paidMinutesOfDays } from '../../shared/worked-time.ts'
import { useReply } from '../api/queries.ts'
import { useViewer } from '../api/viewer.ts'
import { PrintSheet, PrintTable } from '../components/files/print-sheet.tsx'
import { fullName } from '../components/people/avatar.tsx'
import { formatMinutes } from '../components/time/format-minutes.ts'
import { useReader } from '../components/time/use-reader.ts'
import { useI18n } from '../language.ts'
import { formatBalance, formatCell, formatHourMinutes, formatPart, formatWeekdayOf } from './format.ts'
import { SessionNotes } from './session-notes.tsx'
import { useTeam } from './team-scope.tsx'
import { sessionsTouching } from './touching.ts'
import { useWeek } from './week-nav.tsx'

const useDays = () => {
  const i18n = useI18n()
  const { days } = useWeek()
  return formatDays(days[0]?.date, days.at(-1)?.date, { i18n })
}

/** The team's week on paper. */
export function PrintedTeamHours({ onDone }: { onDone: () => void }) {
  const i18n = useI18n()
  const { departmentId, departmentName } = useTeam()
  const { query } = useWeek()
  const { data } = useReply(clockApi.hours, { query: { ...query, departmentId, sessions: 'true' } })
  return (
    <PrintSheet
      title={i18n.t('Team hours')}
      facts={[departmentName ?? i18n.t('All Departments'), useDays()]}
      ready={data !== undefined}
      onDone={onDone}
    >
      {data && <Team {...data} />}
    </PrintSheet>
  )
}

function Team({ dates, people, total }: TeamHours) {
  const reader = useReader()
  const { i18n } = reader
  const { days, now } = useWeek()
  const isOver = boundsOf(days).to <= now
  const hasContracts = people.some(({ contractMinutes }) => contractMinutes != null)
  const ofContract = [i18n.t('Contract ##hours of a week'), i18n.t('Balance ##hours beyond the contract')]
  return (
    <PrintTable
      heads={[
        i18n.t('Person'),
        ...dates.map((date, at) => formatWeekdayOf(date, at, { i18n })),
        i18n.t('Total'),
        ...(hasContracts ? ofContract : []),
      ]}
    >
      {people.map((person) => (
        <tr key={person.user.id} className="tabular">
          <td>
            <span dir="auto">{fullName(person.user)}</span>
            <span dir="auto" className="block text-muted text-xs">
              {person.department?.name}
            </span>
          </td>
          {person.minutes.map((minutes, at) => {
            const day = days[at]
            return (
              <td key={dates[at]}>
                {formatCell(minutes)}
                {day &&
                  sessionsTouching(person.sessions?.toReversed() ?? [], day, now).map((session) => (
                    <span key={session.startTime} className="block text-muted text-xs">
                      {formatPart(session, day, now, reader)}
                    </span>
                  ))}
              </td>
            )
          })}
          <td className="font-semibold">{formatCell(person.total)}</td>
          {hasContracts && (
            <>
              <td>{person.contractMinutes == null ? '–' : formatHourMinutes(person.contractMinutes)}</td>
              <td>
                {person.contractMinutes == null || !isOver ? '–' : formatBalance(person.total - person.contractMinutes)}
              </td>
            </>
          )}
        </tr>
      ))}
      <tr className="tabular font-semibold">
        <td colSpan={dates.length + 1}>{i18n.t('Total')}</td>
        <td colSpan={hasContracts ? 3 : 1}>{formatMinutes(total, i18n)}</td>
      </tr>
    </PrintTable>
  )
}

/** The viewer's own week on paper. */
export function PrintedOwnHours({
  sessions,
  contractMinutes,
  onDone,
}: {
  sessions: ClockSession[]
  contractMinutes: number | null | undefined
  onDone: () => void
}) {
  const i18n = useI18n()
  const reader = useReader()
  const viewer = useViewer()
  const { days, now } = useWeek()
  const { minutes, total } = paidMinutesOfDays(sessions, days, now)
  return (
    <PrintSheet
      title={i18n.t('Hours of {name}', { name: fullName(viewer) })}
      facts={[viewer.department?.name, useDays()]}
      ready
      onDone={onDone}
    >
      <PrintTable heads={[i18n.t('Day'), i18n.t('Clocked in and out'), i18n.t('Total')]}>
        {days.map((day, at) => (
          <tr key={day.date} className="tabular">
            <td className="whitespace-nowrap">{formatWeekdayOf(day.date, at, reader)}</td>
            <td className="w-full">
              {sessionsTouching(sessions, day, now).map((session) => (
                <div key={session.id || session.startTime}>
                  {formatPart(session, day, now, reader)}
                  <SessionNotes session={session} />
                </div>
              ))}
            </td>
            <td className="whitespace-nowrap">{minutes[at] ? formatMinutes(minutes[at], i18n) : '–'}</td>
          </tr>
        ))}
        <tr className="tabular font-semibold">
          <td colSpan={2}>{i18n.t('Total of the week')}</td>
          <td className="whitespace-nowrap">{formatMinutes(total, i18n)}</td>
        </tr>
        {contractMinutes != null && (
          <>
            <tr className="tabular">
              <td colSpan={2}>{i18n.t('Contract ##hours of a week')}</td>
              <td className="whitespace-nowrap">{formatMinutes(contractMinutes, i18n)}</td>
            </tr>
            {boundsOf(days).to <= now && (
              <tr className="tabular">
                <td colSpan={2}>{i18n.t('Balance ##hours beyond the contract')}</td>
                <td className="whitespace-nowrap">{formatBalance(total - contractMinutes)}</td>
              </tr>
            )}
          </>
        )}
      </PrintTable>
    </PrintSheet>
  )
}
