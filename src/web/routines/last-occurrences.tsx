import { Trans } from '@lingui/react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { type Occurrence, routinesApi } from '../../shared/routines.ts'
import { formatTime, formatWeekdayDate } from '../../shared/words/formats.ts'
import type { Reader } from '../../shared/words/reader.ts'
import { call } from '../api/call.ts'
import { keyOf } from '../api/queries.ts'
import { StateBadge, stateOf } from '../components/labels/outcome.tsx'
import { causeLabels } from '../components/labels/outcome-labels.ts'
import { fullName } from '../components/people/avatar.tsx'
import { momentOnDay } from '../components/rules/window-sentence.ts'
import { windowTimes } from '../components/rules/window-words.ts'
import { useReader } from '../components/time/use-reader.ts'
import { useI18n } from '../language.ts'
import { Button } from '../ui/button.tsx'
import { LoadingBars } from '../ui/loading-bars.tsx'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { useTicking } from '../ui/now.ts'
import { OccurrenceLink } from './occurrence-link.tsx'
import { SectionHead } from './section-head.tsx'

const PAGE = 10

/** The outcomes of a routine's occurrences, the latest first: who did it, or why nobody did. */
export function LastOccurrences({ id }: { id: number }) {
  const i18n = useI18n()
  return (
    <section aria-label={i18n.t('Until now')}>
      <SectionHead>{i18n.t('Until now')}</SectionHead>
      <List id={id} />
    </section>
  )
}

function List({ id }: { id: number }) {
  const i18n = useI18n()
  const reply = useInfiniteQuery({
    queryKey: [...keyOf(routinesApi.occurrences, { params: { id } }), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(routinesApi.occurrences, { params: { id }, query: { before: pageParam, limit: PAGE } }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next ?? undefined,
    meta: { endpoint: routinesApi.occurrences, reads: routinesApi.occurrences.reads },
  })
  const { data, isFetchingNextPage, hasNextPage, fetchNextPage } = reply
  if (!data) {
    return (
      <NotLoaded query={reply} failure={i18n.t('The occurrences could not be loaded.')} className="gap-3! py-3!">
        <LoadingBars
          words={i18n.t('Loading the occurrences...')}
          count={3}
          bars="h-13"
          className="flex flex-col gap-2"
        />
      </NotLoaded>
    )
  }
  const occurrences = data.pages.flatMap((page) => page.occurrences)
  if (occurrences.length === 0) return <p className="text-muted">{i18n.t('It has not opened yet.')}</p>
  return (
    <>
      <ol className="divide-y divide-line overflow-hidden rounded-card border border-line">
        {occurrences.map((occurrence) => (
          <li key={occurrence.taskId}>
            <Row occurrence={occurrence} />
          </li>
        ))}
      </ol>
      {hasNextPage && (
        <Button className="mt-3" onClick={() => void fetchNextPage()} pending={isFetchingNextPage}>
          {i18n.t('Show more')}
        </Button>
      )}
    </>
  )
}

function Row({ occurrence }: { occurrence: Occurrence }) {
  const reader = useReader()
  const { taskId, occurrenceAt, dueAt } = occurrence
  const state = useTicking((now) => stateOf(occurrence, now))
  const completed = useTicking((now) => completedWhen(occurrence, now, reader))
  const sentence = sentenceOf(occurrence, completed, reader)
  return (
    <OccurrenceLink
      taskId={taskId}
      className="flex min-h-13 flex-wrap items-center gap-x-3 gap-y-1 bg-surface px-3.5 py-2 hover:bg-hover focus-visible:-outline-offset-2"
    >
      <span className="min-w-0 flex-1">
        <span className="tabular flex flex-wrap gap-x-2 font-medium">
          {formatWeekdayDate(occurrenceAt, reader)}
          <span className="whitespace-nowrap font-normal text-muted">{windowTimes(occurrenceAt, dueAt, reader)}</span>
        </span>
        {sentence && <span className="block text-muted text-sm wrap-anywhere">{sentence}</span>}
      </span>
      <StateBadge state={state} />
    </OccurrenceLink>
  )
}

/** When it was completed: on the day of the window itself the time is enough. */
function completedWhen({ completedAt, occurrenceAt }: Occurrence, now: number, reader: Reader) {
  if (!completedAt) return ''
  return formatWeekdayDate(completedAt, reader) === formatWeekdayDate(occurrenceAt, reader)
    ? formatTime(completedAt, reader)
    : momentOnDay(completedAt, now, reader)
}

/** The assignee and when they did it, why it was missed or skipped, or who has it; empty if there is nothing to say. */
function sentenceOf(occurrence: Occurrence, when: string, { i18n }: Reader) {
  const { outcome, assignee, cause, skipReason } = occurrence
  const name = assignee && <bdi>{fullName(assignee)}</bdi>
  if (outcome === 'missed') return cause && i18n.t(causeLabels[cause])
  if (outcome === 'skipped') return skipReason && <bdi>{skipReason}</bdi>
  if (when) return name ? <Trans id="{name}, {when}" values={{ name, when }} /> : i18n.t('Completed {when}', { when })
  return name ? <Trans id="{name} has it" values={{ name }} /> : i18n.t('Nobody has it yet')
}
