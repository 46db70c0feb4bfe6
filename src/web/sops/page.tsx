import type { I18n } from '@lingui/core'
import { BookOpen, SearchX, Upload } from 'lucide-react'
import { type CSSProperties, type ReactNode, Suspense, useState } from 'react'
import { type Sop, sopsApi } from '../../shared/sops.ts'
import { hasWords, searchable, searchWords } from '../../shared/words/fold.ts'
import { compareTexts } from '../../shared/words/formats.ts'
import { useDepartmentFilter } from '../api/department-filter.ts'
import { useReply } from '../api/queries.ts'
import { useCan } from '../api/viewer.ts'
import { useI18n } from '../language.ts'
import { registerPatches } from '../live/reply-patches.ts'
import { sopPatches } from '../live/sop-changes.ts'
import { useAddress } from '../ui/address.ts'
import { useAddressDialog } from '../ui/address-dialog.ts'
import { Button } from '../ui/button.tsx'
import { cx } from '../ui/class-names.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { lazyPart } from '../ui/lazy-part.ts'
import { NotLoaded } from '../ui/not-loaded.tsx'
import { times } from '../ui/skeleton.tsx'
import { ProcedureCardSkeleton, SopCard } from './card.tsx'
import { CardParts } from './parts.tsx'
import { SearchBar } from './search-bar.tsx'
import { closedProcedureDialogs, readSopSearch, type SopSearch } from './search-params.ts'
import { SearchResults, useProcedureSearch } from './search-results.tsx'
import { StillRead } from './still-read.tsx'

registerPatches('sops', sopPatches)

const SopDialog = lazyPart(() => import('./sop-dialog.tsx'), 'SopDialog')
const UploadManyDialog = lazyPart(() => import('./upload-many-dialog.tsx'), 'UploadManyDialog')
const PdfViewer = lazyPart(() => import('./pdf-viewer/pdf-viewer.tsx'), 'PdfViewer')

/** The SOPs in groups, the results of a search in them, and the document or form that the address opens. */
export function SopsPage() {
  const i18n = useI18n()
  const search = useAddress(readSopSearch)
  const mayUpload = useCan('sop:create')
  const { open, close } = useAddressDialog(closedProcedureDialogs)
  const { chosen } = useDepartmentFilter()
  const query = useReply(sopsApi.list, {})
  const { data } = query
  const [q, setQ] = useState(search.q ?? '')
  const results = useProcedureSearch(q)

  const inDepartment = data?.filter(({ departmentId }) => chosen === undefined || [null, chosen].includes(departmentId))
  const shown = inDepartment && withTitle(inDepartment, q)
  // All of them are searched, also other departments'.
  const waiting = data?.filter(({ textState }) => textState === 'waiting').length ?? 0
  const openSop = (sop: number, at: Partial<SopSearch> = {}) => open({ ...at, sop })
  const isEmpty = shown?.length === 0 && !(results.isEnabled && results.results?.length !== 0)
  return (
    <>
      <SearchBar
        q={search.q ?? ''}
        onType={setQ}
        onUpload={() => open({ new: true })}
        onUploadMany={() => open({ many: true })}
      />
      {shown ? (
        isEmpty ? (
          <Nothing searched={q !== ''} waiting={waiting} onUpload={() => open({ new: true })} />
        ) : (
          <>
            <div className={cx(grid, inset, 'gap-x-3 thumb:last:pb-22')}>
              {groupsOf(shown, i18n).map(({ name, sops }) => (
                <Group key={name} name={name} count={sops.length}>
                  <CardParts items={sops}>
                    {(sop) => (
                      <SopCard
                        key={sop.id}
                        sop={sop}
                        onOpen={() => openSop(sop.id)}
                        onEdit={() => open({ edit: sop.id })}
                      />
                    )}
                  </CardParts>
                </Group>
              ))}
            </div>
            {results.isEnabled && (
              <SearchResults
                search={results}
                waiting={waiting}
                onOpen={({ sopId, page }) => openSop(sopId, { page, find: q })}
              />
            )}
          </>
        )
      ) : (
        <NotLoaded query={query} failure={i18n.t('The procedures could not be loaded.')}>
          <Loading />
        </NotLoaded>
      )}
      <Suspense fallback={null}>
        {search.sop !== undefined ? (
          <PdfViewer key={search.sop} id={search.sop} search={search} onClose={close} />
        ) : search.edit !== undefined ? (
          <SopDialog key={search.edit} id={search.edit} onClose={close} />
        ) : (
          search.new && <SopDialog key="new" onClose={close} />
        )}
        {search.many && mayUpload && <UploadManyDialog onClose={close} />}
      </Suspense>
    </>
  )
}

