import type { LinkOptions } from '@tanstack/react-router'
import { Wrench } from 'lucide-react'
import {
  analyticsRoutinesApi,
  CLAIM_MINUTES,
  type ListedProblem,
  type ProblemCounts,
  type ProblemFigures,
} from '../../../shared/analytics-routines.ts'
import { useDepartmentFilter } from '../../api/department-filter.ts'
import { useReply } from '../../api/queries.ts'
import { useViewer } from '../../api/viewer.ts'
import { StatusIcon } from '../../components/labels/status-icon.tsx'
import { Ago } from '../../components/time/ago.tsx'
import { useI18n } from '../../language.ts'
import { cx } from '../../ui/class-names.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadingBars } from '../../ui/loading-bars.tsx'
import { FigureLink, placeOf, taskOf } from '../links.tsx'
import { FigureFailed, MetricCard } from '../metric-card.tsx'
import type { RangeChoice, ShownDays } from '../search-params.ts'
import { hourName } from './hour-name.ts'
import type { FigureList } from './list-address.ts'
import { Count, Figure, FigureTable, formatMedian, Leading } from './parts.tsx'

/** How long people waited for problems that they reported within a period, and which are open now. */
export function ProblemAnalytics({ period, days }: { period: RangeChoice; days: ShownDays }) {
  const i18n = useI18n()
  const { departmentId } = useDepartmentFilter()
  const { timeZone } = useViewer()
  const { data, error, isFetching, isPlaceholderData, refetch } = useReply(
    analyticsRoutinesApi.problems,
    { query: { ...days.query, departmentId } },
    { keepPrevious: true, total: true },
  )
  const isEmpty = data?.total.reported === 0 && data.open === 0
  return (
    <MetricCard
      title={i18n.t('Reported problems')}
      note={
        data &&
        !isEmpty &&
        i18n.t(
          'These are the problems reported {period, select, day {today} week {this week} dates {in these days} other {this month}}. A day begins at midnight in {timeZone}. The median is the time within which half of them were taken, or done. “Open now” counts all open problems, older ones too.',
          { period, timeZone },
        )
      }
    >
      {data ? (
        isEmpty ? (
          <EmptyState
            icon={Wrench}
            title={i18n.t(
              'No problems reported {period, select, day {today} week {this week} dates {in these days} other {this month}}, and none open',
              { period },
            )}
          />
        ) : (
          <div className={cx('transition-opacity', isPlaceholderData && 'opacity-60 delay-150')}>
            <Figures figures={data} />
          </div>
        )
      ) : error ? (
        <FigureFailed
          message={i18n.t('The figures of problems could not be loaded.')}
          onRetry={refetch}
          pending={isFetching}
          className="min-h-72"
        />
      ) : (
        <LoadingBars words={i18n.t('Loading the figures of problems...')} bars="h-72" />
      )}
    </MetricCard>
  )
}

function Figures({ figures }: { figures: ProblemFigures }) {
  const i18n = useI18n()
  const { total, open, departments, hours, oldest, places = [], kinds = [] } = figures
  return (
    <div className="grid gap-6">
      <dl className="grid grid-cols-2 gap-4 md:grid-cols-3 xl:grid-cols-5">
        <Figure name={i18n.t('Reported')}>
          <Count
            count={total.reported}
            way={{ list: { list: 'reported' } }}
            label={`${i18n.t('Reported')}: ${total.reported}`}
          />
        </Figure>
        <Figure name={i18n.t('Until taken')} note={i18n.t('median')}>
          <Median counts={total} list="taken" name={i18n.t('Until taken')} whose={{}} />
        </Figure>
        <Figure name={i18n.t('Until done')} note={i18n.t('median')}>
          <Median counts={total} list="done" name={i18n.t('Until done')} whose={{}} />
        </Figure>
        <Figure
          name={i18n.t('Waited over {minutes} min', { minutes: CLAIM_MINUTES })}
          note={i18n.t('until somebody took them')}
        >
          <Count
            count={total.notTaken}
            way={{ list: { list: 'not_taken' } }}
            label={`${i18n.t('Waited over {minutes} min', { minutes: CLAIM_MINUTES })}: ${total.notTaken}`}
            className="text-overdue"
          />
        </Figure>
        <Figure name={i18n.t('Open now')}>
          <Count count={open} way={{ list: { list: 'open' } }} label={`${i18n.t('Open now')}: ${open}`} />
        </Figure>
      </dl>
      {oldest.length > 0 && <Oldest problems={oldest} />}
      {total.reported > 0 && (
        <div className="grid items-start gap-6 lg:grid-cols-2 lg:gap-10">
          <Waiting
            title={i18n.t('By department')}
            first={i18n.t('Department')}
            rows={departments.map(({ departmentId: id, departmentName: name, ...counts }) => ({
              key: id ?? 0,
              name,
              counts,
              whose: id === null ? undefined : { department: id },
            }))}
          />
          <Waiting
            short
            title={i18n.t('By hour of the report')}
            first={i18n.t('Hour')}
            rows={hours.map(({ hour, ...counts }) => ({
              key: hour,
              name: hourName(hour, i18n),
              counts,
              whose: { hour },
            }))}
          />
          {places.length > 0 && (
            <Waiting
              title={i18n.t('By place')}
              first={i18n.t('Place')}
              rows={places.map(({ place, code, ...counts }) => ({
                key: place,
                name: place,
                counts,
                whose: { place },
                ...(code !== null && { to: placeOf(code) }),
              }))}
            />
          )}
          {kinds.length > 0 && (
            <Waiting
              title={i18n.t('By kind ##problems with the same words')}
              first={i18n.t('Reported in these words')}
              rows={kinds.map(({ title, ...counts }) => ({ key: title, name: title, counts, whose: { title } }))}
            />
          )}
        </div>
      )}
    </div>
  )
}

