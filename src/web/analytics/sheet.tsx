import type { ReactNode } from 'react'
import { CLAIM_MINUTES, type OccurrenceCounts, shareInTime } from '../../shared/analytics-routines.ts'
import { type AnalyticsSheet, analyticsSheetApi } from '../../shared/analytics-sheet.ts'
import type { HandoverCounts } from '../../shared/analytics-shift.ts'
import { may } from '../../shared/permissions.ts'
import { useDepartmentFilter } from '../api/department-filter.ts'
import { useReply } from '../api/queries.ts'
import { useViewer } from '../api/viewer.ts'
import { causeLabels, outcomeLabels } from '../components/labels/outcome-labels.ts'
import { useI18n } from '../language.ts'
import { card } from '../ui/card.ts'
import { cx } from '../ui/class-names.ts'
import { Difference, formatMeasure, type MeasureName } from './difference.tsx'
import { SheetLoading } from './figures-loading.tsx'
import { FigureLink, handoversOf, occurrencesOf, placeOf, routineOf, target, teamHoursOf } from './links.tsx'
import { FigureFailed, MetricCard } from './metric-card.tsx'
import { Count, FigureTable, type FigureWay, formatMedian, Leading, ListButton } from './routines/parts.tsx'
import type { ShownDays } from './search-params.ts'

/**
 * Problems, routines, handovers and hours of a department on one page, each figure beside the figures of the days
 * before and of a year before. With the summary above it is one sheet of paper.
 */
export function SheetFigures({ days }: { days: ShownDays }) {
  const i18n = useI18n()
  const { departmentId } = useDepartmentFilter()
  const { data, error, isFetching, isPlaceholderData, refetch } = useReply(
    analyticsSheetApi.read,
    { query: { ...days.query, departmentId } },
    { keepPrevious: true, total: true },
  )
  if (!data && !error) return <SheetLoading />
  if (!data)
    return (
      <div className={card}>
        <FigureFailed
          message={i18n.t('The figures could not be loaded.')}
          onRetry={refetch}
          pending={isFetching}
          className="min-h-72"
        />
      </div>
    )
  return (
    <div
      className={cx(
        'grid items-start gap-3 transition-opacity md:gap-4 lg:grid-cols-2 print:grid-cols-2 print:gap-2 print:text-sm',
        isPlaceholderData && 'opacity-60 delay-150',
      )}
    >
      <Problems sheet={data} />
      <Routines sheet={data} days={days} />
      <Handovers sheet={data} days={days} />
      <Hours sheet={data} days={days} />
      <MostMissed rows={data.missed} />
      <Places rows={data.places} />
    </div>
  )
}

type Part<T> = { now: T; before: T; yearBefore: T }

interface Line<T> {
  name: string
  measure: MeasureName
  of: (figures: T) => number | null
  way?: FigureWay
  /** The worse direction, if there is one. */
  worse?: 'more' | 'less'
}

/** Figures with the same of other days beside them. A year before without anything is left out. */
function Compared<T>({
  title,
  part,
  lines,
  isSomething,
  note = null,
}: {
  title: string
  part: Part<T>
  lines: Line<T>[]
  isSomething: (figures: T) => boolean
  note?: ReactNode
}) {
  const i18n = useI18n()
  const hasYear = isSomething(part.yearBefore)
  return (
    <MetricCard title={title} note={note}>
      <FigureTable
        few
        caption={title}
        heads={[
          i18n.t('Figure'),
          i18n.t('These days'),
          i18n.t('Before ##days'),
          ...(hasYear ? [i18n.t('A year before')] : []),
        ]}
        rows={lines.map(({ name, measure, of, way, worse }) => {
          const now = of(part.now)
          const text = formatMeasure(measure, now, i18n)
          return {
            key: name,
            head: name,
            cells: [
              <span key="now" className="font-semibold">
                <Leading text={text} way={now ? way : undefined} label={`${name}: ${text}`} quiet={!now} />
              </span>,
              <Difference key="before" measure={measure} now={now} earlier={of(part.before)} worse={worse} />,
              ...(hasYear
                ? [<Difference key="year" measure={measure} now={now} earlier={of(part.yearBefore)} worse={worse} />]
                : []),
            ],
          }
        })}
      />
    </MetricCard>
  )
}

function Problems({ sheet: { problems } }: { sheet: AnalyticsSheet }) {
  const i18n = useI18n()
  return (
    <Compared
      title={i18n.t('Reported problems')}
      part={problems}
      isSomething={({ reported }) => reported > 0}
      lines={[
        {
          name: i18n.t('Reported'),
          measure: 'count',
          of: ({ reported }) => reported,
          way: { list: { list: 'reported' } },
        },
        {
          name: i18n.t('Until taken'),
          measure: 'minutes',
          of: ({ minutesToTaken }) => minutesToTaken,
          way: { list: { list: 'taken' } },
          worse: 'more',
        },
        {
          name: i18n.t('Until done'),
          measure: 'minutes',
          of: ({ minutesToDone }) => minutesToDone,
          way: { list: { list: 'done' } },
          worse: 'more',
        },
        {
          name: i18n.t('Waited over {minutes} min', { minutes: CLAIM_MINUTES }),
          measure: 'count',
          of: ({ notTaken }) => notTaken,
          way: { list: { list: 'not_taken' } },
          worse: 'more',
        },
      ]}
    />
  )
}

/** Rounded down: only all of them are 100 %. */
const percentOf = (part: number, all: number) => (all === 0 ? null : Math.floor((100 * part) / all + 1e-9))

const percentInTime = (counts: OccurrenceCounts) => {
  const share = shareInTime(counts)
  return share === null ? null : percentOf(share, 1)
}

