import { useInfiniteQuery } from '@tanstack/react-query'
import type { LinkOptions } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import {
  analyticsRoutinesApi,
  CLAIM_MINUTES,
  type ListedProblem,
  type MissedOccurrence,
  type ProblemList,
} from '../../../shared/analytics-routines.ts'
import { analyticsSheetApi, type CorrectedHours } from '../../../shared/analytics-sheet.ts'
import type { Arguments, Input } from '../../../shared/endpoint.ts'
import { dateOf } from '../../../shared/time/time.ts'
import { formatDays, formatSpan, formatWeekdayName } from '../../../shared/words/formats.ts'
import { type Message, msg } from '../../../shared/words/message.ts'
import type { Reader } from '../../../shared/words/reader.ts'
import { call } from '../../api/call.ts'
import { useDepartmentFilter } from '../../api/department-filter.ts'
import { keyOf } from '../../api/queries.ts'
import { causeLabels } from '../../components/labels/outcome-labels.ts'
import { StatusIcon } from '../../components/labels/status-icon.tsx'
import { fullName } from '../../components/people/avatar.tsx'
import { formatMinutes } from '../../components/time/format-minutes.ts'
import { useReader } from '../../components/time/use-reader.ts'
import { When } from '../../components/time/when.tsx'
import { useI18n } from '../../language.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { LoadingBars } from '../../ui/loading-bars.tsx'
import { type LoadingQuery, NotLoaded } from '../../ui/not-loaded.tsx'
import { type Days, FigureLink, taskOf, weekOfPerson } from '../links.tsx'
import type { ShownDays } from '../search-params.ts'
import { hourName } from './hour-name.ts'
import type { FigureList } from './list-address.ts'

const titles: Record<FigureList['list'], Message> = {
  missed: msg('Missed occurrences'),
  corrected: msg('Corrected hours'),
  reported: msg('Reported problems'),
  taken: msg('Problems that somebody took'),
  done: msg('Problems that are done'),
  not_taken: msg('Problems that waited over {minutes} min'),
  open: msg('Open problems'),
}

interface Props {
  shown: FigureList
  days: ShownDays
  onClose: () => void
}

/** The list behind a figure. Each row leads to its task. */
export function ListDialog({ shown, days, onClose }: Props) {
  const { i18n } = useReader()
  return (
    <Dialog
      open
      onClose={onClose}
      size="lg"
      title={i18n.t({ ...titles[shown.list], values: { minutes: CLAIM_MINUTES } })}
      description={useNarrowing(shown, days)}
    >
      {shown.list === 'missed' ? (
        <Missed shown={shown} days={days} />
      ) : shown.list === 'corrected' ? (
        <Corrected days={days} />
      ) : (
        <Problems list={shown.list} shown={shown} days={days} />
      )}
    </Dialog>
  )
}

/** "Nobody was on duty · Monday · 06:00 · Housekeeping · Nov 16 – 22, 2026". */
function useNarrowing({ list, cause, weekday, hour, department, place, title }: FigureList, days: Days) {
  const { i18n } = useReader()
  const { departments, name } = useDepartmentFilter()
  return [
    cause && i18n.t(causeLabels[cause]),
    place,
    title,
    weekday !== undefined && formatWeekdayName(weekday % 7, { i18n }, 'long'),
    hour !== undefined && hourName(hour, i18n),
    department === undefined ? name : departments.data?.find(({ id }) => id === department)?.name,
    list === 'open' ? i18n.t('right now') : formatDays(days.from, days.to, { i18n }),
  ]
    .filter(Boolean)
    .join(' · ')
}

/** The lists behind figures. Each reply is a page, with the cursor of the next one. */
type ListEndpoint =
  | typeof analyticsRoutinesApi.missed
  | typeof analyticsRoutinesApi.problemList
  | typeof analyticsSheetApi.corrected