/** The SOPs whose title contains all words of a search. */
function withTitle(sops: Sop[], q: string) {
  const words = searchWords(q)
  return sops.filter(({ title }) => hasWords(searchable(title), words))
}

/** The global SOPs first, then a group for each department. */
function groupsOf(sops: Sop[], i18n: I18n) {
  const names = [...new Set(sops.flatMap(({ department }) => department?.name ?? []))].sort((a, b) =>
    compareTexts(a, b, { i18n }),
  )
  return [
    { name: i18n.t('Global SOPs'), sops: sops.filter(({ department }) => department === null) },
    ...names.map((name) => ({ name, sops: sops.filter(({ department }) => department?.name === name) })),
  ].filter((group) => group.sops.length > 0)
}

const inset = 'px-3.5 md:px-6'
/** `--across` is how many cards stand side by side. Small groups share a line. */
const grid = cx(
  'grid grid-cols-[repeat(var(--across),minmax(0,1fr))] [--across:1] md:[--across:2] xl:[--across:3]',
  'min-[102rem]:[--across:4] min-[128rem]:[--across:5] min-[150rem]:[--across:6]',
)

const Group = ({ name, count, children }: { name: string; count: number; children: ReactNode }) => (
  <section
    aria-label={name}
    style={{ '--cards': count } as CSSProperties}
    className="flex min-w-0 flex-col pb-2 [grid-column:span_min(var(--cards),var(--across))]"
  >
    <h2 className="flex items-baseline gap-2 pt-4 pb-2 font-semibold text-base">
      <span dir="auto" className="min-w-0 wrap-anywhere">
        {name}
      </span>
      <span className="font-normal text-muted tabular">{count}</span>
    </h2>
    <div className="flex flex-1 flex-col gap-3">{children}</div>
  </section>
)

function Nothing({ searched, waiting, onUpload }: { searched: boolean; waiting: number; onUpload: () => void }) {
  const i18n = useI18n()
  const mayUpload = useCan('sop:create')
  return (
    <div className="grid flex-1 place-items-center">
      {searched ? (
        <EmptyState icon={SearchX} title={i18n.t('No SOPs Found')}>
          {i18n.t('No title and no document has these words.')}
          <StillRead count={waiting} />
        </EmptyState>
      ) : (
        <EmptyState
          icon={BookOpen}
          title={i18n.t('No SOPs Available')}
          action={
            mayUpload && (
              <Button onClick={onUpload}>
                <Upload aria-hidden="true" className="size-4" />
                {i18n.t('Upload SOP')}
              </Button>
            )
          }
        >
          {mayUpload
            ? i18n.t('Upload a PDF that says how something is done here. The people it is for can read and confirm it.')
            : i18n.t('The procedures of your department appear here.')}
        </EmptyState>
      )}
    </div>
  )
}

function Loading() {
  const i18n = useI18n()
  return (
    <div role="status" className={inset}>
      <span className="block pt-4 pb-2 text-base text-muted">{i18n.t('Loading procedures...')}</span>
      <div className={cx(grid, 'gap-3')}>
        {times(8, () => (
          <ProcedureCardSkeleton />
        ))}
      </div>
    </div>
  )
}