/** A median that leads to the problems it was made of. */
function Median({
  counts,
  list,
  name,
  whose,
}: {
  counts: ProblemCounts
  list: 'taken' | 'done'
  name: string
  /** Undefined when no list has such a choice. */
  whose: Whose | undefined
}) {
  const i18n = useI18n()
  const minutes = list === 'taken' ? counts.minutesToTaken : counts.minutesToDone
  const text = formatMedian(minutes, i18n)
  return (
    <Leading
      text={text}
      way={minutes === null || !whose ? undefined : { list: { list, ...whose } }}
      label={`${name}: ${text}`}
      quiet={minutes === null}
    />
  )
}

type Whose = Pick<FigureList, 'department' | 'hour' | 'place' | 'title'>

/** How long people waited, side by side. */
function Waiting({
  title,
  first,
  rows,
  short = false,
}: {
  title: string
  first: string
  /** Without `whose` the figures lead nowhere: problems without a department are no choice of any filter. */
  rows: {
    key: number | string
    name: string
    counts: ProblemCounts
    whose: Whose | undefined
    /** Where the name leads. */
    to?: LinkOptions
  }[]
  short?: boolean
}) {
  const i18n = useI18n()
  const heads = {
    reported: i18n.t('Reported'),
    taken: i18n.t('Until taken'),
    done: i18n.t('Until done'),
    waited: i18n.t('Over {minutes} min', { minutes: CLAIM_MINUTES }),
  }
  return (
    <section className="min-w-0">
      <FigureTable
        caption={title}
        title
        heads={[first, ...Object.values(heads)]}
        rows={rows.map(({ key, name, counts, whose, to }) => ({
          key,
          head: to ? (
            <FigureLink to={to}>
              <span dir="auto">{name}</span>
            </FigureLink>
          ) : (
            <span dir="auto">{name}</span>
          ),
          cells: [
            <Count
              key="reported"
              count={counts.reported}
              way={whose && { list: { list: 'reported', ...whose } }}
              label={`${name}, ${heads.reported}: ${counts.reported}`}
            />,
            <Median key="taken" counts={counts} list="taken" name={`${name}, ${heads.taken}`} whose={whose} />,
            <Median key="done" counts={counts} list="done" name={`${name}, ${heads.done}`} whose={whose} />,
            <Count
              key="waited"
              count={counts.notTaken}
              way={whose && { list: { list: 'not_taken', ...whose } }}
              label={`${name}, ${heads.waited}: ${counts.notTaken}`}
              className="font-medium text-overdue"
            />,
          ],
        }))}
        short={short}
      />
    </section>
  )
}

/** The problems that have been open for longest. Each leads to its task. */
function Oldest({ problems }: { problems: ListedProblem[] }) {
  const i18n = useI18n()
  return (
    <section>
      <h3 className="pb-1 font-semibold">{i18n.t('Open for longest')}</h3>
      <ul className="grid gap-x-10 lg:grid-cols-2">
        {problems.map((problem) => (
          <li key={problem.id} className="relative flex items-center gap-2.5 border-line border-b py-2 last:border-0">
            <StatusIcon status={problem.status} />
            <span className="min-w-0 flex-1">
              <FigureLink
                to={taskOf(problem.id)}
                className="no-underline! after:absolute after:inset-0 hover:underline!"
              >
                <span dir="auto" className="line-clamp-2 font-medium wrap-anywhere">
                  {problem.title}
                </span>
              </FigureLink>
              <span dir="auto" className="block truncate text-muted text-sm">
                {[problem.place, problem.departmentName, problem.assigneeName ?? i18n.t('Unassigned')]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
            <Ago iso={problem.createdAt} className="shrink-0 text-muted text-sm tabular" />
          </li>
        ))}
      </ul>
    </section>
  )
}