/** The pages of a list that were asked for so far. */
const usePages = <E extends ListEndpoint>(endpoint: E, query: Input<E>['query']) =>
  useInfiniteQuery({
    queryKey: [...keyOf(endpoint, { query }), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(endpoint, { query: { ...query, after: pageParam } } as Arguments<E>, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    meta: { reads: endpoint.reads },
  })

function Missed({ shown: { cause, routine, department, weekday, hour }, days }: Pick<Props, 'shown' | 'days'>) {
  const { departmentId } = useDepartmentFilter()
  const query = {
    ...days.query,
    ...{ departmentId: department ?? departmentId, routineId: routine },
    ...{ cause, weekday, hour },
  }
  const pages = usePages(analyticsRoutinesApi.missed, query)
  return (
    <Pages pages={pages} rows={pages.data?.pages.flatMap(({ occurrences }) => occurrences)}>
      {(row) => <MissedRow key={row.taskId} row={row} />}
    </Pages>
  )
}

function Corrected({ days }: Pick<Props, 'days'>) {
  const { departmentId } = useDepartmentFilter()
  const query = { ...days.query, departmentId }
  const pages = usePages(analyticsSheetApi.corrected, query)
  return (
    <Pages pages={pages} rows={pages.data?.pages.flatMap(({ hours }) => hours)}>
      {(row) => <CorrectedRow key={row.id} row={row} />}
    </Pages>
  )
}

/** Hours with their correction. They lead to the week of their person. */
function CorrectedRow({ row: { person, startTime, endTime, correctedBy, reason } }: { row: CorrectedHours }) {
  const reader = useReader()
  const { i18n, timeZone } = reader
  return (
    <Row
      to={weekOfPerson(person.id, dateOf(Date.parse(startTime), timeZone))}
      title={fullName(person)}
      about={<bdi>{joined([formatSpan(startTime, endTime, reader), reason])}</bdi>}
    >
      <span className="text-sm">{i18n.t('Corrected by {name}', { name: correctedBy })}</span>
    </Row>
  )
}

function Problems({
  list,
  shown: { department, hour, place, title },
  days,
}: Pick<Props, 'shown' | 'days'> & { list: ProblemList }) {
  const { departmentId } = useDepartmentFilter()
  const query = { ...days.query, list, departmentId: department ?? departmentId, hour, place, title }
  const pages = usePages(analyticsRoutinesApi.problemList, query)
  return (
    <Pages pages={pages} rows={pages.data?.pages.flatMap(({ problems }) => problems)}>
      {(row) => <ProblemRow key={row.id} row={row} />}
    </Pages>
  )
}

/** The rows so far, and a button for the next page. */
function Pages<Row>({
  pages,
  rows,
  children,
}: {
  pages: LoadingQuery & { isFetchingNextPage: boolean; hasNextPage: boolean; fetchNextPage: () => Promise<unknown> }
  rows: Row[] | undefined
  children: (row: Row) => ReactNode
}) {
  const i18n = useI18n()
  if (!rows)
    return (
      <NotLoaded query={pages} failure={i18n.t('The list could not be loaded.')}>
        <LoadingBars
          words={i18n.t('Loading the list...')}
          count={8}
          row="grid h-16 content-center gap-2 border-line border-b last:border-0"
          bars={['h-3.5 w-3/5', 'h-3.5 w-2/5']}
        />
      </NotLoaded>
    )
  if (rows.length === 0) return <EmptyState title={i18n.t('There is nothing here any more.')} />
  return (
    <>
      <ul>{rows.map(children)}</ul>
      {pages.hasNextPage && (
        <Button className="mt-4" onClick={() => void pages.fetchNextPage()} pending={pages.isFetchingNextPage}>
          {i18n.t('Show more')}
        </Button>
      )}
    </>
  )
}

/** A row that leads somewhere: its title, a few facts, and a mark at the end. */
const Row = ({
  to,
  title,
  about,
  children,
}: {
  to: LinkOptions
  title: string
  about: ReactNode
  children: ReactNode
}) => (
  <li className="relative flex flex-wrap items-center gap-x-4 gap-y-1.5 border-line border-b py-2.5 last:border-0 hover:bg-hover">
    <span className="min-w-0 flex-1 basis-60">
      <FigureLink to={to} className="no-underline! after:absolute after:inset-0">
        <span dir="auto" className="line-clamp-2 font-medium wrap-anywhere">
          {title}
        </span>
      </FigureLink>
      <span className="mt-0.5 block text-muted text-sm wrap-anywhere tabular">{about}</span>
    </span>
    {children}
  </li>
)

const joined = (parts: (string | null)[]) => parts.filter(Boolean).join(' · ')

function MissedRow({ row }: { row: MissedOccurrence }) {
  const reader = useReader()
  const { i18n } = reader
  const span = formatSpan(row.occurrenceAt, row.closedAt, reader)
  return (
    <Row
      to={taskOf(row.taskId)}
      title={row.title}
      about={<bdi>{joined([span, row.departmentName, row.assigneeName ?? i18n.t('Unassigned')])}</bdi>}
    >
      <Badge tone={row.cause === 'nobody_on_duty' ? 'medium' : 'neutral'}>{i18n.t(causeLabels[row.cause])}</Badge>
    </Row>
  )
}

/** So many minutes from the report, as words; at least 0, because clocks are put back. */
function waited(problem: ListedProblem, until: string, i18n: Reader['i18n']) {
  const minutes = Math.round((Date.parse(until) - Date.parse(problem.createdAt)) / 60_000)
  return formatMinutes(Math.max(0, minutes), i18n)
}

function ProblemRow({ row }: { row: ListedProblem }) {
  const { i18n } = useReader()
  return (
    <Row
      to={taskOf(row.id)}
      title={row.title}
      about={
        <>
          <When iso={row.createdAt} as="moment" />
          <bdi>{` · ${joined([row.place, row.departmentName, row.assigneeName ?? i18n.t('Unassigned')])}`}</bdi>
        </>
      }
    >
      <span className="flex items-center gap-2 text-sm tabular">
        <StatusIcon status={row.status} />
        {row.takenAt && i18n.t('taken after {time}', { time: waited(row, row.takenAt, i18n) })}
        {row.takenAt && row.completedAt && ' · '}
        {row.completedAt && i18n.t('done after {time}', { time: waited(row, row.completedAt, i18n) })}
        {!row.takenAt && !row.completedAt && i18n.t('not taken yet')}
      </span>
    </Row>
  )
}
