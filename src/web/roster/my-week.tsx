import { Link } from '@tanstack/react-router'
import { type Absence, isLive } from '../../shared/absences/shapes.ts'
import type { MyRoster } from '../../shared/roster/own-shapes.ts'
import { rosterApi } from '../../shared/roster.ts'
import { weekOf, weekOfDate } from '../../shared/time/time.ts'
import { formatWeekday, formatWeekdayName } from '../../shared/words/formats.ts'
import { useReply } from '../api/queries.ts'
import { useViewer } from '../api/viewer.ts'
import { AbsenceButtons } from '../components/absences/absence-buttons.tsx'
import { AbsenceStateBadge } from '../components/absences/absence-state.tsx'
import { OwnAbsences } from '../components/absences/own-absences.tsx'
import { WeekNav } from '../components/choice/week-nav.tsx'
import { absenceInWords } from '../components/labels/absence-labels.ts'
import { formatMinutes } from '../components/time/format-minutes.ts'
import { useReader } from '../components/time/use-reader.ts'
import { buttonClass } from '../ui/button.tsx'
import { card } from '../ui/card.ts'
import { cx } from '../ui/class-names.ts'
import { LoadingBars } from '../ui/loading-bars.tsx'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { useMinute } from '../ui/now.ts'
import { MyWishes } from './my-wishes.tsx'
import { OpenShifts } from './open-shifts.tsx'
import { QuestionsToTake } from './own-exchanges.tsx'
import { OwnShiftAction } from './own-shift-action.tsx'
import { QuestionCard } from './question.tsx'
import { useRosterSearch } from './search-params.ts'
import { shortTimes, timesInWords } from './shift-words.ts'

/** One's own week: questions about late changes, the next shift, the days, and shifts to take. */
export function MyWeek() {
  const reader = useReader()
  const { i18n, timeZone } = reader
  const { search, change } = useRosterSearch()
  const now = useMinute()
  const current = weekOf(now, timeZone)
  const days = search.week ? weekOfDate(search.week, timeZone) : current
  const week = days[0]?.date ?? ''
  const query = useReply(rosterApi.own, { query: { week } }, { keepPrevious: true })
  const { data } = query
  return (
    <div className="flex w-full max-w-160 flex-col gap-5 px-3.5 pt-3 pb-8 md:px-(--gutter) md:pt-3.5">
      {!data ? (
        <NotLoaded query={query} failure={i18n.t('Your week could not be loaded.')}>
          <LoadingBars bars={['h-24', 'h-16', 'h-40']} className="grid gap-4" />
        </NotLoaded>
      ) : (
        <>
          {data.questions.map((question) => (
            <QuestionCard key={`${question.id} ${question.askedAt}`} question={question} />
          ))}
          <QuestionsToTake exchanges={data.exchanges} asks={data.asks} />
          <Next data={data} now={now} />
          {data.absences && <AbsenceButtons />}
          <section className="grid gap-2">
            <WeekNav
              align="start"
              monday={week}
              isCurrent={week === current[0]?.date}
              onChange={(monday) => change({ week: monday === current[0]?.date ? undefined : monday })}
            />
            <Week data={data} days={days} now={now} />
            <p className="tabular text-muted text-sm">
              {i18n.t('Planned {planned} · worked {worked}', {
                planned: formatMinutes(data.plannedMinutes, i18n),
                worked: formatMinutes(data.workedMinutes, i18n),
              })}
            </p>
          </section>
          {data.openShifts && <OpenShifts shifts={data.openShifts} />}
          {data.absences && <MyAbsences absences={data.absences} />}
          <MyWishes />
        </>
      )}
    </div>
  )
}

/** The viewer's absences of the week and later ones, with the way to all of them. */
function MyAbsences({ absences }: { absences: readonly Absence[] }) {
  const { i18n } = useReader()
  return (
    <section className="grid gap-2">
      <div className="flex items-center gap-2">
        <h2 className="flex-1 font-semibold">{i18n.t('My absences')}</h2>
        <Link to="/absences" className={buttonClass('ghost')}>
          {i18n.t('The whole year')}
        </Link>
      </div>
      {absences.length === 0 ? (
        <p className="text-muted text-sm">{i18n.t('No absence is planned for you.')}</p>
      ) : (
        <OwnAbsences absences={absences} />
      )}
    </section>
  )
}