function Routines({ sheet: { routines }, days }: { sheet: AnalyticsSheet; days: ShownDays }) {
  const i18n = useI18n()
  return (
    <Compared
      title={i18n.t('What became of routines')}
      part={routines}
      isSomething={({ done, late, missed, skipped }) => done + late + missed + skipped > 0}
      lines={[
        {
          name: i18n.t('Share done in time'),
          measure: 'percent',
          of: percentInTime,
          way: { to: occurrencesOf(days, 'done') },
          worse: 'less',
        },
        {
          name: i18n.t(outcomeLabels.late),
          measure: 'count',
          of: ({ late }) => late,
          way: { to: occurrencesOf(days, 'late') },
          worse: 'more',
        },
        {
          name: i18n.t(outcomeLabels.missed),
          measure: 'count',
          of: ({ missed }) => missed,
          way: { list: { list: 'missed' } },
          worse: 'more',
        },
        {
          name: i18n.t(outcomeLabels.skipped),
          measure: 'count',
          of: ({ skipped }) => skipped,
          way: { to: occurrencesOf(days, 'skipped') },
        },
      ]}
    />
  )
}

function Handovers({ sheet: { handovers }, days }: { sheet: AnalyticsSheet; days: ShownDays }) {
  const i18n = useI18n()
  const way = { to: handoversOf(days) }
  const inTime = ({ items, inTime: received }: HandoverCounts) => percentOf(received, items)
  return (
    <Compared
      title={i18n.t('What was handed over')}
      part={handovers}
      isSomething={({ items }) => items > 0}
      lines={[
        { name: i18n.t('Handed over'), measure: 'count', of: ({ items }) => items, way },
        { name: i18n.t('Received in time'), measure: 'percent', of: inTime, way, worse: 'less' },
        {
          name: i18n.t('Until received'),
          measure: 'minutes',
          of: ({ minutesToReceipt }) => minutesToReceipt,
          way,
          worse: 'more',
        },
        { name: i18n.t('Waiting'), measure: 'count', of: ({ waiting }) => waiting, way, worse: 'more' },
      ]}
    />
  )
}

function Hours({ sheet: { hours }, days }: { sheet: AnalyticsSheet; days: ShownDays }) {
  const i18n = useI18n()
  const viewer = useViewer()
  const { departmentId } = useDepartmentFilter()
  // Managers see the hours of their own department alone, administrators everybody's.
  const seesHours = may(viewer, 'clock:read-others', { departmentId: departmentId ?? viewer.department?.id ?? null })
  const way = { to: teamHoursOf(days.from) }
  return (
    <Compared
      title={i18n.t('Hours')}
      part={hours}
      isSomething={({ people }) => people > 0}
      note={
        seesHours && (
          <ListButton list={{ list: 'corrected' }} label={i18n.t('Corrected hours')} className={target}>
            {i18n.t('Corrected hours')}
          </ListButton>
        )
      }
      lines={[
        { name: i18n.t('Hours worked'), measure: 'work', of: ({ hoursWorked }) => hoursWorked, way },
        { name: i18n.t('People who worked'), measure: 'count', of: ({ people }) => people, way },
      ]}
    />
  )
}

/** The routines that were missed most. The counts and the causes lead to the occurrences. */
function MostMissed({ rows }: { rows: AnalyticsSheet['missed'] }) {
  const i18n = useI18n()
  const caption = i18n.t('Routines missed most')
  return (
    <MetricCard title={caption} note={null}>
      {rows.length === 0 ? (
        <p className="text-muted">{i18n.t('None was missed in these days.')}</p>
      ) : (
        <FigureTable
          few
          caption={caption}
          heads={[i18n.t('Routine'), i18n.t('Missed ##occurrences')]}
          rows={rows.map(({ routineId, title, missed, cause }) => ({
            key: routineId ?? 0,
            head: (
              <>
                {routineId === null ? (
                  <span dir="auto">{title}</span>
                ) : (
                  <FigureLink to={routineOf(routineId)} className="no-underline! hover:underline!">
                    <span dir="auto">{title}</span>
                  </FigureLink>
                )}
                <span className="block font-normal text-muted text-sm print:text-xs">{i18n.t(causeLabels[cause])}</span>
              </>
            ),
            cells: [
              <Count
                key="missed"
                count={missed}
                way={routineId === null ? undefined : { list: { list: 'missed', routine: routineId } }}
                label={`${title}: ${missed}`}
                className="font-medium"
              />,
            ],
          }))}
        />
      )}
    </MetricCard>
  )
}

/** The places with the most problems. A place with a sign leads to its history. */
function Places({ rows }: { rows: AnalyticsSheet['places'] }) {
  const i18n = useI18n()
  const caption = i18n.t('Places with the most problems')
  return (
    <MetricCard title={caption} note={null}>
      {rows.length === 0 ? (
        <p className="text-muted">{i18n.t('No problem with a place was reported in these days.')}</p>
      ) : (
        <FigureTable
          few
          caption={caption}
          heads={[i18n.t('Place'), i18n.t('Reported'), i18n.t('Until done')]}
          rows={rows.map(({ place, code, reported, minutesToDone }) => ({
            key: place,
            head:
              code === null ? (
                <span dir="auto">{place}</span>
              ) : (
                <FigureLink to={placeOf(code)}>
                  <span dir="auto">{place}</span>
                </FigureLink>
              ),
            cells: [
              <Count
                key="reported"
                count={reported}
                way={{ list: { list: 'reported', place } }}
                label={`${place}: ${reported}`}
              />,
              formatMedian(minutesToDone, i18n),
            ],
          }))}
        />
      )}
    </MetricCard>
  )
}
