import { useEffect, useState } from 'react'
import { type SopSearchResult, sopsApi } from '../../shared/sops.ts'
import { useReply } from '../api/queries.ts'
import { FailedState } from '../ui/failed-state.tsx'
import { Skeleton } from '../ui/skeleton.tsx'

const PAUSE = 250
const LEAST_LETTERS = 2

/** What a search finds inside the documents; undefined while it is not known. */
export function useSearchResults(q: string) {
  const [query, setQuery] = useState(q)
  useEffect(() => {
    const timer = setTimeout(() => setQuery(q), PAUSE)
    return () => clearTimeout(timer)
  }, [q])
  const isAsking = q.length >= LEAST_LETTERS
  const reply = useReply(
    sopsApi.search,
    { query: { q: query } },
    { enabled: isAsking && query.length >= LEAST_LETTERS },
  )
  return { ...reply, isAsking, results: isAsking && query === q ? reply.data : undefined }
}

/** Pages on which the words stand, with the words around them; each opens its document there. */
export function SearchResults({
  search: { results, error, isFetching, refetch },
  onOpen,
}: {
  search: ReturnType<typeof useSearchResults>
  onOpen: (find: SopSearchResult) => void
}) {
  return (
    <section aria-label="In the documents" className="px-3.5 pb-6 md:px-6">
      <h2 className="pt-4 pb-2 font-semibold text-base">
        In the documents{' '}
        {results && results.length > 0 && <span className="font-normal text-muted tabular">{results.length}</span>}
      </h2>
      {results ? (
        results.length === 0 ? (
          <p className="text-muted">No page has these words.</p>
        ) : (
          <ul className="grid overflow-hidden rounded-card border border-line bg-surface shadow-card">
            {results.map((find) => (
              <li key={`${find.sopId} ${find.page}`} className="not-first:border-line not-first:border-t">
                <Find find={find} onOpen={() => onOpen(find)} />
              </li>
            ))}
          </ul>
        )
      ) : error ? (
        <FailedState message="The documents could not be searched." onRetry={refetch} pending={isFetching} />
      ) : (
        <div role="status" className="grid gap-2">
          <span className="sr-only">Searching the documents...</span>
          <Skeleton className="h-16 rounded-card!" />
          <Skeleton className="h-16 rounded-card!" />
        </div>
      )}
    </section>
  )
}

const Find = ({
  find: { title, page, excerpt, department },
  onOpen,
}: {
  find: SopSearchResult
  onOpen: () => void
}) => (
  <button
    type="button"
    onClick={onOpen}
    className="flex w-full flex-col gap-0.5 px-4 py-3 text-left hover:bg-hover focus-visible:-outline-offset-2"
  >
    <span className="flex w-full items-baseline gap-3">
      <span className="min-w-0 truncate font-semibold">{title}</span>
      <span className="shrink-0 text-muted text-sm tabular">Page {page}</span>
      <span className="ml-auto min-w-0 truncate text-muted text-sm max-sm:hidden">{department?.name ?? 'Global'}</span>
    </span>
    <span className="line-clamp-2 text-muted wrap-anywhere">
      {excerpt.map(({ text, isHit }, at) =>
        isHit ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text, which never move
          <mark key={at} className="rounded-[3px] bg-medium/25 px-0.5 font-medium text-text">
            {text}
          </mark>
        ) : (
          text
        ),
      )}
    </span>
  </button>
)
