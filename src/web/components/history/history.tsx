import { Trans } from '@lingui/react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { History as HistoryIcon } from 'lucide-react'
import { useEffect, useRef } from 'react'
import type { HistoryEntry, HistoryPage } from '../../../shared/audit-log.ts'
import type { Endpoint } from '../../../shared/endpoint.ts'
import { call } from '../../api/call.ts'
import { keyOf } from '../../api/queries.ts'
import { useI18n } from '../../language.ts'
import { Button } from '../../ui/button.tsx'
import { FoldedSection } from '../../ui/folded-section.tsx'
import { prefersReducedMotion } from '../../ui/media.ts'
import { NotLoaded } from '../../ui/not-loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Avatar, NoAvatar } from '../people/avatar.tsx'
import { Ago } from '../time/ago.tsx'
import { useReader } from '../time/use-reader.ts'
import { shownChanges } from './change-labels.ts'
import { ChangeList } from './change-list.tsx'
import { historySentence } from './change-sentences.tsx'

/**
 * The history of one subject, for those who may read it. It is read when it is opened, and is brought into view then.
 * `endpoint` is the subject's `history`.
 */
export function HistorySection({ endpoint, id }: { endpoint: Endpoint; id: number | string }) {
  const i18n = useI18n()
  return (
    <FoldedSection title={i18n.t('History')} icon={HistoryIcon}>
      <Entries endpoint={endpoint} id={id} />
    </FoldedSection>
  )
}

function Entries({ endpoint, id }: { endpoint: Endpoint; id: number | string }) {
  const i18n = useI18n()
  const entries = useRef<HTMLDivElement>(null)
  const reply = useInfiniteQuery({
    queryKey: [...keyOf(endpoint, { params: { id } }), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(
        endpoint,
        { params: { id }, query: { after: pageParam } } as never,
        signal,
      ) as unknown as Promise<HistoryPage>,
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last: HistoryPage) => last.next ?? undefined,
    meta: { reads: endpoint.reads },
  })
  const { data, error, isFetchingNextPage, hasNextPage, fetchNextPage } = reply
  const isLoading = !data && !error
  // biome-ignore lint/correctness/useExhaustiveDependencies: the entries take more room than the text before them
  useEffect(() => {
    const behavior = prefersReducedMotion() ? 'auto' : 'smooth'
    entries.current?.closest('section')?.scrollIntoView({ block: 'start', behavior })
  }, [isLoading])
  return (
    <div ref={entries}>
      {data ? (
        <Pages pages={data.pages} />
      ) : (
        <NotLoaded query={reply} failure={i18n.t('The history could not be loaded.')} className="gap-3! py-3!">
          <div role="status" className="grid gap-3">
            <span className="text-muted text-sm">{i18n.t('Loading the history...')}</span>
            <Skeleton className="h-5 w-4/5" />
            <Skeleton className="h-5 w-3/5" />
          </div>
        </NotLoaded>
      )}
      {hasNextPage && (
        <Button className="mt-3" onClick={() => void fetchNextPage()} pending={isFetchingNextPage}>
          {i18n.t('Show more')}
        </Button>
      )}
    </div>
  )
}

const Pages = ({ pages }: { pages: HistoryPage[] }) => (
  <ol className="grid gap-3">
    {pages
      .flatMap(({ entries }) => entries)
      .map((entry) => (
        <Entry key={entry.id} entry={entry} />
      ))}
  </ol>
)

/** Characters. A longer value stands in a line of its own. */
const MAX_INLINE = 60
/** Characters. A longer value is cut. */
const MAX_SHOWN = 300

function Entry({ entry }: { entry: HistoryEntry }) {
  const reader = useReader()
  const { action, person, changes, createdAt } = entry
  const shown = shownChanges(changes)
  const isUpdate = action.endsWith('.update')
  const inLine =
    isUpdate &&
    shown.length === 1 &&
    [shown[0]?.before, shown[0]?.after].every((value) => (value ?? '').length <= MAX_INLINE)
  return (
    <li className="flex min-w-0 gap-2.5 text-sm">
      {person ? <Avatar person={person} /> : <NoAvatar />}
      <div className="min-w-0 flex-1 pt-px">
        <p className="wrap-anywhere">
          {historySentence(entry, inLine, reader)}
          {entry.token !== undefined && (
            <span className="text-muted">
              {' · '}
              <Trans id="by token {name}" values={{ name: <bdi>{entry.token}</bdi> }} />
            </span>
          )}
          <span className="text-muted">
            {' · '}
            <Ago iso={createdAt} className="tabular" />
          </span>
        </p>
        {isUpdate && !inLine && <ChangeList changes={shown} maxLength={MAX_SHOWN} className="mt-1.5" />}
      </div>
    </li>
  )
}
