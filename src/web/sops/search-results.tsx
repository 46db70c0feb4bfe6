import { type SopSearchResult, sopsApi } from '../../shared/sops.ts'
import { useReply } from '../api/queries.ts'
import { sopHref } from '../components/addresses/hrefs.ts'
import { markHits } from '../components/labels/excerpt.tsx'
import { useI18n } from '../language.ts'
import { LoadingBars } from '../ui/loading-bars.tsx'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { OpeningLink } from '../ui/opening-link.tsx'
import { useSettled } from '../ui/use-settled.ts'
import { StillRead } from './still-read.tsx'

const PAUSE_MS = 250
const MIN_LETTERS = 2

/** The results of a search in the documents' text. `results` is undefined until the results for `q` are loaded. */
export function useProcedureSearch(q: string) {
  const query = useSettled(q, PAUSE_MS)
  const isEnabled = q.length >= MIN_LETTERS
  const reply = useReply(sopsApi.search, { query: { q: query } }, { enabled: isEnabled && query.length >= MIN_LETTERS })
  return { ...reply, isEnabled, results: isEnabled && query === q ? reply.data : undefined }
}

/** The pages that contain the words, each with an excerpt. A click opens the document at that page. */
export function SearchResults({
  search,
  waiting,
  onOpen,
}: {
  search: ReturnType<typeof useProcedureSearch>
  /** How many documents are not read yet. */
  waiting: number
  onOpen: (result: SopSearchResult) => void
}) {
  const i18n = useI18n()
  const { results } = search
  return (
    <section aria-label={i18n.t('In the documents')} className="max-w-4xl px-3.5 pb-6 md:px-6">
      <h2 className="pt-4 pb-2 font-semibold text-base">
        {i18n.t('In the documents')}{' '}
        {results && results.length > 0 && <span className="font-normal text-muted tabular">{results.length}</span>}
      </h2>
      {results ? (
        results.length === 0 ? (
          <p className="text-muted">{i18n.t('No page has these words.')}</p>
        ) : (
          <ul className="grid grid-cols-1 overflow-hidden rounded-card border border-line bg-surface shadow-card">
            {results.map((result) => (
              <li key={`${result.sopId} ${result.page}`} className="not-first:border-line not-first:border-t">
                <Result result={result} onOpen={() => onOpen(result)} />
              </li>
            ))}
          </ul>
        )
      ) : (
        <NotLoaded query={search} failure={i18n.t('The documents could not be searched.')}>
          <LoadingBars
            bars="h-16 rounded-card!"
            count={2}
            words={i18n.t('Searching the documents...')}
            className="grid gap-2"
          />
        </NotLoaded>
      )}
      {results && <StillRead count={waiting} />}
    </section>
  )
}

function Result({
  result: { sopId, title, page, excerpt, department },
  onOpen,
}: {
  result: SopSearchResult
  onOpen: () => void
}) {
  const i18n = useI18n()
  return (
    <OpeningLink
      href={`${sopHref(sopId)}&page=${page}`}
      onOpen={onOpen}
      className="flex w-full flex-col gap-0.5 px-4 py-3 text-start hover:bg-hover focus-visible:-outline-offset-2"
    >
      <span className="flex w-full items-baseline gap-3">
        <span dir="auto" className="min-w-0 truncate font-semibold">
          {title}
        </span>
        <span className="shrink-0 text-muted text-sm tabular">{i18n.t('Page {page}', { page })}</span>
        <span dir="auto" className="ms-auto min-w-0 truncate text-muted text-sm max-sm:hidden">
          {department?.name ?? i18n.t('Global')}
        </span>
      </span>
      <span dir="auto" className="line-clamp-2 text-muted wrap-anywhere">
        {markHits(excerpt)}
      </span>
    </OpeningLink>
  )
}