/** Of the viewer's shifts to come: the open exchange that they have asked for with each, by the shift's id. */
function useAskedExchanges({ exchanges }: MyRoster) {
  const { id: viewerId } = useViewer()
  return new Map(exchanges?.filter(({ from }) => from.id === viewerId).map((exchange) => [exchange.shift.id, exchange]))
}

function Next({ data, now }: { data: MyRoster; now: number }) {
  const reader = useReader()
  const { i18n } = reader
  const asked = useAskedExchanges(data)
  const { next, shifts } = data
  // A shift of the week that is shown has its action there.
  const isOfWeek = shifts.some(({ id }) => id === next?.id)
  return (
    <section className={cx(card, 'p-4')}>
      <h2 className="text-muted text-sm">
        {next && Date.parse(next.startTime) <= now ? i18n.t('Your shift now') : i18n.t('Your next shift')}
      </h2>
      {next ? (
        <>
          <p className="font-medium">{formatWeekday(Date.parse(next.startTime), reader)}</p>
          <p className="tabular font-semibold text-2xl">{timesInWords(next, reader)}</p>
          {next.breakMinutes > 0 && (
            <p className="text-muted text-sm">
              {i18n.t('Break of {minutes}', { minutes: formatMinutes(next.breakMinutes, i18n) })}
            </p>
          )}
          {[next.title, next.note].filter(Boolean).map((text) => (
            <p key={text} dir="auto" className="mt-1 whitespace-pre-line">
              {text}
            </p>
          ))}
          {!isOfWeek && Date.parse(next.startTime) > now && (
            <OwnShiftAction shift={next} exchange={asked.get(next.id)} />
          )}
        </>
      ) : (
        <p className="mt-1">{i18n.t('No shift is planned for you.')}</p>
      )}
    </section>
  )
}

function Week({ data, days, now }: { data: MyRoster; days: readonly { date: string; from: number }[]; now: number }) {
  const reader = useReader()
  const { i18n } = reader
  const asked = useAskedExchanges(data)
  return (
    <ul aria-label={i18n.t('The days of the week')} className="grid gap-1.5">
      {days.map(({ date, from }) => {
        const shifts = data.shifts.filter((shift) => shift.date === date)
        const away = (data.absences ?? []).filter(
          (absence) => isLive(absence.state) && absence.from <= date && absence.to >= date,
        )
        return (
          <li
            key={date}
            className={cx(
              'flex min-h-11 items-center gap-3 rounded-control px-3 py-1.5',
              shifts.length > 0 ? 'bg-accent-soft' : 'bg-sunken text-muted',
            )}
          >
            <span className="w-16 shrink-0">
              <span aria-hidden="true">
                {formatWeekdayName(new Date(date).getUTCDay(), reader, 'short')} {Number(date.slice(8))}
              </span>
              <span className="sr-only">{formatWeekday(from, reader)}</span>
            </span>
            <span className="min-w-0 flex-1">
              {away.map((absence) => (
                <span key={absence.id} className="flex flex-wrap items-center gap-x-2 text-text">
                  {absenceInWords(absence, i18n)}
                  {absence.state === 'requested' && <AbsenceStateBadge state="requested" />}
                </span>
              ))}
              {shifts.length + away.length === 0 && i18n.t('Free ##a day without a shift')}
              {shifts.map((shift) => (
                <span key={shift.id} className="flex items-center gap-2">
                  <span className="min-w-0 flex-1">
                    <b className="tabular font-semibold">{shortTimes(shift)}</b> <bdi>{shift.title}</bdi>
                    {shift.actual && shift.actual.minutes > 0 && (
                      <span className="tabular block text-muted text-sm">
                        {i18n.t('Worked {minutes}', { minutes: formatMinutes(shift.actual.minutes, i18n) })}
                      </span>
                    )}
                    {shift.note && (
                      <span dir="auto" className="block text-sm">
                        {shift.note}
                      </span>
                    )}
                  </span>
                  {Date.parse(shift.startTime) > now && <OwnShiftAction shift={shift} exchange={asked.get(shift.id)} />}
                </span>
              ))}
            </span>
          </li>
        )
      })}
    </ul>
  )
}
